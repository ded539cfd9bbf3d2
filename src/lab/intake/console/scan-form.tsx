import type { ReactNode, RefObject } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import css from './scan-form.module.css'

interface Props {
  /** What is scanned here. */
  label: string
  field: RefObject<HTMLInputElement | null>
  fault: string | undefined
  busy?: boolean
  onText: (text: string) => void
  /** Enter without a number: does what the page offers next. */
  onEmpty?: () => void
  /** Other ways to a number, such as the camera. */
  children?: ReactNode
}

/** Takes what a scanner or a person types. A scanner acts as a keyboard and ends its input with Enter. */
export function ScanForm({ label, field, fault, busy = false, onText, onEmpty, children }: Props) {
  return (
    <>
      <form
        className={css.scan}
        onSubmit={(event) => {
          event.preventDefault()
          const text = field.current?.value.trim() ?? ''
          if (busy) return
          if (text === '') onEmpty?.()
          else onText(text)
        }}
      >
        <label htmlFor="scan" className="visually-hidden">
          {label}
        </label>
        <input
          id="scan"
          ref={field}
          className={css.field}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={40}
          aria-describedby={fault ? 'scan-fault' : undefined}
        />
        <Button type="submit" variant="primary" busy={busy}>
          查找
        </Button>
        {children}
      </form>
      {fault && (
        <p id="scan-fault" role="alert" className={css.fault}>
          <Icon name="alert" />
          {fault}
        </p>
      )}
    </>
  )
}

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import css from './dialog.module.css'
import { Field } from './field.tsx'
import { TextArea, TextInput } from './input.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  size?: 's' | 'm' | 'l' | 'full'
  /** A click beside it closes it. Off where something could be typed and lost. */
  light?: boolean
  hideTitle?: boolean
  className?: string
}

/** The browser makes the page behind inert, closes on Esc and gives the focus back; the content exists only while open. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  size = 'm',
  light,
  hideTitle,
  className,
}: DialogProps) {
  const titleId = useId()
  const ref = useModal(open)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the key; the browser reports it as cancel
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={cx(css.dialog, css[size], className)}
      onCancel={(event) => {
        // A cancelled file chooser inside bubbles the same event.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (light && event.target === event.currentTarget) onClose()
      }}
    >
      {open && (
        <>
          <div className={css.head}>
            <h2 id={titleId} className={cx(css.title, hideTitle && 'visually-hidden')}>
              {title}
            </h2>
            <Button variant="quiet" size="s" icon="close" aria-label="关闭" onClick={onClose} />
          </div>
          <div className={css.body}>{children}</div>
          {footer && <div className={css.foot}>{footer}</div>}
        </>
      )}
    </dialog>
  )
}

export type DrawerProps = Omit<DialogProps, 'size'> & { side?: 'start' | 'end' | 'bottom' }

/** A sheet at an edge of the screen: the menu of a phone, filters, a record beside a list. */
export function Drawer({ side = 'end', light = true, ...rest }: DrawerProps) {
  return <Dialog {...rest} light={light} className={cx(css.drawer, css[side])} />
}

function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const before = document.activeElement
    if (!dialog.open) dialog.showModal()
    return () => {
      dialog.close()
      // close() gives the focus back by itself, except when the dialog leaves the document at the same time.
      if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
        before.focus()
    }
  }, [open])
  return ref
}

export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  /** A rejection stays in the dialog as text. */
  onConfirm: (answer: { reason: string }) => unknown
  title: ReactNode
  children?: ReactNode
  confirmLabel?: string
  danger?: boolean
  /** The person types this text to go on: an order number, a name. */
  typed?: string
  /** Asks for a reason; `required` keeps the button from working without one. */
  reason?: { label: string; required?: boolean; maxLength?: number }
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title } = props
  return (
    <Dialog open={open} onClose={onClose} title={title} size="s">
      <ConfirmBody {...props} />
    </Dialog>
  )
}

function ConfirmBody(props: ConfirmDialogProps) {
  const { onClose, onConfirm, children, confirmLabel = '确定', danger, typed, reason } = props
  const [answer, setAnswer] = useState({ typed: '', reason: '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const typedWrong = typed !== undefined && answer.typed.trim() !== typed
  const reasonMissing = Boolean(reason?.required) && !answer.reason.trim()
  const confirm = async () => {
    setTried(true)
    if (typedWrong || reasonMissing || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm({ reason: answer.reason.trim() })
      onClose()
    } catch (cause) {
      setFailure((cause as Error)?.message || '操作失败，请稍后重试')
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      className={css.confirm}
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      {children && <div>{children}</div>}
      {reason && (
        <Field
          label={reason.label}
          required={reason.required}
          error={tried && reasonMissing ? `请填写${reason.label}` : undefined}
        >
          <TextArea
            value={answer.reason}
            maxLength={reason.maxLength ?? 200}
            rows={3}
            onValue={(text) => setAnswer((before) => ({ ...before, reason: text }))}
          />
        </Field>
      )}
      {typed !== undefined && (
        <Field label={`输入“${typed}”以确认`} required error={tried && typedWrong ? '与要求的文字不一致' : undefined}>
          <TextInput
            value={answer.typed}
            autoComplete="off"
            onValue={(text) => setAnswer((before) => ({ ...before, typed: text }))}
          />
        </Field>
      )}
      {failure && <p role="alert">{failure}</p>}
      <div className="cluster" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}

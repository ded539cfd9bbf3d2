import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../inputs/button.tsx'
import { TypedReport } from '../inputs/typed-report.ts'
import { cx } from '../text/class-names.ts'
import { IsPart } from './is-part.ts'
import css from './dialog.module.css'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  size?: 's' | 'm' | 'l' | 'full'
  /** A click outside closes the dialog. Turn it off where typed text could be lost. */
  light?: boolean
  hideTitle?: boolean
  /** Hears whether the form in it holds something typed. The browser then never closes the dialog by itself: `onClose` decides whether it stays. */
  onTyped?: (typed: boolean) => void
  className?: string
}

/** A modal dialog. The browser makes the page inert, closes on Esc and restores the focus; the content is mounted only while open. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  size = 'm',
  light,
  hideTitle,
  onTyped,
  className,
}: DialogProps) {
  const titleId = useId()
  const ref = useModal(open)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- by keyboard Esc closes it, which the browser reports as cancel
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      data-size={size}
      // Without this a browser closes a dialog at the second Esc, and Android at the back key, whatever the page says.
      {...(onTyped && { closedby: 'none' })}
      onKeyDown={(event) => {
        if (!onTyped || !isEscape(event)) return
        // The question that opens now would be closed by the same key.
        event.preventDefault()
        onClose()
      }}
      className={cx(css.dialog, css[size], className)}
      onCancel={(event) => {
        // A cancelled file chooser inside the dialog bubbles the same event.
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
            <Button variant="quiet" size="s" icon="close" aria-label="关闭" data-closes="dialog" onClick={onClose} />
          </div>
          <div className={css.body}>
            <TypedReport value={onTyped}>
              <IsPart value>{children}</IsPart>
            </TypedReport>
          </div>
          {footer && <div className={css.foot}>{footer}</div>}
        </>
      )}
    </dialog>
  )
}

/** Esc of this dialog: not of one that stands above it, of an open list, or of an input method that is still choosing characters. */
function isEscape({ key, target, currentTarget, defaultPrevented, nativeEvent }: KeyboardEvent): boolean {
  return (
    key === 'Escape' &&
    !defaultPrevented &&
    !nativeEvent.isComposing &&
    target instanceof Element &&
    target.closest('dialog') === currentTarget
  )
}

export type DrawerProps = Omit<DialogProps, 'size'> & { side?: 'start' | 'end' | 'bottom' }

/** A dialog at an edge of the screen: a phone's menu, filters, a record beside a list. */
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
    const isOnCross = () => (document.activeElement as HTMLElement | null)?.dataset['closes'] === 'dialog'
    const begin = () => isOnCross() && beginInside(dialog)
    begin()
    // What the dialog loads comes later; whoever has moved the focus meanwhile keeps it.
    const loading = new MutationObserver(begin)
    if (isOnCross()) loading.observe(dialog, { childList: true, subtree: true })
    dialog.addEventListener('focusout', () => loading.disconnect(), { once: true })
    return () => {
      loading.disconnect()
      dialog.close()
      // close() restores the focus, except when the dialog is removed from the document at the same time.
      if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
        before.focus()
    }
  }, [open])
  return ref
}

/**
 * Sets the initial focus, which the browser would put on the close button. Keyboard users need the first field, or else the first button, which in a
 * confirmation is the harmless one. On a phone no field is focused, because its keyboard would cover half of the dialog.
 */
function beginInside(dialog: HTMLDialogElement): void {
  if (!window.matchMedia('(pointer: fine)').matches) return
  // A field out of the order of Tab is hidden behind a button, as that of a day is.
  const field =
    'input:not([hidden], :disabled, [readonly], [tabindex="-1"]), select:not(:disabled), textarea:not(:disabled)'
  const body = dialog.children[1]
  const begin = body?.querySelector<HTMLElement>(field) ?? body?.querySelector<HTMLElement>('form button')
  begin?.focus({ preventScroll: true })
}

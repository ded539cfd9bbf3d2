import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cx } from '../text/class-names.ts'
import { Icon } from '../text/icon.tsx'
import css from './toast.module.css'
import { type Toast, toast, toastStore } from './toast-store.ts'

export { toast } from './toast-store.ts'

/** Rendered once, near the end of the page. Two live regions exist from the start, because only changes in existing regions are announced. */
export function ToastHost() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot, toastStore.serverSnapshot)
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (!element?.showPopover) return
    // Shown again in the top layer for each toast, so that it is above an open dialog.
    if (element.matches(':popover-open')) element.hidePopover()
    if (toasts.length) element.showPopover()
  }, [toasts])
  return (
    <>
      <div className="visually-hidden" role="status">
        {toasts.map((each) => each.kind !== 'error' && <p key={each.id}>{each.text}</p>)}
      </div>
      <div className="visually-hidden" role="alert">
        {toasts.map((each) => each.kind === 'error' && <p key={each.id}>{each.text}</p>)}
      </div>
      <div ref={host} popover="manual" className={css.host}>
        {toasts.map((each) => (
          <ToastRow key={each.id} toast={each} />
        ))}
      </div>
    </>
  )
}

function ToastRow({ toast: { id, kind, text, showMs } }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => toast.dismiss(id), showMs)
    return () => clearTimeout(timer)
  }, [held, id, showMs])
  return (
    <div
      className={cx(css.toast, css[kind])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={kind === 'success' ? 'check' : kind === 'error' ? 'alert' : 'info'} size={18} />
      <span className={css.text} aria-hidden="true">
        {text}
      </span>
      <button type="button" className={css.close} aria-label="关闭提示" onClick={() => toast.dismiss(id)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}

import { useSyncExternalStore } from 'react'
import { isProving, provingChanged } from '../../../platform/client/shell-events.ts'
import css from '../dialog/login-dialog.module.css'

/** Explains the delay while the browser solves a challenge. */
export function ProvingStatus() {
  const proving = useSyncExternalStore(watch, isProving, () => false)
  return (
    <p role="status" className={proving ? css.proving : 'visually-hidden'}>
      {proving ? '正在进行安全验证，通常需要几秒钟，请稍候…' : ''}
    </p>
  )
}

function watch(callback: () => void): () => void {
  provingChanged.addEventListener('change', callback)
  return () => provingChanged.removeEventListener('change', callback)
}

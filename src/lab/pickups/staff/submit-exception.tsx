import { ApiError } from '../../../platform/client/transport.ts'

/** Name, code and message of what went wrong when a pickup was submitted. */
export function exceptionOf(caught: unknown): string {
  if (caught instanceof ApiError) return `提交失败（${caught.error}，${caught.status}）：${caught.message}`
  throw caught
}

export function Exception({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p role="alert" style={{ color: 'var(--danger)' }}>
      {text}
    </p>
  )
}

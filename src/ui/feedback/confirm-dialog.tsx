import { type ReactNode, useState } from 'react'
import { fenFromText } from '../text/money-text.ts'
import { Button } from '../inputs/button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from '../inputs/field.tsx'
import { TextArea, TextInput } from '../inputs/input.tsx'

export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  /** When it rejects, the dialog stays open and shows the message. */
  onConfirm: (answer: { reason: string }) => unknown
  title: ReactNode
  children?: ReactNode
  confirmLabel?: string
  danger?: boolean
  /** A text the person must type to confirm, such as an order number. */
  typed?: string
  /** Asks for a reason; with `required` it must not be empty. */
  reason?: { label: string; required?: boolean; maxLength?: number }
}

/** The same text, or for an amount the same amount: 500.00 for 500. */
function means(text: string, typed: string): boolean {
  return text === typed || (text !== '' && fenFromText(text) !== undefined && fenFromText(text) === fenFromText(typed))
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
  const typedWrong = typed !== undefined && !means(answer.typed.trim(), typed)
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
      className="stack"
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
      {failure && (
        <p role="alert" style={{ color: 'var(--danger)' }}>
          {failure}
        </p>
      )}
      <div className="cluster" style={{ justifyContent: 'flex-end' }}>
        {/* Beside „取消订单“, the word 取消 alone could mean either. */}
        <Button onClick={onClose}>{confirmLabel.startsWith('取消') ? '暂不取消' : '取消'}</Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}

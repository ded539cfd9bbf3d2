import { useState } from 'react'
import { useStaff } from '../../core/staff/me.tsx'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import {
  type ShownWebhook,
  staffWebhookDeliveries,
  staffWebhookPause,
  staffWebhookResend,
  staffWebhookResendAll,
  staffWebhooks,
} from './staff-contract.ts'
import { WebhookState } from './webhook-state.tsx'

/** The addresses of a customer's systems, for staff who are asked why a system hears nothing. Nothing when there are none. */
export function CustomerWebhooks({ customerId }: { customerId: number }) {
  const { data } = useCall(staffWebhooks, { customerId })
  const [reading, setReading] = useState<ShownWebhook>()
  const [pausing, setPausing] = useState<ShownWebhook>()
  const { may } = useStaff()
  if (!data || data.list.length === 0) return null
  return (
    <Card title="事件推送">
      <ul role="list" className="stack">
        {data.list.map((row) => (
          <li key={row.id} className="stack" style={{ gap: 'var(--space-4)' }}>
            <span style={{ overflowWrap: 'anywhere' }}>{row.host}</span>
            <span className="cluster">
              <WebhookState row={row} />
              <Button size="s" aria-label={`发送记录 ${row.host}`} onClick={() => setReading(row)}>
                发送记录
              </Button>
              {row.state === 'active' && may('webhook.manage') && (
                <Button size="s" variant="quiet" aria-label={`暂停 ${row.host}`} onClick={() => setPausing(row)}>
                  暂停
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {reading && (
        <Dialog open onClose={() => setReading(undefined)} title={`发送记录：${reading.host}`} size="l">
          <DeliveryTable
            id={reading.id}
            mayResend={reading.state === 'active' && may('webhook.manage')}
            read={staffWebhookDeliveries}
            resend={staffWebhookResend}
            resendAll={staffWebhookResendAll}
          />
        </Dialog>
      )}
      {pausing && <PauseDialog row={pausing} onClose={() => setPausing(undefined)} />}
    </Card>
  )
}

function PauseDialog({ row, onClose }: { row: ShownWebhook; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const pause = useAct(staffWebhookPause, { refreshes: [staffWebhooks], quiet: true })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`暂停推送：${row.host}`}
      confirmLabel="暂停"
      onConfirm={async () => {
        await pause.submit({ id: row.id, reason })
        toast.success('已暂停并通知客户，客户可以自行启用')
      }}
    >
      <Field label="原因" hint="发给客户，并写入操作日志" required>
        <TextInput value={reason} onValue={setReason} maxLength={200} />
      </Field>
    </ConfirmDialog>
  )
}

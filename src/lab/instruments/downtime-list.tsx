import { useState } from 'react'
import { useStaff } from '../../core/staff/me.tsx'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { PagedTable } from '../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import type { Address } from '../../ui/tables/use-address.ts'
import type { BlockedBookings } from './shown.ts'
import { instrumentBlock, instrumentDetail, instrumentDowntimes, instrumentUnblock } from './contract.ts'
import { minuteText } from '../../ui/text/day-text.ts'

const refreshes = [instrumentDowntimes, instrumentDetail]

interface Props {
  instrumentId: number
  address: Address
  blocked: BlockedBookings
}

/** When the instrument cannot be used, the latest first. */
export function DowntimeList({ instrumentId, address: { page, href }, blocked }: Props) {
  const { may } = useStaff()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<number>()
  const list = useCall(instrumentDowntimes, { id: instrumentId, page, size: 20 })
  const unblock = useAct(instrumentUnblock, { refreshes })
  return (
    <>
      {may('instrument.move') && (
        <div className="cluster">
          <Button icon="plus" onClick={() => setAdding(true)}>
            登记停机
          </Button>
        </div>
      )}
      <PagedTable
        of={list}
        page={page}
        href={(to) => href({ page: to })}
        caption="停机时间"
        rowKey={(row) => String(row.id)}
        empty={<EmptyState title="没有停机时间" icon="clock" />}
        columns={[
          {
            key: 'when',
            header: '时间',
            rowHeader: true,
            render: (row) => (
              <span className="num">
                {minuteText(row.startsAt)} 至 {minuteText(row.endsAt)}
              </span>
            ),
          },
          { key: 'reason', header: '原因', render: (row) => row.reason },
          { key: 'staff', header: '登记人', render: (row) => row.staffName },
          {
            key: 'do',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            align: 'end',
            render: (row) => {
              if (row.removed) return '已撤销'
              if (!row.removable || !may('instrument.move')) return ''
              return (
                <Button
                  size="s"
                  variant="quiet"
                  aria-label={`撤销停机 ${minuteText(row.startsAt)}`}
                  onClick={() => setRemoving(row.id)}
                >
                  撤销
                </Button>
              )
            },
          },
        ]}
      />
      {adding && <BlockDialog instrumentId={instrumentId} blocked={blocked} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title="撤销停机时间"
        confirmLabel="撤销停机"
        onConfirm={async () => {
          await unblock.submit({ downtimeId: removing ?? 0 })
          toast.success('已撤销，该时间可以预约')
        }}
      >
        <p>撤销后客户可以预约这段时间。</p>
      </ConfirmDialog>
    </>
  )
}

function BlockDialog({
  instrumentId,
  blocked: Blocked,
  onClose,
}: {
  instrumentId: number
  blocked: BlockedBookings
  onClose: () => void
}) {
  const block = useAct(instrumentBlock, { refreshes })
  const form = useZodForm({
    schema: instrumentBlock.input,
    initial: { id: instrumentId, startsAt: '', endsAt: '', reason: '' },
    onSubmit: async (input) => {
      await block.submit(input)
      toast.success('停机时间已登记，期间不可预约')
      onClose()
    },
  })
  const { startsAt, endsAt } = form.values
  return (
    <Dialog open onClose={onClose} title="登记停机时间">
      <Form form={form} aria-label="登记停机时间">
        <p>
          期间不能新建预约，也不能开始检测。已有预约不会自动取消：客户会收到通知，可自行改期，也可由您提议新的时段。
        </p>
        <FormRow>
          <Field label="开始" of={form.at('startsAt')} required>
            <TextInput type="datetime-local" />
          </Field>
          <Field label="结束" of={form.at('endsAt')} required>
            <TextInput type="datetime-local" />
          </Field>
        </FormRow>
        {startsAt && endsAt && startsAt < endsAt && (
          <Blocked instrumentId={instrumentId} planned={{ startsAt, endsAt }} />
        )}
        <Field label="原因" of={form.at('reason')} required hint="仅员工可见">
          <TextInput maxLength={200} />
        </Field>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            登记停机
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

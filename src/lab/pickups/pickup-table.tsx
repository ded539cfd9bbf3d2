import { useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { regionText } from '../../core/regions/region-rules.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { type PickupItem, samplingCancel, samplingDays, samplingList } from './contract.ts'
import { PickupBadge } from './pickup-badge.tsx'
import { pickupTime } from './rules.ts'

/** A person's pickups, with the button to cancel one until somebody is assigned. */
export function PickupTable({
  pickups,
  withOrder = false,
  refreshes,
}: {
  pickups: readonly PickupItem[]
  withOrder?: boolean
  refreshes: readonly Call[]
}) {
  const [cancelling, setCancelling] = useState<PickupItem>()
  const cancel = useAct(samplingCancel, { refreshes: [samplingList, samplingDays, ...refreshes] })
  const order: Column<PickupItem> = {
    key: 'order',
    header: '订单',
    render: ({ orderNo }) => <SmartLink to={`/member/order/${orderNo}`}>{orderNo}</SmartLink>,
  }
  return (
    <>
      <Table
        caption="上门取样"
        hideCaption
        rows={pickups}
        rowKey={({ id }) => String(id)}
        columns={[
          { key: 'no', header: '取样单号', rowHeader: true, cardLabel: '', render: ({ pickupNo }) => pickupNo },
          ...(withOrder ? [order] : []),
          {
            key: 'when',
            header: '时间',
            render: (pickup) => pickupTime({ day: pickup.date, slotText: pickup.timeText }),
          },
          {
            key: 'where',
            header: '地址',
            render: (pickup) => `${pickup.name} ${pickup.phone} ${regionText(pickup)}${pickup.address}`,
          },
          {
            key: 'count',
            header: '样品',
            align: 'end',
            render: ({ sampleCount, collectedCount }) =>
              collectedCount === null ? `${sampleCount} 个` : `${sampleCount} 个，取走 ${collectedCount} 件`,
          },
          {
            key: 'stage',
            header: '状态',
            render: (pickup) => (
              <>
                <PickupBadge pickup={pickup} /> {pickup.reason || pickup.who}
              </>
            ),
          },
          {
            key: 'do',
            header: '操作',
            render: (pickup) =>
              pickup.mayCancel ? (
                <Button
                  size="s"
                  variant="quiet"
                  aria-label={`取消取样 ${pickup.pickupNo}`}
                  onClick={() => setCancelling(pickup)}
                >
                  取消取样
                </Button>
              ) : (
                '—'
              ),
          },
        ]}
      />
      <ConfirmDialog
        open={cancelling !== undefined}
        onClose={() => setCancelling(undefined)}
        title="取消上门取样"
        confirmLabel="取消取样"
        danger
        onConfirm={async () => {
          await cancel.submit({ id: cancelling?.id ?? 0 })
          toast.success('上门取样已取消，可重新预约或自行寄送')
        }}
      >
        预约的时段将释放给其他客户。派单之后不能自行取消。
      </ConfirmDialog>
    </>
  )
}

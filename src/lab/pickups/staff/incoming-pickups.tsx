import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { pickupSearch } from '../list-contract.ts'
import { PickupBadge } from '../pickup-badge.tsx'
import { pickupArrive, type StaffPickup } from './staff-contract.ts'

/** Pickups on their way to the laboratory, for the page where their samples are scanned. Hidden while there are none. */
export function IncomingPickups() {
  const list = useCall(pickupSearch, { tab: 'collecting', size: 20 }, { refetchSeconds: 60 })
  const [chosen, setChosen] = useState<StaffPickup>()
  const arrive = useAct(pickupArrive, { refreshes: [pickupSearch], onDone: () => toast.success('已入库') })
  if (list.data?.total === 0) return null
  return (
    <Card title="在途的上门取样" actions={<SmartLink to="/console/pickups?tab=collecting">全部</SmartLink>}>
      <Loaded of={list}>
        {({ list: rows }) => (
          <Table
            caption="在途的上门取样"
            hideCaption
            rows={rows}
            rowKey={(row) => row.pickupNo}
            columns={[
              {
                key: 'no',
                header: '取样单号',
                rowHeader: true,
                render: (row) => <span className="num">{row.pickupNo}</span>,
              },
              { key: 'order', header: '订单', render: (row) => <span className="num">{row.orderNo}</span> },
              { key: 'who', header: '取样员或快递', render: (row) => row.who || '—' },
              {
                key: 'count',
                header: '件数',
                render: (row) => (
                  <span className="num">
                    {row.collectedCount ?? '—'} / {row.sampleCount}
                  </span>
                ),
              },
              { key: 'stage', header: '状态', render: (row) => <PickupBadge pickup={row} /> },
              {
                key: 'do',
                header: '操作',
                render: (row) => (
                  <Button size="s" aria-label={`登记入库 ${row.pickupNo}`} onClick={() => setChosen(row)}>
                    登记入库
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <ConfirmDialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        onConfirm={() => chosen && arrive.submit({ id: chosen.id, version: chosen.version })}
        title={`登记入库：${chosen?.pickupNo ?? ''}`}
        confirmLabel="登记入库"
      >
        <p>包裹已到实验室。扫描其中任一样品也会登记入库；样品仍需逐个收样。</p>
      </ConfirmDialog>
    </Card>
  )
}

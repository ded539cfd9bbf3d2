import { useState } from 'react'
import { IndexList, type IndexListProps } from '../../../ground/list-page/index-list.tsx'
import { useStaff } from '../../../ground/staff/me.tsx'
import type { StaffAction } from '../../../ground/staff/rules.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CellNote } from '../../../ui/cell-note.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { toast } from '../../../ui/toast.tsx'
import { pickupIndex, pickupSearch } from '../list-contract.ts'
import { PickupBadge } from '../pickup-badge.tsx'
import { dayText } from '../rules.ts'
import { pickupArrive, pickupDrop, type StaffPickup } from '../staff-contract.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { PickupDetail } from './pickup-detail.tsx'

export const meta = () => [{ title: '上门取样 · 明析科测后台' }]

type Verb = 'view' | 'assign' | 'arrive' | 'drop'
type Asked = { verb: Verb; row: StaffPickup }

/** Every pickup: assigning a driver or courier, cancelling, and what became of it. */
export default function Pickups() {
  const { may } = useStaff()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const arrive = useAct(pickupArrive, { refreshes: [pickupSearch], onDone: () => toast.success('已登记入库') })
  const drop = useAct(pickupDrop, { refreshes: [pickupSearch], onDone: () => toast.success('已取消，客户会收到通知') })
  return (
    <div className="stack">
      <PageHeader
        title="上门取样"
        sub="订单通过审核或完成预付后派单；取回的样品逐个扫码收样"
        actions={
          <ButtonLink icon="route" to="/console/pickups/route">
            今日路线
          </ButtonLink>
        }
      />
      <IndexList
        index={pickupIndex}
        call={pickupSearch}
        looks={looks}
        more={[actColumn(may, setAsked)]}
        empty={<EmptyState title="没有这个状态的取样" icon="truck" />}
      />
      {asked?.verb === 'view' && <PickupDetail id={asked.row.id} onClose={close} />}
      {asked?.verb === 'assign' && <AssignDialog row={asked.row} onClose={close} />}
      <ConfirmDialog
        open={asked?.verb === 'arrive'}
        onClose={close}
        title={`登记入库 ${asked?.row.pickupNo ?? ''}`}
        confirmLabel="已入库"
        onConfirm={() => arrive.submit(chosenOf(asked))}
      >
        样品已送到实验室。每个样品仍需在扫码收样页面登记。
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.verb === 'drop'}
        onClose={close}
        title={`取消取样 ${asked?.row.pickupNo ?? ''}`}
        confirmLabel="取消取样"
        danger
        reason={{ label: '取消原因', required: true, maxLength: 200 }}
        onConfirm={({ reason }) => drop.submit({ ...chosenOf(asked), reason })}
      >
        时段名额将释放，样品回到待寄送，客户会看到原因。
      </ConfirmDialog>
    </div>
  )
}

function chosenOf(asked: Asked | undefined) {
  return { id: asked?.row.id ?? 0, version: asked?.row.version ?? 0 }
}

const looks: IndexListProps<StaffPickup, keyof typeof pickupIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.pickupNo}</span> },
  order: {
    render: (row) => (
      <SmartLink to={`/console/orders/${row.orderNo}`} className="num">
        {row.orderNo}
      </SmartLink>
    ),
  },
  customer: { line: 2 },
  day: { line: 2, render: (row) => dayText(row.date) },
  stage: {
    line: 1,
    render: (row) => (
      <span>
        <PickupBadge pickup={row} />
        {row.stage === 'requested' && !row.ready && <CellNote>订单待审核或预付</CellNote>}
        {row.reason && <CellNote>{row.reason}</CellNote>}
      </span>
    ),
  },
}

function actColumn(may: (action: StaffAction) => boolean, onAsk: (asked: Asked) => void): Column<StaffPickup> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => {
      const button = (verb: Verb, label: string, primary = false) => (
        <Button
          key={verb}
          size="s"
          variant={primary ? 'primary' : 'quiet'}
          aria-label={`${label} ${row.pickupNo}`}
          onClick={() => onAsk({ verb, row })}
        >
          {label}
        </Button>
      )
      const open = row.stage === 'requested' || row.stage === 'assigned'
      return (
        <span className="cluster" style={{ flexWrap: 'nowrap' }}>
          {row.stage === 'requested' && row.ready && may('pickup.assign') && button('assign', '派单', true)}
          {row.stage === 'assigned' && may('pickup.assign') && button('assign', '改派')}
          {(row.stage === 'collecting' || row.stage === 'collected') &&
            may('pickup.arrive') &&
            button('arrive', '已入库', true)}
          {button('view', '查看')}
          {(open || row.stage === 'collecting') && may('pickup.drop') && button('drop', '取消')}
        </span>
      )
    },
  }
}

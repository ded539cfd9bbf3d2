import { useState } from 'react'
import { unfitFor } from '../../../core/list-page/bulk-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { pickupIndex, pickupSearch } from '../list-contract.ts'
import { PickupBadge } from '../pickup-badge.tsx'
import { pickupAssign, pickupDrivers, type StaffPickup } from '../staff/staff-contract.ts'
import { driverOptions } from './assign-dialog.tsx'
import { ViewDialog } from './view-dialog.tsx'
import { pickupLifecycle } from '../rules.ts'

export const meta = () => [{ title: '上门取样 · 明析科测后台' }]

/** Pickups of every customer. One or many are given to a driver here. */
export default function Pickups() {
  const { may } = useStaff()
  const [today] = useState(() => shanghaiDate(new Date()))
  const [open, setOpen] = useState<number>()
  const drivers = useCall(pickupDrivers, { date: today })
  const assignMany = bulkVerb(
    pickupAssign,
    ({ id, version }: StaffPickup, _, choice) => ({ id, version, staffId: choice }),
    {
      label: '派单',
      unfit: unfitFor(pickupLifecycle, 'assign', 'reassign'),
      text: (count) => `将 ${count} 次取样派给同一位取样员。订单未审核、未预付或已出发的不会派出，并列出原因。`,
      choice: { label: '取样员', options: driverOptions(drivers.data?.drivers ?? [], '今日') },
    },
  )
  return (
    <>
      <PageHeader
        title="上门取样"
        sub="客户预约的取样，按日期派给取样员或快递"
        actions={
          <ButtonLink to="/console/pickups/route" icon="route">
            路线单
          </ButtonLink>
        }
      />
      <IndexList
        index={pickupIndex}
        call={pickupSearch}
        looks={looks}
        more={[
          {
            key: 'do',
            header: '操作',
            render: (row) => {
              const label = row.stage === 'requested' && may('pickup.assign') ? '派单' : '查看'
              return (
                <Button size="s" aria-label={`${label} ${row.pickupNo}`} onClick={() => setOpen(row.id)}>
                  {label}
                </Button>
              )
            },
          },
        ]}
        bulk={may('pickup.assign') ? [assignMany] : []}
        refreshes={[pickupDrivers]}
        refetchSeconds={60}
        empty={
          <EmptyState title="没有上门取样" icon="parcel">
            客户在订单中预约上门取样后，列在这里。
          </EmptyState>
        }
      />
      {open !== undefined && <ViewDialog id={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const looks: IndexListProps<StaffPickup, keyof typeof pickupIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.pickupNo}</span> },
  customer: { line: 2 },
  order: {
    render: (row) => (
      <>
        <SmartLink to={`/console/orders/${row.orderNo}`} className="num">
          {row.orderNo}
        </SmartLink>
        {row.stage === 'requested' && !row.ready && <div>订单待审核或待预付</div>}
      </>
    ),
  },
  day: { line: 2 },
  stage: { line: 1, render: (row) => <PickupBadge pickup={row} /> },
}

import { useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PickupBadge } from '../pickup-badge.tsx'
import { pickupSearch } from '../list-contract.ts'

/** For staff: the pickups of an order, newest first, with the way to its place in the list. Nothing while there is none. */
export function StaffOrderPickups({ orderNo }: { orderNo: string }) {
  const { may } = useStaff()
  const found = useCall(
    pickupSearch,
    { tab: 'all', filters: { order: orderNo }, size: 10 },
    { enabled: may('pickup.read'), refetchSeconds: 60 },
  )
  const { list, total } = found.data ?? { list: [], total: 0 }
  if (list.length === 0) return null
  const all = `/console/pickups?tab=all&order=${orderNo}`
  return (
    <Card
      title="上门取样"
      actions={<SmartLink to={all}>{total > list.length ? `全部 ${total} 条` : '去处理'}</SmartLink>}
    >
      <ul role="list" className="stack">
        {list.map((pickup) => (
          <li key={pickup.pickupNo} className="cluster">
            <span className="num">
              {pickup.date} {pickup.timeText}
            </span>
            <PickupBadge pickup={pickup} />
            <span>
              {[pickup.who, pickup.collectedCount === null ? '' : `取到 ${pickup.collectedCount} 件`, pickup.reason]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

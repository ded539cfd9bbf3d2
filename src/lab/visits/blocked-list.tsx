import { useCall } from '../../platform/client/use-call.ts'
import { SmartLink } from '../../ui/text/link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { BookingBadge } from '../bookings/booking-badge.tsx'
import { staffReservationBlocked } from '../bookings/contract.ts'
import { BookingButtons } from './booking-buttons.tsx'
import { OfferLine } from './offer-line.tsx'
import { spanOf } from './span-text.ts'

interface Props {
  instrumentId: number
  /** A downtime that is about to be entered; without one all that are entered. */
  planned?: { startsAt: string; endsAt: string }
}

/** Bookings at whose time the instrument is down. They can be moved once the downtime is entered. */
export function BlockedList({ instrumentId, planned }: Props) {
  const found = useCall(staffReservationBlocked, { instrumentId, ...planned })
  return (
    <Loaded of={found}>
      {({ list, more }) => {
        if (planned && list.length === 0) return <p role="status">期间没有预约。</p>
        if (list.length === 0) return <EmptyState title="停机时间内没有预约" icon="calendar" />
        return (
          <div className="stack">
            <p role="status">
              {planned ? '期间有' : '停机时间内有'} {more ? `${list.length} 个以上` : `${list.length} 个`}预约
              {planned ? '，登记后换到同项目其他空闲仪器，换不了的客户会收到通知：' : '，客户已收到通知：'}
            </p>
            <Table
              caption="停机时间内的预约"
              hideCaption
              rows={list}
              rowKey={(row) => String(row.id)}
              columns={[
                {
                  key: 'when',
                  header: '时段',
                  rowHeader: true,
                  render: (row) => (
                    <>
                      <span className="num">{spanOf(row)}</span>
                      <OfferLine offer={row.offer} />
                    </>
                  ),
                },
                { key: 'project', header: '项目', render: (row) => row.projectName },
                { key: 'customer', header: '客户', render: (row) => row.customerName },
                {
                  key: 'order',
                  header: '订单号',
                  render: (row) => <SmartLink to={`/console/orders/${row.orderNo}`}>{row.orderNo}</SmartLink>,
                },
                { key: 'stage', header: '状态', render: (row) => <BookingBadge booking={row} /> },
                ...(planned
                  ? []
                  : [
                      {
                        key: 'do',
                        header: '操作',
                        render: (row: (typeof list)[number]) => (
                          <BookingButtons booking={row} movable={row.movable} refreshes={[staffReservationBlocked]} />
                        ),
                      },
                    ]),
              ]}
            />
          </div>
        )
      }}
    </Loaded>
  )
}

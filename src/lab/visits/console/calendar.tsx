import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DayButton } from '../../../ui/inputs/day-button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FormRow } from '../../../ui/inputs/form.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useNavigate } from 'react-router'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { StaffFeed } from '../../calendar-feeds/staff-feed.tsx'
import { staffReservationCalendar, staffReservationOffer } from '../../bookings/contract.ts'
import { staffReservationList } from '../list-contract.ts'
import { dayAfter, isDay, weekText } from '../board/board-rules.ts'
import { spanOf } from '../span-text.ts'
import { shortDay } from '../../../ui/text/day-text.ts'
import { InstrumentBoard } from './board.tsx'
import { CalendarGrid, type Target } from './calendar-grid.tsx'
import type { Week, WeekBooking } from './week.ts'

export const meta = () => [{ title: '预约日历 · 明析科测后台' }]

/** All instruments, or by a link one week of a single one. */
export default function BookingCalendar() {
  const single = Number(useAddress().get('instrument')) > 0
  const [today] = useState(() => shanghaiDate(new Date()))
  if (single) return <SingleInstrument today={today} />
  return (
    <div className="stack">
      <PageHeader
        title="预约日历"
        crumbs={[{ label: '预约', to: '/console/reservations' }, { label: '日历' }]}
        sub="点按或按回车打开预约，在其中改期或换仪器；宽屏上也可以拖动到新的时段或仪器"
      />
      <InstrumentBoard today={today} />
    </div>
  )
}

/** One week of an instrument. A booking is moved by dragging it, or with the keyboard. */
function SingleInstrument({ today }: { today: string }) {
  const address = useAddress()
  const navigate = useNavigate()
  const date = isDay(address.get('date')) ? address.get('date') : today
  const instrumentId = Number(address.get('instrument')) || undefined
  const week = useCall(staffReservationCalendar, { instrumentId, date }, { refetchSeconds: 60 })
  const go = (change: Record<string, string | number>) => void navigate(address.href(change))
  return (
    <div className="stack">
      <PageHeader
        title="预约日历"
        crumbs={[{ label: '预约', to: '/console/reservations' }, { label: '日历' }]}
        sub="拖动预约到新的时段，客户同意后改约；键盘：在预约上按回车拿起，方向键选择时段，回车放下，Esc 取消"
      />
      <Loaded of={week}>
        {(data) =>
          data.instrumentId === null ? (
            <EmptyState title="没有服务项目的仪器" icon="calendar">
              在<SmartLink to="/console/instruments">仪器</SmartLink>中登记仪器并选择它服务的项目。
            </EmptyState>
          ) : (
            <>
              <FormRow>
                <Field label="仪器">
                  <Select
                    value={String(data.instrumentId)}
                    onValue={(id) => go({ instrument: id ?? '' })}
                    options={data.instruments.map(({ id, label }) => ({ value: String(id), label }))}
                  />
                </Field>
              </FormRow>
              <div className="cluster">
                <DayButton label="日期" value={date} onValue={(next) => go({ date: next })}>
                  {weekText(data.days)}
                </DayButton>
                <Button size="s" icon="chevron-left" onClick={() => go({ date: dayAfter(data.days[0] ?? date, -7) })}>
                  上一周
                </Button>
                <Button size="s" onClick={() => go({ date: today })}>
                  本周
                </Button>
                <Button size="s" icon="chevron-right" onClick={() => go({ date: dayAfter(data.days[0] ?? date, 7) })}>
                  下一周
                </Button>
                <ButtonLink size="s" to={address.href({ instrument: '' })}>
                  全部仪器
                </ButtonLink>
              </div>
              {data.obstacle && <p role="status">现在不可使用：{data.obstacle}</p>}
              <MovableWeek week={data} />
              <StaffFeed instruments={data.instruments} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function MovableWeek({ week }: { week: Week }) {
  const { may } = useStaff()
  const [asked, setAsked] = useState<{ booking: WeekBooking; to: Target }>()
  const offer = useAct(staffReservationOffer, { refreshes: [staffReservationCalendar, staffReservationList] })
  return (
    <>
      <CalendarGrid
        week={week}
        movable={may('reservation.confirm')}
        onMove={(booking, to) => setAsked({ booking, to })}
      />
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="提议改期"
        confirmLabel="发给客户"
        onConfirm={async () => {
          if (asked) await offer.submit({ id: asked.booking.id, ...asked.to })
          toast.success('已发给客户，同意后改约')
        }}
      >
        {asked && (
          <p>
            {asked.booking.projectName}（订单 {asked.booking.orderNo}）从 {spanOf(asked.booking)} 改到{' '}
            {shortDay(asked.to.date)} {asked.to.from}
            ，时长不变。客户同意后改约，此前两个时段都保留；夜间与周日加收的费用在核定结算金额时计入。
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

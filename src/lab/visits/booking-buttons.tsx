import { useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { fromShanghai } from '../../platform/time.ts'
import { useStaff } from '../../ground/staff/me.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { staffReservationMove, staffReservationRebook } from '../bookings/contract.ts'
import { staffReservationList } from './list-contract.ts'
import { RebookDialog, type ShownBooking, spanOf } from './rebook-dialog.tsx'

type Asked = 'confirm' | 'miss' | 'drop' | 'rebook'

const questions = {
  confirm: { title: '确认预约', label: '确认预约', done: '预约已确认', text: '确认后客户会收到通知。' },
  miss: { title: '登记爽约', label: '登记爽约', done: '已登记爽约', text: '客户会收到通知，并可以重新预约。' },
  drop: {
    title: '取消预约',
    label: '取消预约',
    done: '预约已取消',
    text: '时段释放给其他客户，订单保留，客户会收到通知并可以重新预约。',
  },
} as const

type Props = {
  booking: ShownBooking
  /** Whether another slot can be taken: the order is open and the visitors have not arrived. */
  movable: boolean
  refreshes?: readonly Call[]
}

/** Buttons of staff for one booking. Its other moves follow the order. */
export function BookingButtons({ booking, movable, refreshes = [] }: Props) {
  const { may } = useStaff()
  const [asked, setAsked] = useState<Asked>()
  const [openedAt] = useState(() => new Date())
  const stale = [staffReservationList, ...refreshes]
  const move = useAct(staffReservationMove, { refreshes: stale })
  const rebook = useAct(staffReservationRebook, { refreshes: stale })
  const close = () => setAsked(undefined)
  if (!may('reservation.confirm')) return null
  const live = booking.stage === 'requested' || booking.stage === 'booked'
  const started = fromShanghai(booking.startsAt) <= openedAt
  const question = asked && asked !== 'rebook' ? questions[asked] : undefined
  const button = (what: Asked, label: string, primary = false) => (
    <Button
      size="s"
      variant={primary ? 'primary' : 'secondary'}
      aria-label={`${label} ${booking.projectName} ${spanOf(booking)}`}
      onClick={() => setAsked(what)}
    >
      {label}
    </Button>
  )
  return (
    <span className="cluster">
      {booking.stage === 'requested' && button('confirm', '确认', true)}
      {booking.stage === 'booked' && started && button('miss', '登记爽约')}
      {movable && booking.stage !== 'ongoing' && booking.stage !== 'finished' && button('rebook', '改约')}
      {live && button('drop', '取消预约')}
      {asked === 'rebook' && (
        <RebookDialog
          booking={booking}
          onClose={close}
          note="请先与客户约好；夜间与周日加收的费用在核定结算金额时计入。"
          onChoose={async (time) => {
            await rebook.submit(time)
            toast.success('已改约，客户会收到通知')
          }}
        />
      )}
      <ConfirmDialog
        open={question !== undefined}
        onClose={close}
        title={question?.title ?? ''}
        confirmLabel={question?.label ?? ''}
        danger={asked === 'drop'}
        reason={asked === 'drop' ? { label: '原因', required: true } : undefined}
        onConfirm={async ({ reason }) => {
          const { id, version } = booking
          if (asked && asked !== 'rebook')
            await move.submit({ id, version, action: asked, reason: reason || undefined })
          toast.success(question?.done ?? '')
        }}
      >
        {spanOf(booking)} {booking.projectName}。{question?.text}
      </ConfirmDialog>
    </span>
  )
}

import { useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { fromShanghai, shanghaiDate } from '../../platform/time.ts'
import { useStaff } from '../../core/staff/me.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import {
  staffReservationIcs,
  staffReservationMove,
  staffReservationOffer,
  staffReservationOfferWithdraw,
} from '../bookings/contract.ts'
import { send } from '../../platform/client/transport.ts'
import { CalendarFileButton } from './calendar-file-button.tsx'
import { VideoDialog } from './video-dialog.tsx'
import { staffReservationList } from './list-contract.ts'
import { RebookDialog, type ShownBooking } from './rebook-dialog.tsx'
import { spanOf } from './span-text.ts'

type Asked = 'confirm' | 'begin' | 'finish' | 'miss' | 'drop' | 'withdraw' | 'offer' | 'video'

const questions = {
  confirm: { title: '确认预约', label: '确认预约', done: '预约已确认', text: '确认后客户会收到通知。' },
  begin: { title: '开始', label: '开始', done: '已开始', text: '客户已到场或接入云视频时登记。' },
  finish: { title: '结束', label: '结束', done: '已结束', text: '此时段的上机已完成。' },
  withdraw: {
    title: '撤回改期提议',
    label: '撤回改期提议',
    done: '已撤回，预约不变',
    text: '提议的时段释放给其他客户，原预约不变，客户会收到通知。',
  },
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

/** Buttons of staff for one booking. The first slot of an order also begins with its check-in, and the last ends when it is handed in. */
export function BookingButtons({ booking, movable, refreshes = [] }: Props) {
  const { may } = useStaff()
  const [asked, setAsked] = useState<Asked>()
  const [openedAt] = useState(() => new Date())
  const stale = [staffReservationList, ...refreshes]
  const move = useAct(staffReservationMove, { refreshes: stale })
  const offer = useAct(staffReservationOffer, { refreshes: stale })
  const withdraw = useAct(staffReservationOfferWithdraw, { refreshes: stale })
  const close = () => setAsked(undefined)
  if (!may('reservation.confirm')) return null
  const live = booking.stage === 'requested' || booking.stage === 'booked'
  const offered = booking.offer?.stage === 'offered'
  const dayReached = booking.startsAt.slice(0, 10) <= shanghaiDate(openedAt)
  const started = fromShanghai(booking.startsAt) <= openedAt
  const question = asked && asked !== 'offer' && asked !== 'video' ? questions[asked] : undefined
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
      {live && !movable && dayReached && button('begin', '开始', true)}
      {booking.stage === 'ongoing' && button('finish', '结束')}
      {movable && !offered && booking.stage !== 'ongoing' && booking.stage !== 'finished' && button('offer', '改约')}
      {offered && button('withdraw', '撤回改期')}
      {live && button('drop', '取消预约')}
      {booking.remote && (live || booking.stage === 'ongoing') && button('video', '云视频链接')}
      {live && (
        <CalendarFileButton
          label={`日历文件 ${booking.projectName} ${spanOf(booking)}`}
          load={() => send(staffReservationIcs, { id: booking.id })}
        />
      )}
      {asked === 'video' && <VideoDialog booking={booking} refreshes={stale} onClose={close} />}
      {asked === 'offer' && (
        <RebookDialog
          booking={booking}
          onClose={close}
          note="客户同意后改约，此前两个时段都保留；夜间与周日加收的费用在核定结算金额时计入。"
          submitLabel="发给客户"
          onChoose={async (time) => {
            await offer.submit(time)
            toast.success('已发给客户，同意后改约')
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
          if (asked === 'withdraw') await withdraw.submit({ offerId: booking.offer?.id ?? 0 })
          else if (asked && asked !== 'offer' && asked !== 'video')
            await move.submit({ id, version, action: asked, reason: reason || undefined })
          toast.success(question?.done ?? '')
        }}
      >
        {spanOf(booking)} {booking.projectName}。{question?.text}
      </ConfirmDialog>
    </span>
  )
}

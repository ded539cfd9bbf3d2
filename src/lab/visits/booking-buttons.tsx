import { lazy, Suspense, useDeferredValue, useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { useStaff } from '../../core/staff/me.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Menu } from '../../ui/feedback/menu.tsx'
import { Icon } from '../../ui/text/icon.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import {
  staffReservationIcs,
  staffReservationMove,
  staffReservationOffer,
  staffReservationOfferWithdraw,
} from '../bookings/contract.ts'
import { send } from '../../platform/client/transport.ts'
import { isLive } from '../bookings/rules.ts'
import { type BookingStep, bookingSteps, stepLabels, stepsAside } from './booking-step-rules.ts'
import { saveCalendarFile } from './calendar-file-button.tsx'
import { staffReservationList } from './list-contract.ts'
import type { ShownBooking } from './rebook-dialog.tsx'
import { spanOf } from './span-text.ts'

// Loaded when they are opened.
const VideoDialog = lazy(async () => ({ default: (await import('./video-dialog.tsx')).VideoDialog }))
const RebookDialog = lazy(async () => ({ default: (await import('./rebook-dialog.tsx')).RebookDialog }))

const questions = {
  confirm: { title: '确认预约', done: '预约已确认', text: '确认后客户会收到通知。' },
  begin: { title: '开始', done: '已开始', text: '客户已到场或接入云视频时登记。' },
  finish: { title: '结束', done: '已结束', text: '此时段的上机已完成。' },
  withdraw: {
    title: '撤回改期提议',
    done: '已撤回，预约不变',
    text: '提议的时段释放给其他客户，原预约不变，客户会收到通知。',
  },
  miss: { title: '登记爽约', done: '已登记爽约', text: '客户会收到通知，并可以重新预约。' },
  drop: {
    title: '取消预约',
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

/** What staff may do with one booking: a button for the next step, and the rest in a menu, so that each row of a list stays on one line. The first slot of an order also begins with its check-in, and the last ends when it is handed in. */
export function BookingButtons({ booking, movable, refreshes = [] }: Props) {
  const { may } = useStaff()
  const [asked, setAsked] = useState<BookingStep>()
  // Not urgent, because React shows what an urgent change loads up to 0.3 s late (decision 0136).
  const step = useDeferredValue(asked)
  const [openedAt] = useState(() => new Date())
  if (!may('reservation.confirm')) return null
  const steps = bookingSteps(booking, { movable, now: openedAt })
  const next = steps.find((step) => !stepsAside.has(step))
  const others = steps.filter((each) => each !== next)
  const of = `${booking.projectName} ${spanOf(booking)}`
  const isOpen = isLive(booking.stage)
  const saveFile = async () => {
    try {
      saveCalendarFile(await send(staffReservationIcs, { id: booking.id }))
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <span className="cluster" style={{ flexWrap: 'nowrap' }}>
      {next && (
        <Button
          size="s"
          variant={next === 'confirm' || next === 'begin' ? 'primary' : 'secondary'}
          aria-label={`${stepLabels[next]} ${of}`}
          onClick={() => setAsked(next)}
        >
          {stepLabels[next]}
        </Button>
      )}
      {(others.length > 0 || isOpen) && (
        <Menu
          label={<Icon name="more" size={18} />}
          name={`更多操作 ${of}`}
          chevron={false}
          floating
          items={[
            ...others.map((other) => ({
              label: stepLabels[other],
              danger: other === 'drop',
              onClick: () => setAsked(other),
            })),
            { label: '日历文件', hidden: !isOpen, onClick: () => void saveFile() },
          ]}
        />
      )}
      <Suspense>
        <StepDialog
          step={asked && step}
          booking={booking}
          stale={[staffReservationList, ...refreshes]}
          onClose={() => setAsked(undefined)}
        />
      </Suspense>
    </span>
  )
}

interface StepDialogProps {
  step: BookingStep | undefined
  booking: ShownBooking
  stale: readonly Call[]
  onClose: () => void
}

/** Asks before a step is taken, or for what it needs. */
function StepDialog({ step, booking, stale, onClose }: StepDialogProps) {
  const move = useAct(staffReservationMove, { refreshes: stale })
  const offer = useAct(staffReservationOffer, { refreshes: stale })
  const withdraw = useAct(staffReservationOfferWithdraw, { refreshes: stale })
  if (step === 'video') return <VideoDialog booking={booking} refreshes={stale} onClose={onClose} />
  if (step === 'offer')
    return (
      <RebookDialog
        booking={booking}
        onClose={onClose}
        note="客户同意后改约，此前两个时段都保留；夜间与周日加收的费用在核定结算金额时计入。"
        submitLabel="发给客户"
        onChoose={async (time) => {
          await offer.submit(time)
          toast.success('已发给客户，同意后改约')
        }}
      />
    )
  const question = step && questions[step]
  return (
    <ConfirmDialog
      open={question !== undefined}
      onClose={onClose}
      title={question?.title ?? ''}
      confirmLabel={question?.title ?? ''}
      danger={step === 'drop'}
      reason={step === 'drop' ? { label: '原因', required: true } : undefined}
      onConfirm={async ({ reason }) => {
        const { id, version } = booking
        if (step === 'withdraw') await withdraw.submit({ offerId: booking.offer?.id ?? 0 })
        else if (step) await move.submit({ id, version, action: step, reason: reason || undefined })
        toast.success(question?.done ?? '')
      }}
    >
      {spanOf(booking)} {booking.projectName}。{question?.text}
    </ConfirmDialog>
  )
}

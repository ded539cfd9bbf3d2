import { useState } from 'react'
import type { ShownOffer } from './offer-line.tsx'
import { spanOf } from './span-text.ts'
import type { ReservationStage } from '../bookings/rules.ts'
import { DayAndStart } from './day-and-start.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormRow } from '../../ui/inputs/form.tsx'

/** A booking as calls answer it. */
export interface ShownBooking {
  id: number
  rid: number
  projectName: string
  /** `YYYY-MM-DD HH:mm:ss` */
  startsAt: string
  endsAt: string
  remote: boolean
  stage: ReservationStage
  stageName: string
  version: number
  offer: ShownOffer
  videoUrl?: string
  addedText?: string
}

type Props = {
  booking: ShownBooking
  onClose: () => void
  /** Rejects when the server refuses. */
  onChoose: (time: { id: number; date: string; from: string }) => Promise<unknown>
  note: string
  /** The text of its button. */
  submitLabel?: string
}

/** Chooses another free slot of the same length. */
export function RebookDialog({ booking, onClose, onChoose, note, submitLabel = '预约此时段' }: Props) {
  const [date, setDate] = useState('')
  const [from, setFrom] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const minutes = minutesOf(booking)
  const choose = async () => {
    if (date === '' || from === null) return setFailure('请选择日期和开始时间')
    setBusy(true)
    setFailure('')
    try {
      await onChoose({ id: booking.id, date, from })
      onClose()
    } catch (error) {
      setFailure((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`选择新的时段：${booking.projectName}`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={busy} onClick={() => void choose()}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          原时段 {spanOf(booking)}（{booking.stageName}），时长 {minutes / 60} 小时不变。{note}
        </p>
        <FormRow>
          <DayAndStart
            date={date}
            from={from}
            of={{ rid: booking.rid, minutes }}
            onChoose={(chosen) => {
              setDate(chosen.date)
              setFrom(chosen.from)
            }}
          />
        </FormRow>
        {failure && (
          <p role="alert" style={{ color: 'var(--danger)' }}>
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function minutesOf({ startsAt, endsAt }: ShownBooking): number {
  const minute = (text: string) => Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16))
  return minute(endsAt) - minute(startsAt)
}

import { useId } from 'react'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import type { SlotField } from './form-rules.ts'
import css from './parameter-form.module.css'

/** Opening hours of the instruments, offered until a day is chosen and its free starts are known. */
const opensAtMinute = 8 * 60 + 30
const closesAtMinute = 22 * 60

type Draft = { date?: unknown; from?: unknown; minutes?: unknown }

/** The props of a slot control. A page can pass a control that knows the bookings (lab/bookings/booked-slot.tsx). */
export type SlotProps = {
  field: SlotField
  value: unknown
  onValue: (value: unknown) => void
  /** The project whose instrument is booked. */
  rid?: number | undefined
}

type Props = Omit<SlotProps, 'rid'> & {
  /** The possible starts on the chosen day; absent when unknown. A start that is not free cannot be chosen. */
  starts?: readonly { from: string; label: string; free: boolean }[] | undefined
  /** The availability of the chosen day as text. */
  text?: string
}

/** What has been chosen so far. */
export function slotDraft(value: unknown): { date: string; from: string | null; minutes: number | null } {
  const draft: Draft = typeof value === 'object' && value !== null ? value : {}
  return {
    date: typeof draft.date === 'string' ? draft.date : '',
    from: typeof draft.from === 'string' ? draft.from : null,
    minutes: typeof draft.minutes === 'number' ? draft.minutes : null,
  }
}

export function ParameterSlot({ field, value, onValue, starts, text }: Props) {
  const set = (change: Draft) => onValue({ ...(typeof value === 'object' ? value : {}), ...change })
  const id = useId()
  const { date, from, minutes } = slotDraft(value)
  const lengths = steps(field.leastMinutes, field.mostMinutes, field.stepMinutes)
  const anyDay = steps(opensAtMinute, closesAtMinute - field.leastMinutes, field.stepMinutes)
  const options = starts
    ? starts.map((start) => ({ value: start.from, label: start.label, disabled: !start.free }))
    : anyDay.map((minute) => ({ value: clock(minute), label: clock(minute) }))
  const taken = starts?.find((start) => start.from === from && !start.free)
  return (
    <div>
      <div className={css.slot}>
        <TextInput
          type="date"
          id={`${id}-date`}
          aria-label="日期"
          value={date}
          onValue={(next) => set({ date: next })}
        />
        <Select
          id={`${id}-minutes`}
          aria-label="时长"
          placeholder="时长"
          value={minutes}
          onValue={(next) => set({ minutes: next })}
          options={lengths.map((length) => ({ value: length, label: `${length / 60} 小时` }))}
        />
        <Select
          id={`${id}-from`}
          aria-label="开始时间"
          placeholder="开始时间"
          value={from}
          onValue={(next) => set({ from: next })}
          options={options}
        />
      </div>
      {text && (
        <p role="status" className={css.slotNote}>
          {taken ? `${taken.label}，请改选其他时间。` : ''}
          {text}
        </p>
      )}
    </div>
  )
}

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, index) => from + index * step)
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

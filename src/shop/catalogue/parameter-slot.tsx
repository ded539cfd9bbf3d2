import { useId } from 'react'
import { Select, TextInput } from '../../ui/input.tsx'
import type { SlotField } from './form-rules.ts'
import css from './parameter-form.module.css'
import { useDayStarts } from '../../lab/bookings/use-day-starts.tsx'

/** The instruments are staffed in these hours; what is free on a day is known once the day is chosen. */
const opensAtMinute = 8 * 60 + 30
const closesAtMinute = 22 * 60

type Draft = { date?: unknown; from?: unknown; minutes?: unknown }

type Props = {
  field: SlotField
  value: unknown
  onValue: (value: unknown) => void
  /** Whose day it is: a start shows what is left of it, and a full one cannot be chosen. */
  rid?: number | undefined
}

export function ParameterSlot({ field, value, onValue, rid }: Props) {
  const draft: Draft = typeof value === 'object' && value !== null ? value : {}
  const set = (change: Draft) => onValue({ ...draft, ...change })
  const id = useId()
  const date = typeof draft.date === 'string' ? draft.date : ''
  const from = typeof draft.from === 'string' ? draft.from : null
  const minutes = typeof draft.minutes === 'number' ? draft.minutes : null
  const { starts, text } = useDayStarts(rid, date, minutes ?? field.leastMinutes, field.stepMinutes)
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

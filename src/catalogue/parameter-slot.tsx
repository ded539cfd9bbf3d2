import { useId } from 'react'
import { Select, TextInput } from '../ui/input.tsx'
import type { SlotField } from './form-rules.ts'
import css from './parameter-form.module.css'

/** The instruments are staffed in these hours. Which slots are still free is said when the appointment is made. */
const opensAtMinute = 8 * 60 + 30
const closesAtMinute = 21 * 60

type Draft = { date?: unknown; from?: unknown; minutes?: unknown }

export function ParameterSlot({
  field,
  value,
  onValue,
}: {
  field: SlotField
  value: unknown
  onValue: (value: unknown) => void
}) {
  const draft: Draft = typeof value === 'object' && value !== null ? value : {}
  const set = (change: Draft) => onValue({ ...draft, ...change })
  const id = useId()
  const starts = steps(opensAtMinute, closesAtMinute - field.leastMinutes, field.stepMinutes)
  const lengths = steps(field.leastMinutes, field.mostMinutes, field.stepMinutes)
  return (
    <div className={css.slot}>
      <TextInput
        type="date"
        id={`${id}-date`}
        aria-label="日期"
        value={typeof draft.date === 'string' ? draft.date : ''}
        onValue={(date) => set({ date })}
      />
      <Select
        id={`${id}-from`}
        aria-label="开始时间"
        placeholder="开始时间"
        value={typeof draft.from === 'string' ? draft.from : null}
        onValue={(from) => set({ from })}
        options={starts.map((minute) => ({ value: clock(minute), label: clock(minute) }))}
      />
      <Select
        id={`${id}-minutes`}
        aria-label="时长"
        placeholder="时长"
        value={typeof draft.minutes === 'number' ? draft.minutes : null}
        onValue={(minutes) => set({ minutes })}
        options={lengths.map((minutes) => ({ value: minutes, label: `${minutes / 60} 小时` }))}
      />
    </div>
  )
}

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, index) => from + index * step)
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

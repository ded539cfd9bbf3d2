import { Field } from '../../ui/inputs/field.tsx'
import { Select, TextInput } from '../../ui/inputs/input.tsx'
import { useDayStarts } from '../bookings/use-day-starts.tsx'

interface Props {
  /** `YYYY-MM-DD`, or empty. */
  date: string
  /** `HH:mm`; null until it is chosen. */
  from: string | null
  of: { rid: number | undefined; minutes: number; stepMinutes?: number | undefined }
  onChoose: (chosen: { date: string; from: string | null }) => void
}

/** The day of a slot, and when on that day it begins. Another day has other starts. */
export function DayAndStart({ date, from, of, onChoose }: Props) {
  const { starts, text } = useDayStarts(of.rid, date, of.minutes, of.stepMinutes)
  return (
    <>
      <Field label="日期" required>
        <TextInput type="date" value={date} onValue={(next) => onChoose({ date: next, from: null })} />
      </Field>
      <Field label="开始时间" required hint={text || undefined}>
        <Select
          placeholder="请选择"
          value={from}
          onValue={(next) => onChoose({ date, from: next })}
          options={(starts ?? []).map(({ from: value, label, free }) => ({ value, label, disabled: !free }))}
        />
      </Field>
    </>
  )
}

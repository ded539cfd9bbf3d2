import { ParameterSlot, slotDraft, type SlotProps } from '../../shop/catalogue/forms/parameter-slot.tsx'
import { useDayStarts } from './use-day-starts.tsx'

/** The slot of a parameter form with what is still free of the project's instrument on the chosen day. */
export function BookedSlot({ field, value, onValue, rid }: SlotProps) {
  const { date, minutes } = slotDraft(value)
  const { starts, text } = useDayStarts(rid, date, minutes ?? field.leastMinutes, field.stepMinutes)
  return <ParameterSlot field={field} value={value} onValue={onValue} starts={starts} text={text} />
}

// One more slot for an order that has one (decision 0110).
import { checkParameters } from '../../../shop/catalogue/forms/form-check-rules.ts'
import {
  type ParameterForm,
  type ParameterValues,
  shownFields,
  type SlotField,
  type SlotValue,
} from '../../../shop/catalogue/forms/form-rules.ts'
import { priceOf, type PriceQuestion } from '../../../shop/catalogue/prices/price-rules.ts'
import { slotProblem, surchargeFen } from '../../bookings/slot-rules.ts'
import type { OrderStage } from '../../orders/rules.ts'

/** So that one order does not keep the instruments from everybody else. */
export const mostSlotsOfOrder = 10

/** The field of a form that asks for the slot, as the wizard shows it for these values. */
export function slotFieldOf(form: ParameterForm, values: ParameterValues): SlotField | undefined {
  return shownFields(form, values).find((field) => field.kind === 'slot')
}

/** Why the wizard would not take this slot for the line; undefined when it would. Its free places are not looked at. */
export function addedSlotProblem(
  form: ParameterForm,
  field: SlotField,
  { values, slot, now }: { values: ParameterValues; slot: SlotValue; now: Date },
): string | undefined {
  const checked = checkParameters(form, { ...values, [field.key]: slot })
  // The line was ordered with an earlier version of the form, perhaps; only the slot is new.
  const issue = checked.ok ? undefined : checked.issues.find((each) => each.field === field.key)
  return issue?.message ?? slotProblem(slot, now)
}

/**
 * What a slot adds to the price of its line by the price list: the hours beyond those that are booked, and its own surcharge. Null when
 * only the manager can tell.
 */
export function addedFen(
  question: PriceQuestion,
  field: SlotField,
  { bookedMinutes, slot }: { bookedMinutes: number; slot: SlotValue },
): number | null {
  const hours = (minutes: number) =>
    priceOf({ ...question, values: { ...question.values, [field.key]: { ...slot, minutes } } })
  const [before, after] = [hours(bookedMinutes), hours(bookedMinutes + slot.minutes)]
  if (before.kind === 'quote' || after.kind === 'quote') return null
  return Math.max(0, after.totalFen - before.totalFen) + surchargeFen(slot)
}

/** Whether the price of the order is still open, so that the manager's quote can count the slot in. */
export function priceIsOpen(stage: OrderStage): boolean {
  return stage === 'quoting'
}

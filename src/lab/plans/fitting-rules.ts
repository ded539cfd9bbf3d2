import { checkParameters } from '../../shop/catalogue/forms/form-check-rules.ts'
import type { ParameterForm, ParameterValues } from '../../shop/catalogue/forms/form-rules.ts'
import { slotProblem } from '../bookings/slot-rules.ts'
import { isSlot } from './rules.ts'

export interface Fitting {
  values: ParameterValues
  /** Keys of the former values that are left out. */
  dropped: string[]
  /** Why the project cannot be ordered with what is left, if so. */
  problem?: string
}

/** Of values that fitted an earlier form, or an earlier day, those that fit now. What the form no longer has or accepts is left out. */
export function fittingParameters(form: ParameterForm, former: ParameterValues, now: Date): Fitting {
  const left: ParameterValues = { ...former }
  for (const [key, value] of Object.entries(former)) if (isSlot(value) && slotProblem(value, now)) delete left[key]
  // Ends, because each round takes a value away.
  for (;;) {
    const checked = checkParameters(form, left)
    const values = checked.ok ? checked.values : left
    const dropped = Object.keys(former).filter((key) => !Object.hasOwn(values, key))
    if (checked.ok) return { values, dropped }
    const faulty = checked.issues.filter(({ field }) => Object.hasOwn(left, field))
    if (faulty.length === 0) return { values, dropped, problem: checked.issues[0]?.message ?? '参数格式不正确' }
    for (const { field } of faulty) delete left[field]
  }
}

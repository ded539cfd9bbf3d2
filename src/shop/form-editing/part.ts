import type { FieldState } from '../../ui/inputs/field.tsx'
import type { ParameterForm } from '../catalogue/forms/form-rules.ts'
import type { PriceRule } from '../catalogue/prices/price-rules.ts'

/** A part of an edited form: `at(path)` reads and writes one value and has its error. */
export interface Part {
  at: (path: string) => FieldState
  path: string
  form: ParameterForm
  rule: PriceRule
}

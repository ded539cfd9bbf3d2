import type { ParameterForm } from '../../catalogue/forms/form-rules.ts'
import type { PriceRule } from '../../catalogue/prices/price-rules.ts'
import type { FieldState } from '../../../ui/inputs/field.tsx'

/** The form and the prices that are being edited together. */
export function formAndRule(at: (path: string) => FieldState): { form: ParameterForm; rule: PriceRule } {
  return {
    form: (at('form').value as ParameterForm | undefined) ?? { fields: [] },
    rule: (at('rule').value as PriceRule | undefined) ?? { kind: 'quote' },
  }
}

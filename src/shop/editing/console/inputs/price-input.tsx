import { useStaff } from '../../../../core/staff/me.tsx'
import type { FieldState } from '../../../../ui/inputs/field.tsx'
import { PriceEditor } from '../../../form-editing/price-editor.tsx'
import { formAndRule } from '../form-and-rule.ts'

/** The prices of a project; read-only without the permission to change them. */
export default function PriceInput({ at }: { at: (path: string) => FieldState }) {
  const { may } = useStaff()
  return <PriceEditor at={at} path="rule" {...formAndRule(at)} mayEdit={may('project.price')} />
}

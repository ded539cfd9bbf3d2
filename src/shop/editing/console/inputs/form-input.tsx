import { FormEditor } from '../../../form-editing/form-editor.tsx'
import type { FieldState } from '../../../../ui/inputs/field.tsx'
import { formAndRule } from '../form-and-rule.ts'

/** The parameter form of a project. */
export default function FormInput({ at }: { at: (path: string) => FieldState }) {
  return <FormEditor at={at} path="form" {...formAndRule(at)} />
}

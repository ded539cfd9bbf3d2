import { Checkbox } from '../../../../ui/inputs/choice.tsx'
import { Field, type FieldState } from '../../../../ui/inputs/field.tsx'
import { TextInput } from '../../../../ui/inputs/input.tsx'
import type { RequirementEdit } from '../../../catalogue/edit-rules.ts'
import { sampleFormLabels } from '../../../catalogue/requirements/requirement-rules.ts'
import { cx } from '../../../../ui/text/class-names.ts'
import css from '../../inputs.module.css'

/** What is required of each form of sample, or why it is not accepted. */
export function RequirementsInput({ at, path }: { at: (path: string) => FieldState; path: string }) {
  const list = (at(path).value ?? []) as RequirementEdit[]
  return (
    <div className={css.stack}>
      {list.map(({ form, accepted }, index) => {
        const text = (name: string, label: string, most: number) => (
          <Field label={label} of={at(`${path}.${index}.${name}`)}>
            <TextInput maxLength={most} />
          </Field>
        )
        return (
          <fieldset key={form} className={cx(css.entry, css.compact)}>
            <legend>{sampleFormLabels[form]}</legend>
            <Field label="是否接收" of={at(`${path}.${index}.accepted`)}>
              <Checkbox>接收{sampleFormLabels[form]}</Checkbox>
            </Field>
            {accepted ? (
              <>
                {text('least', '最少用量', 60)}
                {text('size', '尺寸与状态', 120)}
                {text('refused', '不接收', 120)}
                {text('note', '说明', 120)}
              </>
            ) : (
              text('note', '不接收的原因', 120)
            )}
          </fieldset>
        )
      })}
    </div>
  )
}

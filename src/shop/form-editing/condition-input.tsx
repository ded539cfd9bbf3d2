import { CheckboxGroup } from '../../ui/inputs/choice.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/input.tsx'
import type { Condition, Field as FieldDefinition } from '../catalogue/forms/form-rules.ts'
import css from './form-editing.module.css'
import { conditionSources } from './field-edit-rules.ts'
import type { Part } from './part.ts'

/** When a field or an option is shown: always, or for some values of an earlier field. */
export function ConditionInput({ at, path, form, index, label }: Part & { index: number; label: string }) {
  const state = at(`${path}.showWhen`)
  const when = state.value as Condition | undefined
  const sources = conditionSources(form, index)
  const source = form.fields.find(({ key }) => key === when?.field)
  if (sources.length === 0 && !when) return null
  const known = source === undefined || sources.includes(source) ? sources : [...sources, source]
  return (
    <div className={css.pair}>
      <Field label={label} of={state}>
        <Select
          value={when?.field ?? ''}
          options={[
            { value: '', label: '始终显示' },
            ...known.map(({ key, label: name }) => ({ value: key, label: `取决于「${name || key}」` })),
          ]}
          onValue={(field) => state.set(field === '' ? undefined : { field, is: firstValue(form.fields, field) })}
        />
      </Field>
      {when && source && (
        <Field label="取这些值时显示" as="group" of={at(`${path}.showWhen.is`)}>
          <CheckboxGroup
            options={valuesOf(source)}
            value={when.is.map(String)}
            onValue={(chosen) =>
              state.set({ ...when, is: source.kind === 'yesno' ? chosen.map((value) => value === 'true') : chosen })
            }
          />
        </Field>
      )}
    </div>
  )
}

function valuesOf(field: FieldDefinition): { value: string; label: string }[] {
  if ('options' in field) return field.options.map(({ value, label }) => ({ value, label: label || value }))
  return [
    { value: 'true', label: '是' },
    { value: 'false', label: '否' },
  ]
}

function firstValue(fields: readonly FieldDefinition[], key: string): Condition['is'] {
  const field = fields.find((each) => each.key === key)
  if (!field) return []
  return field.kind === 'yesno' ? [true] : [valuesOf(field)[0]?.value ?? '']
}

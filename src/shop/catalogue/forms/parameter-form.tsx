import { type ComponentType, lazy, memo, Suspense } from 'react'
import type { CustomerGroup } from '../../../people/customers/rules.ts'
import { Checkbox, CheckboxGroup, RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { NumberInput, Select, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
// The lazy control below is in the server's HTML, so its style is loaded with the page.
import '../../../ui/picker/element-picker.module.css'
import type { ChoiceField, Field as FieldDefinition, Option, ParameterForm as Form } from './form-rules.ts'
import { offeredOptions, shownFields, withAlone } from './form-rules.ts'
import { ParameterFiles } from './parameter-files.tsx'
// Not lazy: a day that is chosen before hydration is kept only when the control hydrates with the page.
import { ParameterSlot, type SlotProps } from './parameter-slot.tsx'
import type { UploadFile } from './parameter-upload.tsx'
import css from './parameter-form.module.css'
import { priceNote } from '../prices/price-note-rules.ts'
import type { PriceRule } from '../prices/price-rules.ts'
import type { Parameters } from './use-parameters.tsx'

// Lazy, because few forms have these controls. Only they stand in a Suspense: what does is hydrated after the page, and React does not
// see an entry by which a part of the page is hydrated.
const ElementPicker = lazy(async () => ({
  default: (await import('../../../ui/picker/element-picker.tsx')).ElementPicker,
}))
const ParameterTable = lazy(async () => ({ default: (await import('./parameter-table.tsx')).ParameterTable }))

export type ParameterFormProps = {
  form: Form
  /** From useParameters(form). */
  parameters: Parameters
  /** For the prices shown with the choices. */
  rule?: PriceRule
  group?: CustomerGroup
  /** Absent: file fields say that files are added when ordering. */
  uploadFile?: UploadFile
  /** The project whose instrument a slot books. */
  rid?: number
  /** The control of a slot. Absent: one that does not know what is booked. */
  slotControl?: ComponentType<SlotProps>
}

/** Renders a form definition with native controls. Shows only the fields that the current values require. */
export function ParameterForm({ form, parameters, ...rest }: ParameterFormProps) {
  const { values, errors, set, rootRef } = parameters
  return (
    <div ref={rootRef} className={css.form}>
      {shownFields(form, values).map((field) => (
        <div key={field.key} data-parameter={field.key} className={isShort(field) ? undefined : css.wide}>
          <ParameterField
            {...rest}
            field={offered(form, field, values)}
            value={values[field.key]}
            error={errors[field.key]}
            onChange={set}
          />
        </div>
      ))}
    </div>
  )
}

/** The field with the options that the current values allow; the identical object when no option depends on them. */
function offered(form: Form, field: FieldDefinition, values: Readonly<Record<string, unknown>>): FieldDefinition {
  if (field.kind !== 'choice' && field.kind !== 'choices') return field
  const options = offeredOptions(form, field, values)
  return options === field.options ? field : { ...field, options }
}

type FieldProps = Omit<ParameterFormProps, 'form' | 'parameters'> & {
  field: FieldDefinition
  value: unknown
  error: string | undefined
  onChange: (key: string, value: unknown) => void
}

/**
 * Memoised: when a lazy control is still loading during hydration, rendering the field again would recreate the control
 * and lose its focus and a pending click.
 */
const ParameterField = memo(function ParameterField({ onChange, ...props }: FieldProps) {
  const { field, error, rule, group = 'institute' } = props
  const note = rule ? priceNote(rule, group, field.price) : ''
  const hint = [field.hint, note].filter(Boolean).join(' · ') || undefined
  const grouped = !['text', 'number'].includes(field.kind) && !isLongChoice(field)
  return (
    <Field label={field.label} hint={hint} error={error} required={field.required} as={grouped ? 'group' : 'control'}>
      <ParameterControl {...props} onValue={(value) => onChange(field.key, value)} />
    </Field>
  )
})

type ControlProps = Omit<FieldProps, 'error' | 'onChange'> & { onValue: (value: unknown) => void }

function ParameterControl({
  field,
  value,
  onValue,
  rule,
  group = 'institute',
  uploadFile,
  rid,
  slotControl: Slot = ParameterSlot,
}: ControlProps) {
  const optionsOf = (options: readonly Option[]) =>
    options.map((option) => ({
      value: option.value,
      label: option.label,
      note: [option.hint, rule && priceNote(rule, group, option.price)].filter(Boolean).join(' · ') || undefined,
    }))
  switch (field.kind) {
    case 'text': {
      const text = typeof value === 'string' ? value : ''
      const most = field.maxLength ?? 200
      return field.multiline ? (
        <TextArea value={text} onValue={onValue} maxLength={most} rows={3} />
      ) : (
        <TextInput value={text} onValue={onValue} maxLength={most} />
      )
    }
    case 'number':
      return <NumberInput value={typeof value === 'number' ? value : null} onValue={onValue} unit={field.unit} />
    case 'choice': {
      const chosen = typeof value === 'string' ? value : null
      const options = optionsOf(field.options)
      if (isLongChoice(field)) return <Select value={chosen} onValue={onValue} options={options} placeholder="请选择" />
      return <RadioGroup value={chosen} onValue={onValue} options={options} />
    }
    case 'choices':
      return (
        <CheckboxGroup
          value={texts(value)}
          onValue={(after) => onValue(withAlone(field.options, texts(value), after))}
          options={optionsOf(field.options)}
        />
      )
    case 'yesno':
      return (
        <Checkbox value={value === true} onValue={onValue}>
          {field.required ? '我确认' : '是'}
        </Checkbox>
      )
    case 'file':
      return <ParameterFiles field={field} value={value} onValue={onValue} uploadFile={uploadFile} />
    case 'elements':
      return (
        <Suspense>
          <ElementPicker
            value={texts(value)}
            onValue={onValue}
            label={field.label}
            max={field.most ?? 118}
            unavailable={field.refused}
          />
        </Suspense>
      )
    case 'table':
      return (
        <Suspense>
          <ParameterTable field={field} value={value} onValue={onValue} />
        </Suspense>
      )
    case 'slot':
      return <Slot field={field} value={value} onValue={onValue} rid={rid} />
  }
}

/** Numbers and selects are short and share a row, such as a range's start and end. */
function isShort(field: FieldDefinition): boolean {
  return field.kind === 'number' || isLongChoice(field)
}

/** With more options a select is used instead of radio buttons. */
const mostRadios = 8

function isLongChoice(field: FieldDefinition): field is ChoiceField {
  return field.kind === 'choice' && field.options.length > mostRadios
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

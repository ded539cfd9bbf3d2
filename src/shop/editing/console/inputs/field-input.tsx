import { lazy, type ReactNode, Suspense } from 'react'
import { CheckboxGroup } from '../../../../ui/inputs/choice.tsx'
import { Field, type FieldState } from '../../../../ui/inputs/field.tsx'
import { NumberInput, Select, TextArea, TextInput } from '../../../../ui/inputs/input.tsx'
import { Skeleton } from '../../../../ui/feedback/states.tsx'
import type { ContentField } from '../../kinds/field-rules.ts'
import css from '../../inputs.module.css'
import { ArrangeInput } from './arrange-input.tsx'
import { FigureInput } from './figure-input.tsx'
import { ImageInput } from '../../images/image-input.tsx'
import { ElementsInput } from './elements-input.tsx'
import { DatesInput, ListInput, TagsInput } from './list-inputs.tsx'
import { CategoriesInput, ParentInput, ProjectCategory, ProjectsInput } from './pick-inputs.tsx'
import { SeoInput } from './seo-input.tsx'
import { RequirementsInput } from './requirements-input.tsx'
import { RegionsInput } from './regions-input.tsx'

// Lazy: the rich text editor is three quarters of the console's JavaScript, and most forms have none.
const RichInput = lazy(() => import('./rich-input.tsx'))
const FormInput = lazy(() => import('./form-input.tsx'))
const PriceInput = lazy(() => import('./price-input.tsx'))
const MeasurementInput = lazy(() => import('./measurement-input.tsx'))

export interface FieldInputProps {
  field: ContentField
  path: string
  at: (path: string) => FieldState
}

/** The control of a declared field. Several controls under one name form a group. */
export function FieldInput({ field, path, at }: FieldInputProps) {
  const state = at(path)
  if (field.control === 'form' || field.control === 'price') {
    // Not inside a Field: their controls belong to fields of their own.
    const Input = field.control === 'form' ? FormInput : PriceInput
    return (
      <div data-field={path} tabIndex={-1}>
        {field.hint && <p className={css.none}>{field.hint}</p>}
        {state.error && (
          <p role="alert" className={css.problem}>
            {state.error}
          </p>
        )}
        <Suspense fallback={<Skeleton lines={1} height={280} label="正在加载编辑器" />}>
          <Input at={at} />
        </Suspense>
      </div>
    )
  }
  const single = singleControl(field, state)
  return (
    <Field label={field.label} of={state} as={single ? 'control' : 'group'} hint={field.hint} required={field.required}>
      {single ?? groupControl(field, path, state, at)}
    </Field>
  )
}

function singleControl(field: ContentField, state: FieldState): ReactNode {
  switch (field.control) {
    case 'text':
    case 'link':
      return <TextInput inputMode={field.control === 'link' ? 'url' : undefined} />
    case 'decimal':
      return <TextInput inputMode="decimal" />
    case 'lines':
      return <TextArea rows={3} />
    case 'number':
      return <NumberInput unit={field.unit} />
    case 'category':
      return <ProjectCategory />
    case 'date':
      return <TextInput type="date" />
    case 'moment':
      return <TextInput type="datetime-local" value={String(state.value ?? '').replace(' ', 'T')} />
    case 'select':
      return <Select options={field.options ?? []} />
    default:
      return undefined
  }
}

function groupControl(field: ContentField, path: string, state: FieldState, at: FieldInputProps['at']): ReactNode {
  switch (field.control) {
    case 'rich':
      return (
        <Suspense fallback={<Skeleton lines={1} height={280} label="正在加载编辑器" />}>
          <RichInput label={field.label} />
        </Suspense>
      )
    case 'parent':
      return <ParentInput label={field.label} />
    case 'seo':
      return (
        <SeoInput
          field={field}
          input={(each, inner) => <FieldInput field={each} path={`${path}.${inner}`} at={at} />}
          valueOf={(name) => at(name).value}
        />
      )
    case 'arrange':
      return <ArrangeInput field={field} />
    case 'figure':
      return <FigureInput label={field.label} />
    case 'image':
      return <ImageInput label={field.label} />
    case 'project':
      return <ProjectsInput label={field.label} single most={1} />
    case 'projects':
      return <ProjectsInput label={field.label} most={field.most ?? 1} />
    case 'categories':
      return <CategoriesInput label={field.label} most={field.most ?? 1} />
    case 'tags':
      return <TagsInput label={field.label} most={field.most ?? 8} longest={field.longest} />
    case 'choices':
      return (
        <CheckboxGroup
          options={(field.options ?? []).map(({ value, label }) => ({ value: Number(value), label }))}
          value={(state.value ?? []) as number[]}
        />
      )
    case 'several':
      return <CheckboxGroup options={field.options ?? []} value={(state.value ?? []) as string[]} />
    case 'elements':
      return <ElementsInput label={field.label} state={state} />
    case 'dates':
      return <DatesInput label={field.label} />
    case 'regions':
      return <RegionsInput />
    case 'requirements':
      return <RequirementsInput at={at} path={path} />
    case 'measurement':
      return (
        <Suspense fallback={<Skeleton lines={1} height={280} label="正在加载数据表" />}>
          <MeasurementInput
            field={field}
            input={(each, inner) => <FieldInput field={each} path={`${path}.${inner}`} at={at} />}
            at={(inner) => at(`${path}.${inner}`)}
          />
        </Suspense>
      )
    case 'list':
      return (
        <ListInput
          field={field}
          input={(each, inner) => <FieldInput field={each} path={`${path}.${inner}`} at={at} />}
        />
      )
    default:
      return null
  }
}

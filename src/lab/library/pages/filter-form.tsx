import { type FormEvent, useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { libraryChoices } from '../contract.ts'
import { type CompositionMode, compositionModes, curveSorts, mostChoices, mostTagLength } from '../rules.ts'
import css from '../library.module.css'

export const filterNames = [
  'kw',
  'composition',
  'mode',
  'without',
  'shareOf',
  'shareFrom',
  'shareTo',
  'method',
  'project',
  'tag',
  'from',
  'to',
  'sort',
] as const
export type Filters = Record<(typeof filterNames)[number], string>

/** What the call is asked; a number that is none is asked as the widest range. */
export function askedBy(filters: Filters) {
  const { mode, sort, shareFrom, shareTo, ...texts } = filters
  return {
    ...texts,
    mode: (mode in compositionModes ? mode : 'contains') as CompositionMode,
    sort: (sort in curveSorts ? sort : '-measured') as keyof typeof curveSorts,
    shareFrom: percentOf(shareFrom, 0),
    shareTo: percentOf(shareTo, 100),
  }
}

function percentOf(text: string, otherwise: number): number {
  const value = Number(text)
  return text.trim() === '' || Number.isNaN(value) ? otherwise : value
}

/** Filters are kept in the address, so that a search can be bookmarked. */
export function FilterForm({ filters, onSearch }: { filters: Filters; onSearch: (filters: Filters) => void }) {
  const [values, setValues] = useState(filters)
  const choices = useCall(libraryChoices, {})
  const { methods = [], projects = [], tags = [], more = false } = choices.data ?? {}
  const set = (name: keyof Filters) => (value: string) => setValues((old) => ({ ...old, [name]: value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(values)
  }
  return (
    <Card>
      <form onSubmit={submit} className="stack">
        <div className={css.form}>
          <Field label="样品、编号、订单号">
            <TextInput value={values.kw} onValue={set('kw')} maxLength={60} />
          </Field>
          <Field label="成分" hint="元素 Fe O，或化学式 Fe2O3">
            <TextInput value={values.composition} onValue={set('composition')} maxLength={100} />
          </Field>
          <Field label="方法">
            <Select value={values.method} onValue={set('method')} options={optionsOf(methods, values.method)} />
          </Field>
          <div className={css.act}>
            <Button type="submit" variant="primary" icon="search">
              查找
            </Button>
          </div>
        </div>
        <details className={css.more} open={isNarrowed(filters)}>
          <summary>更多条件与排序</summary>
          <div className={css.form}>
            <Field label="成分的查找方式">
              <Select
                value={values.mode || 'contains'}
                onValue={set('mode')}
                options={Object.entries(compositionModes).map(([value, label]) => ({ value, label }))}
              />
            </Field>
            <Field label="不含元素">
              <TextInput value={values.without} onValue={set('without')} maxLength={100} />
            </Field>
            <Field label="含量的元素" hint="按原子百分比">
              <TextInput value={values.shareOf} onValue={set('shareOf')} maxLength={2} />
            </Field>
            <Field label="含量从（%）">
              <TextInput inputMode="decimal" value={values.shareFrom} onValue={set('shareFrom')} maxLength={6} />
            </Field>
            <Field label="含量到（%）">
              <TextInput inputMode="decimal" value={values.shareTo} onValue={set('shareTo')} maxLength={6} />
            </Field>
            <Field label="项目">
              <Select value={values.project} onValue={set('project')} options={optionsOf(projects, values.project)} />
            </Field>
            <Field label="标签">
              <Select
                value={values.tag}
                onValue={set('tag')}
                options={optionsOf(tags, values.tag.slice(0, mostTagLength))}
              />
            </Field>
            <Field label="测量日期从">
              <TextInput type="date" value={values.from} onValue={set('from')} />
            </Field>
            <Field label="到">
              <TextInput type="date" value={values.to} onValue={set('to')} />
            </Field>
            <Field label="排序">
              <Select
                value={values.sort || '-measured'}
                onValue={set('sort')}
                options={Object.entries(curveSorts).map(([value, label]) => ({ value, label }))}
              />
            </Field>
          </div>
          {more && <p>方法、项目或标签很多，每类只列出前 {mostChoices} 个；其余请按样品、编号查找。</p>}
        </details>
      </form>
    </Card>
  )
}

const rare: readonly (keyof Filters)[] = [
  'mode',
  'without',
  'shareOf',
  'shareFrom',
  'shareTo',
  'project',
  'tag',
  'from',
  'to',
  'sort',
]

/** Whether a condition of the folded part is applied: then it is shown. */
function isNarrowed(filters: Filters): boolean {
  return rare.some((name) => filters[name] !== '')
}

/** Also a choice that came with the address and does not occur (any more), so that the field says what is applied. */
function optionsOf(choices: readonly string[], chosen: string) {
  const known = chosen === '' || choices.includes(chosen) ? choices : [...choices, chosen]
  return [{ value: '', label: '全部' }, ...known.map((each) => ({ value: each, label: each }))]
}

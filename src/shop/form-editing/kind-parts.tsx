import { useState } from 'react'
import { Checkbox, CheckboxGroup } from '../../ui/inputs/choice.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { NumberInput, Select, TextInput } from '../../ui/inputs/input.tsx'
import type { Field as FieldDefinition, NumberField } from '../catalogue/forms/form-rules.ts'
import { ColumnRows } from './column-rows.tsx'
import css from './form-editing.module.css'
import { OptionRows } from './option-rows.tsx'
import type { Part } from './part.ts'

/** What a field of this kind has besides its label. */
export function KindParts({ field, index, ...part }: Part & { field: FieldDefinition; index: number }) {
  const { at, path, form } = part
  const count = (name: string, label: string, hint?: string) => (
    <Field label={label} of={at(`${path}.${name}`)} hint={hint}>
      <NumberInput />
    </Field>
  )
  switch (field.kind) {
    case 'text':
      return (
        <div className={css.grid}>
          {count('maxLength', '最多字数')}
          <Field label="初始值" of={at(`${path}.initial`)}>
            <TextInput maxLength={200} />
          </Field>
          <Field label="多行" of={at(`${path}.multiline`)}>
            <Checkbox>可以换行</Checkbox>
          </Field>
        </div>
      )
    case 'number':
      return <NumberParts {...part} field={field} before={form.fields.slice(0, index)} />
    case 'choice':
    case 'choices':
      return (
        <>
          <OptionRows {...part} field={field} index={index} />
          <InitialChoice {...part} field={field} />
          {field.kind === 'choices' && (
            <div className={css.grid}>
              {count('least', '至少选')}
              {count('most', '最多选')}
            </div>
          )}
        </>
      )
    case 'yesno':
      return (
        <Field label="初始值" of={at(`${path}.initial`)} hint="必填的是否题是一项声明，客户必须确认">
          <Checkbox>默认选「是」</Checkbox>
        </Field>
      )
    case 'file':
      return (
        <div className={css.grid}>
          <Extensions at={at} path={path} />
          {count('most', '最多文件数')}
        </div>
      )
    case 'elements':
      return (
        <div className={css.grid}>
          {count('least', '至少选')}
          {count('most', '最多选')}
          <Refused at={at} path={path} />
        </div>
      )
    case 'table':
      return (
        <>
          <ColumnRows {...part} field={field} />
          <div className={css.grid}>
            {count('least', '至少行数')}
            {count('most', '最多行数')}
          </div>
        </>
      )
    case 'slot':
      return (
        <div className={css.grid}>
          {count('stepMinutes', '每格（分钟）')}
          {count('leastMinutes', '最短（分钟）')}
          {count('mostMinutes', '最长（分钟）')}
        </div>
      )
  }
}

function NumberParts({ at, path, field, before }: Part & { field: NumberField; before: readonly FieldDefinition[] }) {
  const numbers = before.filter(({ kind }) => kind === 'number')
  const number = (name: string, label: string, required = false) => (
    <Field label={label} of={at(`${path}.${name}`)} required={required}>
      <NumberInput />
    </Field>
  )
  return (
    <div className={css.grid}>
      <Field label="单位" of={at(`${path}.unit`)}>
        <TextInput maxLength={20} />
      </Field>
      {number('min', '最小值', true)}
      {number('max', '最大值', true)}
      {number('step', '步长')}
      {number('initial', '初始值')}
      {(numbers.length > 0 || field.above !== undefined) && (
        <Field label="必须大于" of={at(`${path}.above`)}>
          <Select
            value={field.above ?? ''}
            options={[
              { value: '', label: '不比较' },
              ...numbers.map(({ key, label }) => ({ value: key, label: label || key })),
            ]}
            onValue={(key) => at(`${path}.above`).set(key === '' ? undefined : key)}
          />
        </Field>
      )}
    </div>
  )
}

function InitialChoice({
  at,
  path,
  field,
}: Part & { field: Extract<FieldDefinition, { kind: 'choice' | 'choices' }> }) {
  const state = at(`${path}.initial`)
  const options = field.options.map(({ value, label }) => ({ value, label: label || value }))
  if (field.kind === 'choices')
    return (
      <Field label="初始选中" as="group" of={state}>
        <CheckboxGroup
          options={options}
          value={field.initial ?? []}
          onValue={(chosen) => state.set(chosen.length === 0 ? undefined : chosen)}
        />
      </Field>
    )
  return (
    <Field label="初始选中" of={state}>
      <Select
        value={field.initial ?? ''}
        options={[{ value: '', label: '不预选' }, ...options]}
        onValue={(value) => state.set(value === '' ? undefined : value)}
      />
    </Field>
  )
}

function Extensions(part: Pick<Part, 'at' | 'path'>) {
  return (
    <WordsInput
      {...part}
      name="extensions"
      label="允许的扩展名"
      hint="用空格分开，例如 txt csv zip"
      read={(text) => wordsIn(text.toLowerCase().replaceAll('.', ''))}
    />
  )
}

function Refused(part: Pick<Part, 'at' | 'path'>) {
  return (
    <WordsInput {...part} name="refused" label="不能选的元素" hint="元素符号，用空格分开，例如 H He" read={wordsIn} />
  )
}

/** Several words typed with blanks or commas between them. */
function WordsInput({
  at,
  path,
  name,
  label,
  hint,
  read,
}: Pick<Part, 'at' | 'path'> & { name: string; label: string; hint: string; read: (text: string) => string[] }) {
  const state = at(`${path}.${name}`)
  const [text, setText] = useState(() => ((state.value ?? []) as string[]).join(' '))
  return (
    <Field label={label} of={state} hint={hint}>
      <TextInput
        name={`${path}.${name}.words`}
        value={text}
        onValue={(typed) => {
          setText(typed)
          const words = read(typed)
          state.set(words.length === 0 && name === 'refused' ? undefined : words)
        }}
      />
    </Field>
  )
}

function wordsIn(text: string): string[] {
  return text.split(/[\s,，、;；]+/).filter((word) => word !== '')
}

import { Checkbox } from '../../ui/inputs/choice.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { NumberInput, Select, TextInput } from '../../ui/inputs/input.tsx'
import type { TableColumn, TableField } from '../catalogue/forms/form-rules.ts'
import css from './form-editing.module.css'
import { blankColumn, blankOption } from './field-edit-rules.ts'
import type { Part } from './part.ts'
import { Rows } from './rows.tsx'

const kinds = [
  { value: 'text', label: '文本' },
  { value: 'number', label: '数值' },
  { value: 'choice', label: '单选' },
] as const

/** The columns of a small table. */
export function ColumnRows({ field, at, path }: Part & { field: TableField }) {
  const state = at(`${path}.columns`)
  return (
    <Field label="列" as="group" of={state}>
      <Rows
        label="列"
        list={field.columns}
        onList={(next) => state.set(next)}
        blank={() => blankColumn(field.columns)}
        most={10}
      >
        {(column, index) => {
          const own = `${path}.columns.${index}`
          return (
            <>
              <Field label="列名" of={at(`${own}.label`)} required>
                <TextInput maxLength={60} />
              </Field>
              <Field label="内容" of={at(`${own}.kind`)}>
                <Select
                  options={kinds}
                  value={column.kind}
                  onValue={(kind) => state.set(field.columns.with(index, ofKind(column, kind)))}
                />
              </Field>
              {column.kind === 'number' && (
                <>
                  <Field label="单位" of={at(`${own}.unit`)}>
                    <TextInput maxLength={20} />
                  </Field>
                  <Field label="最小" of={at(`${own}.min`)} required>
                    <NumberInput />
                  </Field>
                  <Field label="最大" of={at(`${own}.max`)} required>
                    <NumberInput />
                  </Field>
                </>
              )}
              {column.kind === 'choice' && <ColumnOptions column={column} at={at} path={own} />}
              <Field label="必填" of={at(`${own}.required`)}>
                <Checkbox>每行都要填</Checkbox>
              </Field>
            </>
          )
        }}
      </Rows>
    </Field>
  )
}

function ColumnOptions({
  column,
  at,
  path,
}: Pick<Part, 'at' | 'path'> & { column: Extract<TableColumn, { kind: 'choice' }> }) {
  const state = at(`${path}.options`)
  return (
    <div className={css.wide}>
      <Rows
        label="列选项"
        list={column.options}
        onList={(next) => state.set(next)}
        blank={() => blankOption(column.options)}
        most={60}
      >
        {(_, index) => (
          <Field label="名称" of={at(`${path}.options.${index}.label`)} required>
            <TextInput maxLength={60} />
          </Field>
        )}
      </Rows>
    </div>
  )
}

function ofKind({ key, label, required }: TableColumn, kind: TableColumn['kind']): TableColumn {
  const base = { key, label, ...(required === undefined ? {} : { required }) }
  if (kind === 'number') return { ...base, kind, min: 0, max: 100 }
  return kind === 'choice' ? { ...base, kind, options: [blankOption([])] } : { ...base, kind, maxLength: 60 }
}

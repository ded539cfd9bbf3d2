import { Checkbox } from '../../ui/inputs/choice.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { NumberInput, Select, TextInput } from '../../ui/inputs/input.tsx'
import type { ChoiceField, ChoicesField, Option } from '../catalogue/forms/form-rules.ts'
import { ConditionInput } from './condition-input.tsx'
import { EffectInput } from './effect-input.tsx'
import css from './form-editing.module.css'
import { blankOption } from './field-edit-rules.ts'
import type { Part } from './part.ts'
import { Rows } from './rows.tsx'

/** The options of a choice: name, hint, condition and effect on the price. */
export function OptionRows({ field, index, ...part }: Part & { field: ChoiceField | ChoicesField; index: number }) {
  const { at, path, form } = part
  const state = at(`${path}.options`)
  const numbers = form.fields.slice(0, index).filter(({ kind }) => kind === 'number')
  return (
    <Field label="选项" as="group" of={state}>
      <Rows
        label="选项"
        list={field.options}
        onList={(next) => state.set(next)}
        blank={() => blankOption(field.options)}
        most={60}
      >
        {(option, place) => {
          const own = { ...part, path: `${path}.options.${place}` }
          return (
            <>
              <Field label="选项名称" of={at(`${own.path}.label`)} required>
                <TextInput maxLength={60} />
              </Field>
              <details className={css.more}>
                <summary>提示、条件与价格{hasMore(option) && <b>（已设置）</b>}</summary>
                <div className={css.details}>
                  <Field label="提示" of={at(`${own.path}.hint`)}>
                    <TextInput maxLength={200} />
                  </Field>
                  <EffectInput {...own} counts={false} />
                  <ConditionInput {...own} index={index} label="何时提供此选项" />
                  {numbers.length > 0 && <LimitInput {...own} numbers={numbers} />}
                  {field.kind === 'choices' && (
                    <Field label="与其他选项互斥" of={at(`${own.path}.alone`)}>
                      <Checkbox>例如「以上都不需要」</Checkbox>
                    </Field>
                  )}
                </div>
              </details>
            </>
          )
        }}
      </Rows>
    </Field>
  )
}

function hasMore({ hint, price, showWhen, upTo, alone }: Option): boolean {
  return Boolean(hint) || Boolean(price?.length) || Boolean(showWhen) || Boolean(upTo) || alone === true
}

function LimitInput({ at, path, numbers }: Part & { numbers: readonly { key: string; label: string }[] }) {
  const state = at(`${path}.upTo`)
  const limit = state.value as Option['upTo']
  return (
    <div className={css.pair}>
      <Field label="数值上限" of={state}>
        <Select
          value={limit?.field ?? ''}
          options={[
            { value: '', label: '不限' },
            ...numbers.map(({ key, label }) => ({ value: key, label: `「${label || key}」不超过` })),
          ]}
          onValue={(field) => state.set(field === '' ? undefined : { field, most: limit?.most ?? 100 })}
        />
      </Field>
      {limit && (
        <Field label="不超过" of={at(`${path}.upTo.most`)}>
          <NumberInput />
        </Field>
      )}
    </div>
  )
}

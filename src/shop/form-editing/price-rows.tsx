import { groupNames } from '../../people/customers/rules.ts'
import { Checkbox } from '../../ui/inputs/choice.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { MoneyInput, NumberInput, Select, TextInput } from '../../ui/inputs/input.tsx'
import { type AddOn, bases, priceGroups, type Rate, type Tier } from '../catalogue/prices/price-rules.ts'
import css from './form-editing.module.css'
import { blankAddOn, blankRate, noMoney, quantityFields } from './field-edit-rules.ts'
import type { Part } from './part.ts'
import { Rows } from './rows.tsx'

/** One amount for each type of customer. */
export function GroupMoney({ at, path }: Pick<Part, 'at' | 'path'>) {
  return (
    <div className={css.money}>
      {priceGroups.map((group) => (
        <Field key={group} label={groupNames[group]} of={at(`${path}.${group}`)} required>
          <MoneyInput />
        </Field>
      ))}
    </div>
  )
}

export function RateRows({ rates, ...part }: Part & { rates: readonly Rate[] }) {
  const { at, path, form } = part
  const quantities = quantityFields(form)
  return (
    <Rows
      label="计价方式"
      list={rates}
      onList={(next) => at(`${path}.rates`).set(next)}
      blank={() => blankRate(rates)}
      most={10}
    >
      {(rate, index) => {
        const own = `${path}.rates.${index}`
        const quantity = at(`${own}.quantityField`)
        return (
          <div className={css.details}>
            <div className={css.grid}>
              <Field label="名称" of={at(`${own}.label`)} required>
                <TextInput maxLength={60} />
              </Field>
              <Field label="单位" of={at(`${own}.basis`)}>
                <Select options={bases.map((basis) => ({ value: basis, label: `每${basis}` }))} />
              </Field>
            </div>
            <GroupMoney at={at} path={`${own}.unitFen`} />
            <div className={css.grid}>
              <Field label="数量取自" of={quantity}>
                <Select
                  value={rate.quantityField ?? ''}
                  options={[
                    { value: '', label: '按样品数' },
                    ...quantities.map(({ key, label }) => ({ value: key, label: `「${label || key}」` })),
                    ...(rate.quantityField && !quantities.some(({ key }) => key === rate.quantityField)
                      ? [{ value: rate.quantityField, label: '（参数里没有）' }]
                      : []),
                  ]}
                  onValue={(key) => quantity.set(key === '' ? undefined : key)}
                />
              </Field>
              <Field label="起计数量" of={at(`${own}.leastQuantity`)}>
                <NumberInput />
              </Field>
              <Field label="乘以样品数" of={at(`${own}.perSample`)}>
                <Checkbox>每个样品都收</Checkbox>
              </Field>
            </div>
            <TierRows at={at} path={own} rate={rate} />
          </div>
        )
      }}
    </Rows>
  )
}

function TierRows({ at, path, rate }: Pick<Part, 'at' | 'path'> & { rate: Rate }) {
  const state = at(`${path}.tiers`)
  const tiers = rate.tiers ?? []
  const blank = (): Tier => ({ above: (tiers.at(-1)?.above ?? 0) + 10, unitFen: noMoney })
  return (
    <Field label="阶梯价" as="group" of={state} hint="超过某个数量的部分按另一单价">
      <Rows
        label="阶梯"
        list={tiers}
        onList={(next) => state.set(next.length === 0 ? undefined : next)}
        blank={blank}
        most={10}
      >
        {(_, index) => (
          <>
            <Field label="超过" of={at(`${path}.tiers.${index}.above`)} required>
              <NumberInput />
            </Field>
            <GroupMoney at={at} path={`${path}.tiers.${index}.unitFen`} />
          </>
        )}
      </Rows>
    </Field>
  )
}

export function AddOnRows({ addOns, at, path }: Part & { addOns: readonly AddOn[] }) {
  return (
    <Rows
      label="附加收费"
      list={addOns}
      onList={(next) => at(`${path}.addOns`).set(next)}
      blank={() => blankAddOn(addOns)}
      most={60}
    >
      {(_, index) => {
        const own = `${path}.addOns.${index}`
        return (
          <div className={css.details}>
            <div className={css.grid}>
              <Field label="名称" of={at(`${own}.label`)} required>
                <TextInput maxLength={60} />
              </Field>
              <Field label="单位" of={at(`${own}.unit`)} required>
                <TextInput maxLength={10} />
              </Field>
              <Field label="乘以样品数" of={at(`${own}.perSample`)}>
                <Checkbox>每个样品都收</Checkbox>
              </Field>
            </div>
            <GroupMoney at={at} path={`${own}.unitFen`} />
          </div>
        )
      }}
    </Rows>
  )
}

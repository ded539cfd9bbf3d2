import { Field } from '../../ui/inputs/field.tsx'
import { NumberInput, Select } from '../../ui/inputs/input.tsx'
import type { PriceEffect } from '../catalogue/forms/form-rules.ts'
import { type EffectKind, effectKind } from './field-edit-rules.ts'
import type { Part } from './part.ts'
import { Rows } from './rows.tsx'

const kinds: Record<EffectKind, string> = { charge: '附加收费', rate: '改用计价方式', quote: '需要报价' }

/** What a choice or a filled-in field does to the price. The amounts are those of the price rule. */
export function EffectInput({ at, path, rule, counts }: Part & { counts: boolean }) {
  const state = at(`${path}.price`)
  const effects = (state.value ?? []) as PriceEffect[]
  const [addOns, rates] = rule.kind === 'rated' ? [rule.addOns, rule.rates] : [[], []]
  const named = (list: readonly { key: string; label: string }[], key: string) => [
    ...list.map((each) => ({ value: each.key, label: each.label || each.key })),
    ...(list.some((each) => each.key === key) ? [] : [{ value: key, label: '（价格里没有，请先添加）' }]),
  ]
  const blank = (): PriceEffect => (addOns[0] ? { charge: addOns[0].key } : { quote: true })
  return (
    <Field label="对价格的影响" as="group" of={state}>
      <Rows
        label="价格影响"
        list={effects}
        onList={(next) => state.set(next.length === 0 ? undefined : next)}
        blank={blank}
        most={10}
      >
        {(effect, index) => {
          const change = (next: PriceEffect) => state.set(effects.with(index, next))
          return (
            <>
              <Select
                name={`${path}.effect.${index}`}
                aria-label="影响"
                value={effectKind(effect)}
                options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
                onValue={(kind) => {
                  if (kind === 'quote') change({ quote: true })
                  else if (kind === 'rate') change({ rate: rates[0]?.key ?? 'rate1' })
                  else change({ charge: addOns[0]?.key ?? 'charge1' })
                }}
              />
              {'charge' in effect && (
                <Select
                  name={`${path}.charge.${index}`}
                  aria-label="附加收费"
                  value={effect.charge}
                  options={named(addOns, effect.charge)}
                  onValue={(charge) => change({ ...effect, charge })}
                />
              )}
              {'rate' in effect && (
                <Select
                  name={`${path}.rate.${index}`}
                  aria-label="计价方式"
                  value={effect.rate}
                  options={named(rates, effect.rate)}
                  onValue={(rate) => change({ rate })}
                />
              )}
              {'charge' in effect && counts && (
                <NumberInput
                  name={`${path}.free.${index}`}
                  aria-label="免收的个数"
                  placeholder="前几个免收"
                  value={effect.free ?? null}
                  onValue={(free) => change({ charge: effect.charge, ...(free === undefined ? {} : { free }) })}
                />
              )}
            </>
          )
        }}
      </Rows>
    </Field>
  )
}

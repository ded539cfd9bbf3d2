import { useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { PercentInput, Select } from '../../../ui/inputs/input.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { percentText } from '../rules.ts'

interface Rate {
  id: number
  rateBp: number
}

export interface OwnRatesProps {
  label: string
  options: readonly { id: number; name: string }[]
  rates: readonly Rate[]
  nameOf: (id: number) => string
  onRates: (rates: Rate[]) => void
}

/** Rates of their own for some of the options; the others have the general one. */
export function OwnRates({ label, options, rates, nameOf, onRates }: OwnRatesProps) {
  const [id, setId] = useState<number>()
  const [rateBp, setRateBp] = useState<number>()
  const add = () => {
    if (id === undefined || rateBp === undefined || Number.isNaN(rateBp)) return
    onRates([...rates.filter((rate) => rate.id !== id), { id, rateBp }])
    setId(undefined)
    setRateBp(undefined)
  }
  return (
    <Field label={`${label}单独设置`} as="group" hint="不设置的按返利比例计算">
      <div className="stack">
        {rates.length > 0 && (
          <div className="cluster">
            {rates.map((rate) => (
              <Tag key={rate.id} onRemove={() => onRates(rates.filter((other) => other.id !== rate.id))}>
                {nameOf(rate.id)} {percentText(rate.rateBp)}
              </Tag>
            ))}
          </div>
        )}
        <div className="cluster">
          <Select
            aria-label={label}
            value={id ?? null}
            onValue={setId}
            placeholder="选择"
            options={options.map((option) => ({ value: option.id, label: option.name }))}
          />
          <PercentInput aria-label={`${label}的比例`} value={rateBp ?? null} onValue={setRateBp} />
          <Button size="s" onClick={add}>
            添加
          </Button>
        </div>
      </div>
    </Field>
  )
}

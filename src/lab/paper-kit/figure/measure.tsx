import { useState } from 'react'
import { Field } from '../../../ui/inputs/field.tsx'
import { NumberInput } from '../../../ui/inputs/input.tsx'

type Props = {
  label: string
  value: number
  from: number
  to: number
  unit: string
  onValue: (value: number) => void
}

/** A number in its limits. Another one is kept in the field and refused in words, while the figure stays as it was. */
export function Measure({ label, value, from, to, unit, onValue }: Props) {
  const [wrong, setWrong] = useState<{ typed: number | undefined }>()
  const take = (typed: number | undefined) => {
    const fits = typed !== undefined && typed >= from && typed <= to
    setWrong(fits ? undefined : { typed })
    if (fits) onValue(typed)
  }
  return (
    <Field label={label} {...(wrong ? { error: `请填写 ${from}–${to} ${unit}` } : {})}>
      <NumberInput value={wrong ? wrong.typed : value} onValue={take} unit={unit} />
    </Field>
  )
}

import { checkedParameter } from '../../../core/analysis/inputs/parameter-rules.ts'
import { NotAnalysable, type Parameters, type ParameterSpec } from '../../../core/analysis/tool-rules.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { NumberInput, Select, TextArea } from '../../../ui/inputs/input.tsx'
import css from './analysis.module.css'

/** Stands for text that is no number, which JSON could not carry as NaN. */
const notNumber = '?'

interface Props {
  specs: readonly ParameterSpec[]
  /** Those that differ from their initial values, or were touched. */
  given: Parameters
  onGiven: (given: Parameters) => void
}

export function ParameterForm({ specs, given, onGiven }: Props) {
  if (specs.length === 0) return null
  const touched = specs.some(({ key, initial }) => given[key] !== undefined && given[key] !== initial)
  return (
    <div role="group" aria-label="参数" className={css.parameters}>
      {specs.map((spec) => (
        <Parameter
          key={spec.key}
          spec={spec}
          value={given[spec.key] ?? spec.initial}
          onValue={(value) => onGiven({ ...given, [spec.key]: value })}
        />
      ))}
      {touched && (
        <Button size="s" onClick={() => onGiven({})}>
          恢复初始参数
        </Button>
      )}
    </div>
  )
}

type ParameterProps = { spec: ParameterSpec; value: number | string; onValue: (value: number | string) => void }

function Parameter({ spec, value, onValue }: ParameterProps) {
  return (
    <Field label={spec.label} hint={hintOf(spec)} error={faultOf(spec, value)}>
      {spec.kind === 'number' ? (
        <NumberInput
          value={typeof value === 'number' ? value : value === '' ? undefined : Number.NaN}
          // Neither an empty field nor other text is the initial value: both are refused in words.
          onValue={(number) => onValue(number === undefined ? '' : Number.isNaN(number) ? notNumber : number)}
          refusesText
          unit={spec.unit}
        />
      ) : spec.kind === 'choice' ? (
        <Select value={String(value)} onValue={onValue} options={spec.choices} />
      ) : (
        <TextArea value={String(value)} onValue={onValue} rows={3} />
      )}
    </Field>
  )
}

function hintOf(spec: ParameterSpec): string | undefined {
  if (spec.kind !== 'number') return spec.hint
  return [spec.hint, `${spec.least} 至 ${spec.most}`].filter(Boolean).join(' ')
}

function faultOf(spec: ParameterSpec, value: number | string): string | undefined {
  try {
    checkedParameter(spec, value)
    return undefined
  } catch (error) {
    if (error instanceof NotAnalysable) return error.message
    throw error
  }
}

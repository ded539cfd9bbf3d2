import { useState } from 'react'
import { Checkbox, RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import css from './requirement-checklist.module.css'
import { type Requirement, requirementOf, type SampleForm, sampleFormLabels, sampleForms } from './requirement-rules.ts'

type Props = {
  requirements: readonly Requirement[]
  /** Requirements that apply to all sample forms. */
  notices?: readonly string[]
  form?: SampleForm
  onForm?: (form: SampleForm) => void
}

/** Choose the sample form, then tick off its requirements. */
export function RequirementChecklist({ requirements, notices = [], form, onForm }: Props) {
  const known = sampleForms.filter((candidate) => requirementOf(requirements, candidate))
  const [own, setOwn] = useState<SampleForm | undefined>(
    known.find((candidate) => requirementOf(requirements, candidate)?.accepted) ?? known[0],
  )
  const chosen = form ?? own
  const requirement = chosen && requirementOf(requirements, chosen)
  if (!chosen || !requirement) return null
  const choose = (next: SampleForm) => {
    setOwn(next)
    onForm?.(next)
  }
  return (
    <div className={css.box}>
      <RadioGroup
        aria-label="样品形态"
        value={chosen}
        onValue={choose}
        options={known.map((candidate) => ({ value: candidate, label: sampleFormLabels[candidate] }))}
      />
      <div role="group" aria-label={`${sampleFormLabels[chosen]}样品要求`} aria-live="polite" className={css.list}>
        {requirement.accepted ? (
          itemsOf(requirement, notices).map((item) => <Checkbox key={`${chosen}-${item}`}>{item}</Checkbox>)
        ) : (
          <p className={css.refused}>
            <Icon name="alert" size={18} />
            <span>
              不接收{sampleFormLabels[chosen]}样品。{requirement.note}
            </span>
          </p>
        )}
      </div>
    </div>
  )
}

function itemsOf({ least, size, refused, note }: Requirement, notices: readonly string[]): string[] {
  return [
    least && `数量：${least}`,
    size && `尺寸与状态：${size}`,
    refused && `不是${refused}`,
    note,
    ...notices,
  ].filter((item): item is string => Boolean(item))
}

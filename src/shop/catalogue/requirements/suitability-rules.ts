import { elementsOf, quantityOf } from './composition-rules.ts'
import type { Hazard } from './hazard-rules.ts'
import { type Requirement, requirementOf, type SampleForm, sampleFormLabels } from './requirement-rules.ts'

/**
 * One reason why a sample does not suit a project, as data of the project's content. A rule applies when all of its conditions
 * hold; a condition with several entries holds when one of them does.
 */
export interface SuitabilityRule {
  forms?: SampleForm[]
  hazards?: Hazard[]
  /** Elements of which the composition names at least one. */
  contains?: string[]
  /** Elements of which the composition consists; it names no other. */
  only?: string[]
  /** Words of which the composition or the name has at least one, compared without regard to case. */
  words?: string[]
  /** `refuse`: the sample cannot be ordered. `warn`: the customer has to confirm it. */
  effect: 'refuse' | 'warn'
  why: string
  /** Slug of a project that suits such a sample. */
  instead?: string
}

/** What is known about a sample before it is sent. */
export interface SampleFacts {
  name: string
  form: SampleForm | 'data'
  composition: string
  hazards: readonly Hazard[]
  /** As typed, such as «50 mg»; empty when unknown. */
  amount: string
}

export interface Unsuitable {
  field: 'form' | 'hazards' | 'composition' | 'amount'
  effect: 'refuse' | 'warn'
  why: string
  instead?: string
}

/** Why this sample does not suit the project; what must be refused comes first. Browser and server use this function. */
export function unsuitable(
  sample: SampleFacts,
  project: { requirements: readonly Requirement[]; suitability: readonly SuitabilityRule[] },
): Unsuitable[] {
  if (sample.form === 'data') return []
  const elements = elementsOf(sample.composition)
  const found = project.suitability.flatMap((rule): Unsuitable[] => {
    if (!applies(rule, sample, elements)) return []
    const { effect, why, instead } = rule
    return [{ field: fieldOf(rule), effect, why, ...(instead ? { instead } : {}) }]
  })
  const short = tooLittle(sample, project.requirements)
  if (short) found.push({ field: 'amount', effect: 'warn', why: short })
  return found.toSorted((a, b) => Number(a.effect === 'warn') - Number(b.effect === 'warn'))
}

function applies(rule: SuitabilityRule, sample: SampleFacts, elements: readonly string[]): boolean {
  const { forms, hazards, contains, only, words } = rule
  if (!forms && !hazards && !contains && !only && !words) return false
  const text = `${sample.name} ${sample.composition}`.toLowerCase()
  return (
    (!forms || forms.includes(sample.form as SampleForm)) &&
    (!hazards || hazards.some((hazard) => sample.hazards.includes(hazard))) &&
    (!contains || contains.some((symbol) => elements.includes(symbol))) &&
    (!only || (elements.length > 0 && elements.every((symbol) => only.includes(symbol)))) &&
    (!words || words.some((word) => text.includes(word.toLowerCase())))
  )
}

function fieldOf({ hazards, contains, only, words }: SuitabilityRule): Unsuitable['field'] {
  if (hazards) return 'hazards'
  return contains || only || words ? 'composition' : 'form'
}

/** Compared only when both are masses, volumes or pieces. */
function tooLittle({ form, amount }: SampleFacts, requirements: readonly Requirement[]): string | undefined {
  const least = requirementOf(requirements, form as SampleForm)?.least
  const needed = least && quantityOf(least)
  const given = quantityOf(amount)
  if (!least || !needed || !given || given.dimension !== needed.dimension || given.value >= needed.value)
    return undefined
  return `${sampleFormLabels[form as SampleForm]}样品要求 ${least}，${amount.trim()} 可能不够`
}

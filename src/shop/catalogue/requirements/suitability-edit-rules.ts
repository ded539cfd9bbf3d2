import { sortElements } from './element-rules.ts'
import type { Hazard } from './hazard-rules.ts'
import type { SampleForm } from './requirement-rules.ts'
import type { SuitabilityRule } from './suitability-rules.ts'

/** A rule of suitability as an editor sees it: an empty list is no condition, and the project instead is its id. */
export type SuitabilityEdit = {
  effect: SuitabilityRule['effect']
  why: string
  forms: SampleForm[]
  hazards: Hazard[]
  contains: string[]
  only: string[]
  words: string[]
  instead: number | null
}

/** A proposed project that no longer exists is left out. */
export function suitabilityEdits(
  rules: readonly SuitabilityRule[],
  idOf: (slug: string) => number | undefined,
): SuitabilityEdit[] {
  return rules.map(
    ({ effect, why, forms = [], hazards = [], contains = [], only = [], words = [], instead }): SuitabilityEdit => ({
      ...{ effect, why, forms, hazards, contains, only, words },
      instead: (instead === undefined ? undefined : idOf(instead)) ?? null,
    }),
  )
}

export function suitabilityOf(
  edits: readonly SuitabilityEdit[],
  slugOf: (id: number) => string | undefined,
): SuitabilityRule[] {
  return edits.map(({ effect, why, instead, contains, only, ...conditions }) => {
    const lists = { ...conditions, contains: sortElements(contains), only: sortElements(only) }
    const slug = instead === null ? undefined : slugOf(instead)
    return {
      effect,
      why,
      ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
      ...(slug === undefined ? {} : { instead: slug }),
    }
  })
}

/** A rule without a condition would apply to no sample. */
export function hasCondition(edit: SuitabilityEdit): boolean {
  const { forms, hazards, contains, only, words } = edit
  return [forms, hazards, contains, only, words].some(({ length }) => length > 0)
}

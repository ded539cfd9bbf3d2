/** The forms of a sample, used in requirements, plan lines and samples. */
export const sampleForms = ['powder', 'block', 'film', 'liquid', 'fibre'] as const
export type SampleForm = (typeof sampleForms)[number]
export const sampleFormLabels: Record<SampleForm, string> = {
  powder: '粉末',
  block: '块体',
  film: '薄膜',
  liquid: '液体',
  fibre: '纤维',
}

/** The requirements of a project for one sample form. Without a requirement the customer has to ask about that form. */
export type Requirement = {
  form: SampleForm
  accepted: boolean
  /** The least amount, such as 「≥ 50 mg」. */
  least?: string
  /** Size or state, such as 「≤ Φ32×4 mm，干燥」. */
  size?: string
  /** What is not accepted in this form. */
  refused?: string
  note?: string
}

/** The requirement for a sample form; undefined when the project has none. */
export function requirementOf(requirements: readonly Requirement[], form: SampleForm): Requirement | undefined {
  return requirements.find((requirement) => requirement.form === form)
}

/** The names of the accepted sample forms, as one line of text. */
export function acceptedForms(requirements: readonly Requirement[]): string[] {
  return sampleForms.filter((form) => requirementOf(requirements, form)?.accepted).map((form) => sampleFormLabels[form])
}

/** Splits a text of tags at the pipe character. */
export function splitTags(description: string): string[] {
  return description
    .split(/[|｜]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}

/** The category that is listed first everywhere. */
export const priorityCategoryId = 31

/** The priority category first, all others by their number. */
export function compareCategories(left: number, right: number): number {
  if (left === right) return 0
  if (left === priorityCategoryId) return -1
  return right === priorityCategoryId ? 1 : left - right
}

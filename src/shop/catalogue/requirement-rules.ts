/** The forms a sample may have, everywhere: requirements, plan lines, samples. */
export const sampleForms = ['powder', 'block', 'film', 'liquid', 'fibre'] as const
export type SampleForm = (typeof sampleForms)[number]
export const sampleFormLabels: Record<SampleForm, string> = {
  powder: '粉末',
  block: '块体',
  film: '薄膜',
  liquid: '液体',
  fibre: '纤维',
}

/** What one form of sample must satisfy for a project. A form without a requirement has to be asked about. */
export type Requirement = {
  form: SampleForm
  accepted: boolean
  /** Least amount, such as 「≥ 50 mg」. */
  least?: string
  /** Size or state, such as 「≤ Φ32×4 mm，干燥」. */
  size?: string
  /** What is refused in this form. */
  refused?: string
  note?: string
}

/** The requirement of a form, or undefined when the project says nothing about it. */
export function requirementOf(requirements: readonly Requirement[], form: SampleForm): Requirement | undefined {
  return requirements.find((requirement) => requirement.form === form)
}

/** Names of the forms a project accepts, for one line of text. */
export function acceptedForms(requirements: readonly Requirement[]): string[] {
  return sampleForms.filter((form) => requirementOf(requirements, form)?.accepted).map((form) => sampleFormLabels[form])
}

/** Tags stand in one text, split by the pipe character. */
export function splitTags(description: string): string[] {
  return description
    .split(/[|｜]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}

/** The category whose group stands first wherever categories are listed. */
export const priorityCategoryId = 31

/** The priority category first, all others by their number. */
export function compareCategories(left: number, right: number): number {
  if (left === right) return 0
  if (left === priorityCategoryId) return -1
  return right === priorityCategoryId ? 1 : left - right
}

/** The texts that people agree to. Editors write them as pages of text with the same slugs. */
export const agreementSlugs = ['agreement', 'license', 'policy', 'promoter'] as const
export type AgreementSlug = (typeof agreementSlugs)[number]

export function isAgreementSlug(slug: string): slug is AgreementSlug {
  return (agreementSlugs as readonly string[]).includes(slug)
}

/** What is agreed to at once, and the texts of it. */
export const agreements = {
  /** With every order. */
  service: ['agreement'],
  /** When registering. */
  account: ['license', 'policy'],
  /** When applying as a promoter. */
  promotion: ['promoter'],
} as const satisfies Record<string, readonly AgreementSlug[]>
export type AgreementName = keyof typeof agreements

/** The label of the first texts, until an editor publishes another. */
export const firstAgreementVersion = '2026-11'

/** Names the day on which a text came into force and its version in the history, so that it can be found again. */
export function versionLabel(published: { version: number; day: string } | undefined): string {
  return published ? `${published.day}.v${published.version}` : firstAgreementVersion
}

/** The version in the history; 0 is the first text. Undefined when the label has neither form. */
export function versionNumber(label: string): number | undefined {
  if (label === firstAgreementVersion) return 0
  const [, number] = /^\d{4}-\d{2}-\d{2}\.v(\d{1,6})$/.exec(label) ?? []
  return number === undefined ? undefined : Number(number)
}

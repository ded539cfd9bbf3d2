import type { PageSlug } from '../../shop/articles/page-rules.ts'

/** What people agree to, and which pages of text it is. */
export const agreements = {
  /** With every order. */
  service: ['agreement'],
  /** When registering. */
  account: ['license', 'policy'],
} as const satisfies Record<string, readonly PageSlug[]>
export type AgreementName = keyof typeof agreements

/** The texts that came with the house and have not been changed since. */
export const firstAgreementVersion = '2026-11'

/** Says when a text came into force and which version of the history it is, so that it can be found again. */
export function versionLabel(published: { version: number; day: string } | undefined): string {
  return published ? `${published.day}.v${published.version}` : firstAgreementVersion
}

/** The number in the history; 0 is the first text. Undefined for what no label looks like. */
export function versionNumber(label: string): number | undefined {
  if (label === firstAgreementVersion) return 0
  const [, number] = /^\d{4}-\d{2}-\d{2}\.v(\d{1,6})$/.exec(label) ?? []
  return number === undefined ? undefined : Number(number)
}

import type { Requirement } from './requirement-rules.ts'

/** Data of a drawing from which src/ui/drawings makes an SVG: a kind and its own numbers, small enough for a card. */
export type Figure = { kind: string; [key: string]: unknown }

/** What a project's page says beside its name, form and price. Plain text throughout: pages never render it as HTML. */
export type ProjectContent = {
  intro: string[]
  requirements: Requirement[]
  /** Said with a badge: what happens to the sample. */
  consumed: boolean
  notices: string[]
  instruments: { name: string; note: string }[]
  results: { title: string; text: string; figure?: Figure }[]
  faq: { question: string; answer: string }[]
  /** Slugs of projects that go with this one; others of its category follow them. */
  related?: string[]
}

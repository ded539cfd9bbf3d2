import type { FigureData } from '../media/figure-kind-rules.ts'
import type { Requirement } from './requirement-rules.ts'

/** What a project's page says beside its name, form and price. Plain text throughout: pages never render it as HTML. */
export type ProjectContent = {
  intro: string[]
  requirements: Requirement[]
  /** The measurement uses up the sample; shown as a badge. */
  consumed: boolean
  notices: string[]
  instruments: { name: string; note: string }[]
  results: { title: string; text: string; figure?: FigureData }[]
  faq: { question: string; answer: string }[]
  /** Slugs of projects that go with this one; others of its category follow them. */
  related?: string[]
}

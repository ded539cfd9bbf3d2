import type { Seo } from '../../core/settings/search-engines/seo-rules.ts'
import type { FigureData } from '../media/figure-rules.ts'
import type { Requirement } from './requirements/requirement-rules.ts'
import type { SuitabilityRule } from './requirements/suitability-rules.ts'

/** The texts of a project's page. Plain text: pages never render it as HTML. */
export type ProjectContent = {
  intro: string[]
  requirements: Requirement[]
  /** Samples that do not suit the method, and the projects that would. */
  suitability?: SuitabilityRule[]
  /** The measurement uses up the sample; shown as a badge. */
  consumed: boolean
  notices: string[]
  instruments: { name: string; note: string }[]
  results: { title: string; text: string; figure?: FigureData }[]
  faq: { question: string; answer: string }[]
  /** Slugs of related projects; others of the same category follow them. */
  related?: string[]
  /** What editors say to search engines. */
  seo?: Seo
}

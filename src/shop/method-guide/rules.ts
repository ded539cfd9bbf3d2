import type { CustomerGroup } from '../../people/customers/rules.ts'
import { initialValues, type ParameterForm } from '../catalogue/forms/form-rules.ts'
import { type PriceRule, priceOf } from '../catalogue/prices/price-rules.ts'

/** What a question asks about, in the order of the page. */
export const guideTopics = {
  composition: '成分与含量',
  structure: '结构与物相',
  morphology: '形貌与尺寸',
  surface: '表面与孔',
  thermal: '热学性能',
  mechanical: '力学性能',
  electrical: '电、磁与光学性能',
  biological: '生物与分子',
} as const
export type GuideTopic = keyof typeof guideTopics

/** Methods of one question. More would be no advice. */
export const mostGuideMethods = 8
export const mostPlannedSamples = 999

export interface PlannedMethod {
  rid: number
  rule: PriceRule
  form: ParameterForm
}

export interface BudgetLine {
  rid: number
  /** For all samples; null: this method is priced by a quote. */
  amountFen: number | null
  /** `less`: the budget pays this method for `samples` samples only. */
  state: 'fits' | 'less' | 'none' | 'quote'
  samples: number
}

export interface BudgetPlan {
  lines: BudgetLine[]
  /** Of the methods that fit. */
  totalFen: number
  /** Undefined without a budget. */
  leftFen: number | undefined
}

/**
 * Which methods a budget pays for, in the order in which they were chosen: the first has the first claim. Prices are those of a fresh
 * order form (default parameters, not urgent), by the same function that prices an order. Without a budget all priced methods fit.
 */
export function planBudget(
  methods: readonly PlannedMethod[],
  wanted: { group: CustomerGroup; sampleCount: number; budgetFen?: number | undefined },
): BudgetPlan {
  let totalFen = 0
  const lines = methods.map((method): BudgetLine => {
    const amountFen = amountOf(method, wanted.group, wanted.sampleCount)
    if (amountFen === null) return { rid: method.rid, amountFen, state: 'quote', samples: 0 }
    const leftFen = wanted.budgetFen === undefined ? Infinity : wanted.budgetFen - totalFen
    if (amountFen <= leftFen) {
      totalFen += amountFen
      return { rid: method.rid, amountFen, state: 'fits', samples: wanted.sampleCount }
    }
    const samples = samplesWithin(method, wanted.group, wanted.sampleCount, leftFen)
    return { rid: method.rid, amountFen, state: samples > 0 ? 'less' : 'none', samples }
  })
  return { lines, totalFen, leftFen: wanted.budgetFen === undefined ? undefined : wanted.budgetFen - totalFen }
}

function amountOf({ rule, form }: PlannedMethod, group: CustomerGroup, sampleCount: number): number | null {
  const price = priceOf({ rule, form, values: initialValues(form), group, sampleCount, urgent: false })
  return price.kind === 'priced' ? price.totalFen : null
}

/** The most samples, fewer than all, that cost no more than what is left. Prices by tiers need not rise with the count, so each is tried. */
function samplesWithin(method: PlannedMethod, group: CustomerGroup, all: number, leftFen: number): number {
  for (let count = all - 1; count > 0; count--) {
    const fen = amountOf(method, group, count)
    if (fen !== null && fen <= leftFen) return count
  }
  return 0
}

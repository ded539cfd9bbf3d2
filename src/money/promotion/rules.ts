import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { splitFen } from '../../platform/money.ts'

export interface PromoterFacts {
  customerId: number
  reason?: string
}

/** An application to promote the laboratory, and the partnership that follows from it. */
export const promoterLifecycle = defineLifecycle({
  entity: 'promoter',
  table: 'promoters',
  facts: factsOf<PromoterFacts>(),
  stages: {
    pending: '待审核',
    active: '推广中',
    suspended: '已暂停',
    rejected: '未通过',
    cancelled: '已撤回',
    left: '已退出',
  },
  transitions: {
    approve: { label: '通过', from: ['pending'], to: 'active', by: ['staff'] },
    reject: { label: '驳回', from: ['pending'], to: 'rejected', by: ['staff'], reason: 'required' },
    cancel: { label: '撤回申请', from: ['pending'], to: 'cancelled', by: ['customer'] },
    suspend: { label: '暂停', from: ['active'], to: 'suspended', by: ['staff'], reason: 'required' },
    resume: { label: '恢复', from: ['suspended'], to: 'active', by: ['staff'] },
    leave: { label: '退出推广', from: ['active'], to: 'left', by: ['customer'] },
  },
})
export type PromoterStage = keyof typeof promoterLifecycle.stages

/** Not a lifecycle: it follows from the amounts of a rebate. */
export const rebateStates = {
  pending: '待结算',
  available: '可提现',
  taken_back: '已追回',
  refused: '不计返利',
} as const
export type RebateState = keyof typeof rebateStates

export const rebateRefusals = {
  payer: '订单由推广合伙人本人付款',
  payee: '客户与推广合伙人的收款账户相同',
} as const
export type RebateRefusal = keyof typeof rebateRefusals

export const serviceTypeNames: Readonly<Record<number, string>> = { 1: '送样检测', 2: '现场预约', 3: '数据分析' }

export interface RebateRule {
  from: string
  rateBp: number
  types: { typeId: number; rateBp: number }[]
  categories: { categoryId: number; rateBp: number }[]
  bindDays: number
  windowDays: number
  taxNote: string
}

/** A line of an order; type and category are only numbers here. */
export interface RebateLine {
  typeId: number
  categoryId: number
  amountFen: number
}

type Rates = Pick<RebateRule, 'rateBp' | 'types' | 'categories'>

/** A category goes before a type, and both before the general rate. */
export function rateOf({ rateBp, types, categories }: Rates, { typeId, categoryId }: Omit<RebateLine, 'amountFen'>) {
  const own = categories.find((each) => each.categoryId === categoryId) ??
    types.find((each) => each.typeId === typeId) ?? { rateBp }
  return own.rateBp
}

/**
 * The rebate on what was paid for an order, which is divided over its lines in proportion to them. Rounded down once for the whole
 * order, so that it never exceeds its share.
 */
export function rebateFen(rates: Rates, lines: readonly RebateLine[], baseFen: number): number {
  if (lines.length === 0) return Number((BigInt(baseFen) * BigInt(rates.rateBp)) / 10_000n)
  const parts = splitFen(
    baseFen,
    lines.map((line) => line.amountFen),
  )
  const shares = lines.map((line, i) => BigInt(parts[i] ?? 0) * BigInt(rateOf(rates, line)))
  return Number(shares.reduce((sum, share) => sum + share, 0n) / 10_000n)
}

/** 5% of 500 basis points, 2.5% of 250. */
export function percentText(rateBp: number): string {
  return `${rateBp / 100}%`
}

/** The rule in words; names of categories come from the caller. */
export function rebateRuleTexts(rule: RebateRule, categoryNames: ReadonlyMap<number, string>): string[] {
  const others = [
    ...rule.types.map(({ typeId, rateBp }) => `${serviceTypeNames[typeId] ?? '其他服务'} ${percentText(rateBp)}`),
    ...rule.categories.map(
      ({ categoryId, rateBp }) => `${categoryNames.get(categoryId) ?? '其他类目'} ${percentText(rateBp)}`,
    ),
  ]
  return [
    `客户通过您的链接注册即与您绑定 ${rule.bindDays} 天，期内下的订单计返利。`,
    `返利按订单实付金额的 ${percentText(rule.rateBp)} 计算${others.length > 0 ? `；其中${others.join('、')}` : ''}。`,
    rule.windowDays > 0
      ? `订单付清后先计入待结算，满 ${rule.windowDays} 天且未退款的转为可提现。`
      : '订单付清后即转为可提现。',
    '订单退款或减免的，返利按同一比例追回：先扣待结算，再扣可提现，不足的从之后的返利中抵扣。',
    '本人付款的订单、与本人使用同一收款账户的客户不计返利；同一设备注册的客户须经核实。',
    '退出后不再绑定新客户，之后付款的订单不计返利；已计入待结算的返利照常结算。',
  ]
}

/** Moves that bring a rebate to another amount. What is taken back comes from pending first, then from the balance; the rest is owed. */
export interface RebateMoves {
  pendingFen: number
  availableFen: number
  owedFen: number
}

export interface RebateAmounts {
  amountFen: number
  pendingFen: number
  availableFen: number
  owedFen: number
  maturedAt: Date | null
}

/** `balanceFen`: what the promoter has available now, of all rebates. */
export function movesTo(now: RebateAmounts, targetFen: number, balanceFen: number): RebateMoves {
  const change = targetFen - now.amountFen
  if (change >= 0) {
    const forgivenFen = Math.min(change, now.owedFen)
    const rest = change - forgivenFen
    const owedFen = 0 - forgivenFen
    return now.maturedAt
      ? { pendingFen: 0, availableFen: rest, owedFen }
      : { pendingFen: rest, availableFen: 0, owedFen }
  }
  const fromPending = Math.min(-change, now.pendingFen)
  const fromAvailable = Math.min(-change - fromPending, now.availableFen, Math.max(balanceFen, 0))
  return {
    pendingFen: 0 - fromPending,
    availableFen: 0 - fromAvailable,
    owedFen: -change - fromPending - fromAvailable,
  }
}

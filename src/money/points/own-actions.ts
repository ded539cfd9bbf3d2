import { customerOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { dropRule, readRule, saveRule } from '../../core/settings/dated-actions.ts'
import { ruleAt, rulesAfter } from '../../core/settings/dated-rules.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { addDays, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { movementsOf } from '../ledger/actions.ts'
import { pointsOf } from './actions.ts'
import { pointsExpiring } from './events.ts'
import { lastDay, type PointRule } from './rules.ts'
import { earliestExpiry, owedBy, remindableLots } from './store.ts'
import { transferLimits } from './transfers/transfer-actions.ts'
import { ruleLines } from './wording-rules.ts'

const LOTS_PER_PART = 500

export async function ownPoints(ctx: Ctx<Customer>) {
  const customerId = ctx.actor.id
  const rules = await readSetting(ctx, 'pointRules')
  const today = shanghaiDate(ctx.clock.now())
  const rule = ruleAt(rules, today)
  const [next] = rulesAfter(rules, today)
  const { usable, soon } = await pointsOf(ctx, customerId, rule?.reminderDays)
  const first = soon === 0 ? undefined : await earliestExpiry(ctx.db, customerId, ctx.clock.now())
  const limits = await transferLimits(ctx, customerId)
  const { phone, company } = await customerOf(ctx, customerId)
  return {
    balance: usable,
    soon,
    soonUntil: first ? lastDay(first) : '',
    owed: await owedBy(ctx.db, customerId),
    rules: ruleLines(rule),
    next: next ? { from: next.from, rules: ruleLines(next) } : null,
    claimPoints: rule?.claimPoints ?? 0,
    transferMost: limits.most,
    transferLeft: limits.left,
    phone: maskPhone(phone),
    company,
  }
}

/** What the customer can spend, and what is still owed of points that were taken back after they were spent. */
export async function pointsHeldBy(ctx: Pick<Ctx, 'db' | 'clock'>, customerId: number) {
  const { usable } = await pointsOf(ctx, customerId)
  return { usable, owed: await owedBy(ctx.db, customerId) }
}

export async function ownMovements(ctx: Ctx<Customer>, window: { page: number; size: number }) {
  const { list, ...page } = await movementsOf(ctx, ctx.actor.id, 'points', window)
  return {
    ...page,
    list: list.map(({ id, at, memo, amountFen, balanceAfterFen }) => ({
      ...{ id, memo },
      at: shanghaiTime(at),
      points: amountFen,
      balance: balanceAfterFen,
    })),
  }
}

/** Tells customers once that points expire within the days of the rule. */
export async function remindOfExpiry(ctx: Ctx): Promise<void> {
  const rule = await readRule(ctx, 'pointRules')
  if (!rule) return
  const now = ctx.clock.now()
  const before = addDays(now, rule.reminderDays)
  for (;;) {
    const told = await inTx(ctx, async (inner) => {
      const rows = await remindableLots(inner.db, now, before, LOTS_PER_PART)
      for (const { customerId, points, expiresAt } of rows)
        await emit(inner, pointsExpiring, { customerId, points, until: lastDay(expiresAt) })
      return rows.length
    })
    if (told === 0) return
  }
}

export async function rulesForStaff(ctx: Ctx<Staff>) {
  const rules = await readSetting(ctx, 'pointRules')
  const today = shanghaiDate(ctx.clock.now())
  const inForce = ruleAt(rules, today)
  const stateOf = (rule: PointRule) => (rule.from === inForce?.from ? 'now' : rule.from > today ? 'next' : 'past')
  const list = rules
    .toSorted((a, b) => (a.from < b.from ? 1 : -1))
    .map((rule) => ({ ...rule, lines: ruleLines(rule), state: stateOf(rule) as 'past' | 'now' | 'next' }))
  return { list, today }
}

export function savePointRule(ctx: Ctx<Staff>, rule: PointRule): Promise<void> {
  return saveRule(ctx, 'pointRules', rule)
}

export function dropPointRule(ctx: Ctx<Staff>, from: string): Promise<void> {
  return dropRule(ctx, 'pointRules', from)
}

import { formatFen } from '../../../platform/money.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { readSetting } from '../../settings/actions.ts'
import { staffErrors } from '../errors.ts'
import { type LimitKind, limitKinds } from './role-rules.ts'
import { countWithin, limitOfPerson, limitRules } from './role-store.ts'
import { mayAct, type StaffAction } from '../rules.ts'
import { peopleWithRole } from '../store.ts'

/**
 * Whether the person decides about the amount alone: it is not above the amount that always needs a second person, and it is within what is
 * left today of the limit of the person's role. Then it is counted. Runs in the transaction of the decision.
 */
export async function decidesAlone(ctx: Ctx, kind: LimitKind, amountFen: number): Promise<boolean> {
  if (amountFen > (await readSetting(ctx, 'secondPersonAboveFen'))) return false
  return countsWithin(ctx, kind, amountFen)
}

/** Counts the amount, or refuses it and names colleagues whose limit allows it. For decisions that no further person confirms. */
export async function requireLimit(ctx: Ctx, kind: LimitKind, amountFen: number, action: StaffAction): Promise<void> {
  if (await countsWithin(ctx, kind, amountFen)) return
  const own = ctx.actor.kind === 'staff' ? await limitOfPerson(ctx.db, ctx.actor.id, kind) : undefined
  const colleagues = await colleaguesFor(ctx, kind, amountFen, action)
  const by = colleagues.length > 0 ? `，请由 ${colleagues.slice(0, 3).join('、')} 处理` : '，请联系管理员调整限额'
  throw refuse(
    staffErrors.aboveLimit,
    `${formatFen(amountFen)} 超出您今天还可处理的金额（${limitKinds[kind]}单日限额 ${formatFen(own?.dayFen ?? 0)}）${by}`,
  )
}

/** Counts the amount when it is within what is left today of the limit; false otherwise. */
export async function countsWithin(ctx: Ctx, kind: LimitKind, amountFen: number): Promise<boolean> {
  if (ctx.actor.kind !== 'staff') return true
  const limit = await limitOfPerson(ctx.db, ctx.actor.id, kind)
  if (!limit) return true
  const day = shanghaiDate(ctx.clock.now())
  return countWithin(ctx.db, { staffId: ctx.actor.id, kind, day, amountFen, dayFen: limit.dayFen })
}

/** Whether the role of the person has a limit at all. */
export async function hasLimit(ctx: Ctx, kind: LimitKind): Promise<boolean> {
  return ctx.actor.kind === 'staff' && (await limitOfPerson(ctx.db, ctx.actor.id, kind)) !== undefined
}

async function colleaguesFor(ctx: Ctx, kind: LimitKind, amountFen: number, action: StaffAction): Promise<string[]> {
  const limits = new Map((await limitRules(ctx.db, kind)).map(({ roleKey, dayFen }) => [roleKey, dayFen]))
  const self = ctx.actor.kind === 'staff' ? ctx.actor.id : 0
  return (await peopleWithRole(ctx.db))
    .filter(({ id, roleKey, ...person }) => {
      const most = limits.get(roleKey) ?? Number.POSITIVE_INFINITY
      return id !== self && mayAct(person, action) && amountFen <= most
    })
    .map(({ name }) => name)
}

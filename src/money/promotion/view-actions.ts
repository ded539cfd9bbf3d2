import { agreementVersion } from '../../core/agreements/agreement-actions.ts'
import { readRule } from '../../core/settings/dated-actions.ts'
import { customerOf, customersOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import { ownInviteCode } from '../../people/invitations/actions.ts'
import { invitePath, maskName, maskNo } from '../../people/invitations/rules.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { actionsAt } from '../../platform/lifecycle/lifecycle.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { categoryTree } from '../../shop/catalogue/actions.ts'
import { balancesOf } from '../ledger/actions.ts'
import type { promoterRebateList } from './contract.ts'
import { countRebates, numbersOf, type RebateFilter, type RebateRow, rebatesPage } from './rebate-store.ts'
import { promoterLifecycle, rebateRuleTexts, rebateStates } from './rules.ts'
import { applicationsPage, countApplications, latestOf, type PromoterRow } from './store.ts'

// What a customer sees of the promotion.

export async function promotionOf(ctx: Ctx<Customer>) {
  const customerId = ctx.actor.id
  const person = await customerOf(ctx, customerId)
  const rule = await readRule(ctx, 'rebateRules')
  const application = await latestOf(ctx.db, customerId)
  const code = await ownInviteCode(ctx, customerId)
  const [numbers] = await numbersOf(ctx.db, [customerId])
  const { customers = 0, orders = 0, pendingFen = 0, earnedFen = 0, owedFen = 0 } = numbers ?? {}
  return {
    open: rule !== undefined,
    application: application ? applicationView(application) : null,
    profileComplete: person.profileCompletedAt !== null,
    agreementVersion: await agreementVersion(ctx, 'promotion'),
    code,
    link: invitePath(code),
    rules: rule ? rebateRuleTexts(rule, await categoryNames(ctx)) : [],
    taxNote: rule && person.group !== 'enterprise' ? rule.taxNote : '',
    ...{ customers, orders, pendingFen, earnedFen, owedFen },
    availableFen: (await balancesOf(ctx, customerId)).rebate,
  }
}

export async function applicationsOf(ctx: Ctx<Customer>, { page, size }: { page: number; size: number }) {
  const rows = await applicationsPage(ctx.db, ctx.actor.id, size, (page - 1) * size)
  return { list: rows.map(applicationView), total: await countApplications(ctx.db, ctx.actor.id), page, size }
}

export async function rebatesOf(ctx: Ctx<Customer>, { tab, page, size }: InputOf<typeof promoterRebateList>) {
  const filter = rebateFilter(ctx, tab)
  const rows = await rebatesPage(ctx.db, filter, size, (page - 1) * size)
  return { list: await rebatesShown(ctx, rows), total: await countRebates(ctx.db, filter), page, size }
}

export function rebateFilter({ actor }: Ctx<Customer>, tab: InputOf<typeof promoterRebateList>['tab']): RebateFilter {
  return { promoterId: actor.id, state: tab === 'all' ? '' : tab }
}

/** Without what would name the customers. */
export async function rebatesShown(ctx: Ctx<Customer>, rows: readonly RebateRow[]) {
  const people = await customersOf(
    ctx,
    rows.map(({ customerId }) => customerId),
  )
  return rows.map((row) => ({
    id: row.id,
    orderNo: maskNo(row.orderNo),
    customerName: maskName(people.get(row.customerId)?.name ?? ''),
    customerPhone: maskPhone(people.get(row.customerId)?.phone ?? ''),
    paidAt: shanghaiTime(row.paidAt),
    baseFen: row.baseFen,
    amountFen: row.amountFen,
    owedFen: row.owedFen,
    state: row.state,
    stateLabel: rebateStates[row.state],
    dueOn: shanghaiDate(row.dueAt),
  }))
}

function applicationView(row: PromoterRow) {
  return {
    id: row.id,
    stage: row.stage,
    stageLabel: promoterLifecycle.stages[row.stage],
    plan: row.plan,
    agreement: row.agreement,
    reason: row.reason,
    appliedAt: shanghaiTime(row.appliedAt),
    approvedAt: row.approvedAt && shanghaiTime(row.approvedAt),
    leftAt: row.leftAt && shanghaiTime(row.leftAt),
    mayCancel: actionsAt(promoterLifecycle, row.stage, 'customer').includes('cancel'),
  }
}

async function categoryNames(ctx: Ctx): Promise<ReadonlyMap<number, string>> {
  const types = await categoryTree(ctx)
  return new Map(types.flatMap(({ children }) => children.map(({ id, name }) => [id, name] as const)))
}

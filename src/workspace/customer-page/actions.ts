import { latestApplications } from '../../billing/invoices/list-actions.ts'
import { owed } from '../../billing/settlements/actions.ts'
import { namesOfStaff, staffInRole } from '../../core/staff/actions.ts'
import { mayAct } from '../../core/staff/rules.ts'
import { tellStaff } from '../../core/staff-notices/actions.ts'
import { readPersonal } from '../../core/safety/actions.ts'
import { findOrders, stageCounts } from '../../lab/orders/read-actions.ts'
import { orderTabKeys, orderTabs, stageLabel, tabCounts } from '../../lab/orders/rules.ts'
import { paidBy } from '../../lab/orders/spending/spending-actions.ts'
import { sampleCounts } from '../../lab/samples/actions.ts'
import { sampleLifecycle, type SampleStage } from '../../lab/samples/rules.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { usableCount } from '../../money/coupons/own-actions.ts'
import { pointsHeldBy } from '../../money/points/own-actions.ts'
import { balanceOf } from '../../money/prestore/actions.ts'
import { assignAdvisor, customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { closingOf } from '../../people/customers/closing-actions.ts'
import { isInUse, maskEmail, maskPhone, userTypes } from '../../people/customers/rules.ts'
import { asksSecondFactor } from '../../people/customers/session-actions.ts'
import { groupAccounts, groupsOfPerson } from '../../people/groups/actions.ts'
import { groupRoles } from '../../people/groups/rules.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { lastSpoken } from '../notes/call-actions.ts'
import type { staffCustomerContact, staffCustomerShow } from './contract.ts'
import { customerPageErrors } from './errors.ts'

const LATEST = 5

/** A person orders; the account of a group pays what its members order. */
type Whose = { customerId: number } | { payerId: number }

async function existing(ctx: Pick<Ctx, 'db'>, id: number) {
  const customer = (await customersOf(ctx, [id])).get(id)
  if (!customer) throw refuse(commonErrors.notFound)
  return customer
}

/** What the laboratory knows of a customer, each part by the slice that holds it. */
export async function showCustomer(
  ctx: Ctx<Staff>,
  { id }: { id: number },
): Promise<OutputOf<typeof staffCustomerShow>> {
  const customer = await existing(ctx, id)
  const managers = mayAct(ctx.actor, 'customer.assign') ? await staffInRole(ctx, 'manager') : []
  const names = await namesOfStaff(ctx, [...managers, ...(customer.advisorId === null ? [] : [customer.advisorId])])
  const { advisorId } = customer
  const spoken = await lastSpoken(ctx, id)
  const { state, closesAt } = await closingOf(ctx, id)
  const whose = customer.kind === 'group' ? { payerId: id } : { customerId: id }
  return {
    id,
    name: customerName(customer),
    company: customer.company,
    typeName:
      customer.kind === 'group' ? '课题组账户' : customer.userType === null ? '资料未填' : userTypes[customer.userType],
    region: [...new Set([customer.province, customer.city, customer.area])].join(''),
    phone: customer.phone && maskPhone(customer.phone),
    email: customer.email && maskEmail(customer.email),
    state,
    closesAt: closesAt && shanghaiTime(closesAt),
    accountOf: (await groupAccounts(ctx, [id])).get(id) ?? null,
    secondFactor: await asksSecondFactor(ctx, id),
    advisor: advisorId === null ? null : { id: advisorId, name: names.get(advisorId) ?? '' },
    advisors: managers.map((each) => ({ id: each, name: names.get(each) ?? '' })),
    groups: (await groupsOfPerson(ctx, id)).map(({ groupNo, name, role }) => ({
      groupNo,
      name,
      roleName: groupRoles[role],
    })),
    orders: await ordersOf(ctx, whose),
    money: mayAct(ctx.actor, 'settlement.read') ? await moneyOf(ctx, id) : null,
    samples: mayAct(ctx.actor, 'sample.read') ? await samplesOf(ctx, whose) : null,
    invoices: mayAct(ctx.actor, 'invoice.read') ? await latestApplications(ctx, id, LATEST) : null,
    coupons: await usableCount(ctx, id),
    points: await pointsHeldBy(ctx, id),
    lastSpokenAt: spoken ? shanghaiTime(spoken) : null,
  }
}

async function ordersOf(ctx: Ctx<Staff>, whose: Whose) {
  const counts = tabCounts(await stageCounts(ctx, whose))
  const { rows } = await findOrders(ctx, { ...whose, limit: LATEST })
  return {
    total: counts.all,
    tabs: orderTabKeys
      .filter((tab) => tab !== 'all' && counts[tab] > 0)
      .map((tab) => ({ tab, label: orderTabs[tab].label, count: counts[tab] })),
    latest: rows.map((row) => ({
      orderNo: row.orderNo,
      title: row.title,
      stage: row.stage,
      stageName: stageLabel(row.stage, row.serviceType),
      createdAt: shanghaiTime(row.createdAt),
    })),
  }
}

/** Samples by stage, in the order of the lifecycle. */
async function samplesOf(ctx: Ctx<Staff>, whose: Whose) {
  const counts = await sampleCounts(ctx, whose)
  return (Object.keys(sampleLifecycle.stages) as SampleStage[]).flatMap((stage) => {
    const count = counts.get(stage) ?? 0
    return count === 0 ? [] : [{ stage, label: sampleLifecycle.stages[stage], count }]
  })
}

async function moneyOf(ctx: Ctx<Staff>, customerId: number) {
  const { balanceFen, giftFen } = await balanceOf(ctx, customerId)
  const credit = await creditOf(ctx, customerId)
  const { unpaidFen, unsettledFen, overdueFen } = await owed(ctx, customerId)
  const creditUsedFen = credit.usedFen + credit.heldFen
  return {
    ...{ balanceFen, giftFen, creditUsedFen, creditLimitFen: credit.limitFen, unpaidFen, unsettledFen, overdueFen },
    ...(await paidBy(ctx, customerId)),
  }
}

/** Outside a transaction, because the alarm about too many readings must be kept although the call is refused. */
export async function contactOf(
  ctx: Ctx<Staff>,
  { id }: { id: number },
): Promise<OutputOf<typeof staffCustomerContact>> {
  const { phone, email } = await existing(ctx, id)
  await readPersonal(ctx, { subject: `customer:${id}`, about: { customerId: id }, reason: '客户页面' })
  return { phone, email }
}

/** Gives the customer another account manager, who is told. */
export function assignCustomer(ctx: Ctx<Staff>, { id, advisorId }: { id: number; advisorId: number }): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const customer = await existing(ctx, id)
    if (!(await staffInRole(ctx, 'manager')).includes(advisorId)) throw refuse(customerPageErrors.notAManager)
    if (!isInUse((await closingOf(ctx, id)).state)) throw refuse(customerPageErrors.notInUse)
    if (customer.advisorId === advisorId) return
    await assignAdvisor(ctx, id, advisorId)
    if (advisorId !== ctx.actor.id)
      await tellStaff(ctx, {
        staffIds: [advisorId],
        kind: 'assigned',
        title: `客户 ${customerName(customer)} 由您负责`,
        path: `/console/customers/${id}`,
        key: `customer:${id}:${ctx.clock.now().getTime()}`,
      })
  })
}

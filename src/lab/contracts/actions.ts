import { customerOf } from '../../people/customers/actions.ts'
import { actingFor } from '../../people/groups/actions.ts'
import { agreedDays } from '../demands/actions.ts'
import { AGREED_RID } from '../plans/agreed-actions.ts'
import { contractSigned, orderForLab, orderForMoney } from '../orders/actions.ts'
import { minuteText } from '../orders/rules.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { readSettings } from '../../core/settings/actions.ts'
import { contractErrors } from './errors.ts'
import { projectsByRid } from '../../shop/catalogue/actions.ts'
import { awaitsSignature, type ContractBody, type ContractLine, contractLifecycle, signDays } from './rules.ts'
import {
  changes,
  contractByNo,
  type ContractRow,
  insertContract,
  liveContract,
  lockContracts,
  lockedContract,
  nextNumber,
} from './store.ts'
import { contractIssued, expireContractJob, renderContractJob } from './events.ts'

// What staff do with contracts. The customer's side: sign-actions.ts; the printed text: render-actions.ts.

/** Issues the contract of an accepted quote and notifies the customer. An earlier contract that is not in force becomes void. */
export async function issueContract(
  ctx: Ctx<Staff>,
  orderNo: string,
  { days = signDays, deliveryDays }: { days?: number | undefined; deliveryDays?: number | undefined } = {},
) {
  return inTx(ctx, async (inner) => {
    const order = await orderForMoney(inner, orderNo)
    if (order.stage !== 'contract') throw refuse(contractErrors.notAwaiting)
    if (!order.prepayFen) throw refuse(contractErrors.noAmount)
    await lockContracts(inner.db, order.id)
    const earlier = await liveContract(inner.db, order.id)
    if (earlier)
      await transition(inner, contractLifecycle, earlier.id, 'void', {
        reason: '已重新拟定',
        payload: payloadOf(earlier),
      })
    const now = ctx.clock.now()
    const row = await insertContract(inner.db, {
      contractNo: await numberFor(inner, now),
      orderId: order.id,
      orderNo: order.orderNo,
      title: order.title,
      customerId: order.payerId,
      amountFen: order.prepayFen,
      body: { ...(await bodyOf(inner, order.id, deliveryDays)), discountFen: order.discountFen },
      signBy: addDays(now, days),
      issuedBy: ctx.actor.id,
      issuedAt: now,
    })
    await recordCreation(inner, contractLifecycle, row.id, 'to_sign')
    await emit(inner, contractIssued, {
      id: row.id,
      ...payloadOf(row),
      until: minuteText(row.signBy),
      replaces: earlier?.contractNo,
    })
    await enqueue(inner, renderContractJob, { id: row.id })
    await enqueue(inner, expireContractJob, { id: row.id }, { at: row.signBy })
    return { contractNo: row.contractNo, ...stageOf('to_sign') }
  })
}

type LabOrder = Awaited<ReturnType<typeof orderForLab>>

async function numberFor(ctx: Ctx, now: Date): Promise<string> {
  const day = shanghaiDate(now).slice(2).replaceAll('-', '')
  return `HT${day}${String(await nextNumber(ctx.db)).padStart(5, '0')}`
}

async function bodyOf(ctx: Ctx, orderId: number, promisedDays: number | undefined): Promise<ContractBody> {
  const order = await orderForLab(ctx, orderId)
  const payer = await customerOf(ctx, order.payerId)
  // A group is named with its unit; its owner speaks for it.
  const [ownerId = order.payerId] = payer.kind === 'group' ? await actingFor(ctx, order.payerId) : []
  const customer = payer.kind === 'group' ? { ...(await customerOf(ctx, ownerId)), company: payer.company } : payer
  if (!customer.company || !customer.name) throw refuse(contractErrors.profileIncomplete)
  const keys = ['siteName', 'localInfo', 'bankAccount', 'contractTerms'] as const
  const { siteName, localInfo, bankAccount, contractTerms } = await readSettings(ctx, keys)
  const published = await linesOf(ctx, order)
  const lines = published.map((line) => (promisedDays === undefined ? line : { ...line, days: promisedDays }))
  const deliveryDays = promisedDays ?? Math.max(0, ...lines.map((line) => line.days ?? 0))
  if (deliveryDays === 0) throw refuseAt('deliveryDays', contractErrors.noDeliveryDays)
  return {
    customer: {
      company: customer.company,
      contact: customer.name,
      phone: customer.phone,
      email: customer.email,
      address: [customer.province, customer.city, customer.area, customer.address].join(''),
      creditCode: order.taxNo,
    },
    laboratory: {
      name: siteName,
      address: localInfo.address,
      phone: localInfo.phone,
      email: localInfo.email,
      bank: bankAccount,
      ...contractTerms,
    },
    lines,
    urgent: order.urgent,
    deliveryDays,
    serviceType: order.serviceType,
  }
}

/** The lines with the working days that each project publishes now, or that the offer promised for work outside the catalogue. */
async function linesOf(ctx: Ctx, { orderNo, lines }: LabOrder): Promise<ContractLine[]> {
  const projects = await projectsByRid(
    ctx,
    lines.map((line) => line.rid),
  )
  const offered = lines.some((line) => line.rid === AGREED_RID) ? await agreedDays(ctx, orderNo) : undefined
  return lines.map((line) => {
    const days = (line.rid === AGREED_RID ? offered?.get(line.projectName) : projects.get(line.rid)?.daysTo) ?? 0
    return {
      projectName: line.projectName,
      described: line.described.map(({ label, text }) => `${label}：${text}`).join('；'),
      sampleCount: line.sampleCount,
      amountFen: line.amountFen ?? 0,
      ...(days > 0 ? { days } : {}),
    }
  })
}

/** Seals a contract that the customer signed. It is in force, and the order waits for its prepayment. */
export async function sealContract(ctx: Ctx<Staff>, contractNo: string) {
  return inTx(ctx, async (inner) => {
    const row = await anyContract(inner, contractNo)
    const { to } = await transition(inner, contractLifecycle, row.id, 'seal', {
      set: changes.sealed(ctx.actor.id, ctx.clock.now()),
      payload: payloadOf(row),
    })
    await contractSigned(asSystem(inner), row.orderId)
    await enqueue(inner, renderContractJob, { id: row.id })
    return stageOf(to)
  })
}

/** Returns a stamped copy that is unreadable or of a different text. The customer signs again. */
export async function sendBackContract(ctx: Ctx<Staff>, contractNo: string, reason: string) {
  return inTx(ctx, async (inner) => {
    const row = await anyContract(inner, contractNo)
    // Signing again gets a new deadline.
    const again = addDays(ctx.clock.now(), signDays)
    const signBy = again > row.signBy ? again : row.signBy
    const { to } = await transition(inner, contractLifecycle, row.id, 'sendBack', {
      reason,
      set: changes.unsigned(reason, signBy),
      payload: { ...payloadOf(row), reason, until: minuteText(signBy) },
    })
    await enqueue(inner, expireContractJob, { id: row.id }, { at: signBy })
    return stageOf(to)
  })
}

/** Expires a contract that was not signed in time: customer and manager are notified, and another can be issued. Otherwise does nothing. */
export async function expireContract(ctx: Ctx, id: number): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const row = await lockedContract(inner.db, id)
    if (!row || !awaitsSignature(row.stage) || row.signBy > ctx.clock.now()) return
    await transition(inner, contractLifecycle, id, 'expire', { payload: payloadOf(row) })
  })
}

export async function voidContract(ctx: Ctx<Staff>, contractNo: string, reason: string) {
  const row = await anyContract(ctx, contractNo)
  const { to } = await transition(ctx, contractLifecycle, row.id, 'void', {
    reason,
    payload: { ...payloadOf(row), reason, alone: true },
  })
  return stageOf(to)
}

/** Voids the unsigned contract of an order that has ended. A contract in force stays on record. Safe to repeat. */
export async function voidWithOrder(ctx: Ctx, orderId: number): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const row = await liveContract(inner.db, orderId)
    if (!row || row.stage === 'effective') return
    await transition(inner, contractLifecycle, row.id, 'void', { reason: '订单已取消', payload: payloadOf(row) })
  })
}

async function anyContract(ctx: Pick<Ctx, 'db'>, contractNo: string): Promise<ContractRow> {
  const row = await contractByNo(ctx.db, contractNo)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

export function payloadOf(row: Pick<ContractRow, 'orderNo' | 'customerId' | 'contractNo' | 'amountFen'>) {
  const { orderNo, customerId, contractNo, amountFen } = row
  return { orderNo, customerId, contractNo, amountFen }
}

export function stageOf(stage: ContractRow['stage']) {
  return { stage, stageName: contractLifecycle.stages[stage] }
}

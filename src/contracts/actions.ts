import { customerOf } from '../accounts/actions.ts'
import { contractSigned, orderForLab, orderForMoney } from '../orders/actions.ts'
import { commonErrors, refuse } from '../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../platform/http/ctx.ts'
import { emit, enqueue } from '../platform/jobs/outbox.ts'
import { recordBirth, transition } from '../platform/lifecycle/transition.ts'
import { addDays, shanghaiDate } from '../platform/time.ts'
import { readSettings } from '../settings/actions.ts'
import { contractErrors } from './errors.ts'
import { type ContractBody, contractLifecycle, signDays } from './rules.ts'
import {
  along,
  contractByNo,
  type ContractRow,
  insertContract,
  liveContract,
  lockContracts,
  nextNumber,
} from './store.ts'

// What staff do with contracts. The customer's side: sign-actions.ts; the printed text: render-actions.ts.

/** Draws up the contract of an accepted quote and lets the customer know. An earlier one that is not in force gives way. */
export async function issueContract(ctx: Ctx<Staff>, orderNo: string, days = signDays) {
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
      customerId: order.customerId,
      amountFen: order.prepayFen,
      body: await bodyOf(inner, order.id, order.customerId),
      signBy: addDays(now, days),
      issuedBy: ctx.actor.id,
      issuedAt: now,
    })
    await recordBirth(inner, contractLifecycle, row.id, 'to_sign')
    await emit(inner, 'contract.issue', { id: row.id, ...payloadOf(row) })
    await enqueue(inner, 'contract.render', { id: row.id })
    return { contractNo: row.contractNo, ...stageOf('to_sign') }
  })
}

async function numberFor(ctx: Ctx, now: Date): Promise<string> {
  const day = shanghaiDate(now).slice(2).replaceAll('-', '')
  return `HT${day}${String(await nextNumber(ctx.db)).padStart(5, '0')}`
}

async function bodyOf(ctx: Ctx, orderId: number, customerId: number): Promise<ContractBody> {
  const [order, customer] = [await orderForLab(ctx, orderId), await customerOf(ctx, customerId)]
  if (!customer.company || !customer.name) throw refuse(contractErrors.profileIncomplete)
  const { siteName, localInfo, bankAccount } = await readSettings(ctx, ['siteName', 'localInfo', 'bankAccount'])
  return {
    customer: {
      company: customer.company,
      contact: customer.name,
      phone: customer.phone,
      email: customer.email,
      address: [customer.province, customer.city, customer.area, customer.address].join(''),
    },
    house: {
      name: siteName,
      address: localInfo.address,
      phone: localInfo.phone,
      email: localInfo.email,
      bank: bankAccount,
    },
    lines: order.lines.map((line) => ({
      projectName: line.projectName,
      described: line.described.map(({ label, text }) => `${label}：${text}`).join('；'),
      sampleCount: line.sampleCount,
      amountFen: line.amountFen ?? 0,
    })),
    urgent: order.urgent,
  }
}

/** The house seals what the customer signed: the contract is in force, and the order goes on to its prepayment. */
export async function sealContract(ctx: Ctx<Staff>, contractNo: string) {
  return inTx(ctx, async (inner) => {
    const row = await anyContract(inner, contractNo)
    const { to } = await transition(inner, contractLifecycle, row.id, 'seal', {
      set: along.sealed(ctx.actor.id, ctx.clock.now()),
      payload: payloadOf(row),
    })
    await contractSigned(asSystem(inner), row.orderId)
    await enqueue(inner, 'contract.render', { id: row.id })
    return stageOf(to)
  })
}

/** A stamped copy that cannot be read or is of another text goes back; the customer signs again. */
export async function sendBackContract(ctx: Ctx<Staff>, contractNo: string, reason: string) {
  const row = await anyContract(ctx, contractNo)
  const { to } = await transition(ctx, contractLifecycle, row.id, 'sendBack', {
    reason,
    set: along.unsigned(),
    payload: { ...payloadOf(row), reason },
  })
  return stageOf(to)
}

export async function voidContract(ctx: Ctx<Staff>, contractNo: string, reason: string) {
  const row = await anyContract(ctx, contractNo)
  const { to } = await transition(ctx, contractLifecycle, row.id, 'void', {
    reason,
    payload: { ...payloadOf(row), reason },
  })
  return stageOf(to)
}

/** An order that has ended takes its unsigned contract along; one in force stays on record. Safe to repeat. */
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

export function payloadOf(row: Pick<ContractRow, 'orderNo' | 'customerId' | 'contractNo'>) {
  return { orderNo: row.orderNo, customerId: row.customerId, contractNo: row.contractNo }
}

export function stageOf(stage: ContractRow['stage']) {
  return { stage, stageName: contractLifecycle.stages[stage] }
}

import { staffOrdersToFix } from '../../src/billing/settlements/amount-list-contract.ts'
import { staffFixAmount } from '../../src/billing/settlements/contract.ts'
import { staffFileUpload } from '../../src/core/files/contract.ts'
import { staffInvoiceList } from '../../src/billing/invoices/list-contract.ts'
import { staffInvoiceApprove, staffInvoiceIssue } from '../../src/billing/invoices/staff-contract.ts'
import { demandAccept, demandAdd, staffDemandAnswer } from '../../src/lab/demands/contract.ts'
import { staffCloseDay } from '../../src/money/books/contract.ts'
import { planList } from '../../src/lab/plans/contract.ts'
import { prestoreApplyAdd, bankImport, transferConfirmMatch, transferMatch } from '../../src/money/prestore/contract.ts'
import { bankLinesBySerials } from '../../src/money/prestore/received/bank-store.ts'
import { transferCode } from '../../src/money/prestore/rules.ts'
import { staffOrderCancel, staffOrderDetail } from '../../src/lab/orders/staff/staff-contract.ts'
import { findOrders } from '../../src/lab/orders/read-actions.ts'
import { firstAgreementVersion as agreementVersion } from '../../src/core/agreements/agreement-rules.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../src/platform/time.ts'
import type { Results } from './curves.ts'
import { orderLife } from './order-life.ts'
import { ordered } from './plan-life.ts'
import { specimenPdf } from '../specimens.ts'
import { acting, type Actor, type Life, type World } from './world.ts'

/** Finance approves and issues the invoices that were asked for. */
export async function* issueInvoices(world: World): Life {
  let number = 0
  for (;;) {
    yield world.office(1)
    const { list } = await world.byStaff('finance', staffInvoiceList, { tab: 'pending' })
    for (const { id, version } of list)
      await world.byStaff('finance', staffInvoiceApprove, { id, version, way: 'manual' })
    const issuing = await world.byStaff('finance', staffInvoiceList, { tab: 'issuing' })
    for (const { id, version } of issuing.list) {
      number += 1
      const invoiceNo = `2532${String(number).padStart(16, '0')}`
      const { id: pdfFileId } = await world.byStaff('finance', staffFileUpload, { purpose: 'invoice' } as never, {
        file: { name: `${invoiceNo}.pdf`, content: await specimenPdf('invoice') },
      })
      await world.byStaff('finance', staffInvoiceIssue, {
        id,
        version,
        invoiceNo,
        issuedOn: shanghaiDate(world.now),
        pdfFileId,
      } as never)
    }
  }
}

/** Finance closes the day before; lately not yet. */
export async function* closeDays(world: World): Life {
  for (;;) {
    yield world.office(1, 0.5)
    await world.byStaff('finance', staffCloseDay, { day: shanghaiDate(addDays(world.now, -1)) })
  }
}

/** Now and then a customer transfers money to the balance; finance matches the bank's line. */
export async function* transfers(world: World): Life {
  for (let n = 1; ; n++) {
    yield world.office(world.random.whole(2, 6))
    const payer = world.random.pick(world.people.filter(({ kind }) => kind === 'firm' || kind === 'teacher'))
    const amountFen = world.random.whole(4, 40) * 50_000
    yield* transfer(world, payer, amountFen, `LIFE-${String(n).padStart(5, '0')}`)
  }
}

async function* transfer(world: World, payer: Actor, amountFen: number, serial: string): Life {
  const as = payer.group?.owner ?? payer
  const claim = { amountFen, payerName: payer.company, transferredOn: shanghaiDate(world.now), remark: '' }
  const { id: claimId } = await world.call(prestoreApplyAdd, claim as never, as, acting(payer))
  yield world.office(1)
  const line = `${serial}\t${shanghaiTime(world.now).slice(0, 16)}\t${amountFen / 100}\t${payer.company}\t\t预存 ${transferCode(payer.id)}`
  await world.byStaff('finance', bankImport, { text: line })
  const [bankLine] = await bankLinesBySerials(world.app.db, [serial])
  if (!bankLine) return
  if (world.random.chance(0.1)) yield world.office(2)
  const match = { claimId, bankLineId: bankLine.id, version: 1, overrideReason: '户名一致，已电话核实' }
  const { stage } = await world.byStaff('finance', transferMatch, match)
  if (stage === 'checking') await world.byStaff('finance2', transferConfirmMatch, { claimId, version: 2 })
}

const wishes = [
  ['锂电隔膜热收缩测试', '80–150 ℃ 每 10 ℃ 保温 1 h，测横纵向收缩率，共 6 个样品。'],
  ['催化剂原位红外', '需要 CO 气氛下 25–400 ℃ 的漫反射红外，催化剂为 Pt/CeO2。'],
  ['薄膜面内导热', '聚酰亚胺石墨膜，25 µm 厚，测面内导热系数。'],
  ['涂层耐盐雾 500 h', '碳钢板 75×150 mm，中性盐雾，24/168/500 h 拍照评级。'],
] as const

/** A customer asks for work outside the catalogue. The answer comes within two working hours; half of them order it. */
export async function* demands(world: World, results: Results): Life {
  for (;;) {
    yield world.office(world.random.whole(5, 12))
    const buyer = world.random.pick(world.people)
    const [title, body] = world.random.pick(wishes)
    const { id } = await world.call(demandAdd, { title, body, serviceType: 1, budgetFen: 300_000 } as never, buyer)
    yield world.later(0.3 + world.random.next() * 1.4)
    const amountFen = world.random.whole(12, 60) * 10_000
    await world.byStaff('manager', staffDemandAnswer, {
      ...{
        id,
        version: 1,
        title,
        text: '按您的要求可做，方案见报价。',
        serviceType: 1,
        sampleCount: 6,
        daysFrom: 10,
        daysTo: 15,
      },
      lines: [{ label: title, amountFen }],
      validUntil: shanghaiDate(addDays(world.now, 20)),
    } as never)
    if (!world.random.chance(0.5)) continue
    yield world.office(2)
    await world.call(demandAccept, { id, version: 2 }, buyer)
    world.start(orderLife(world, results, buyer, wishOrder(title)), world.later(1))
  }
}

/** Orders the accepted offer, which is a line of the plan. */
function wishOrder(title: string) {
  return async (world: World, buyer: Actor) => {
    const { dataArr } = await world.call(planList, {}, buyer)
    const planId =
      dataArr
        .flatMap(({ items }) => items)
        .find((line) => line.agreed && line.name === title && line.validity === 'valid')?.id ?? 0
    return ordered(world, buyer, [], () => ({
      planIds: [planId],
      samples: Array.from({ length: 6 }, (_, n) => ({
        ...{ planId, ownNo: `W-${n + 1}`, name: `${title}样品 ${n + 1}#`, form: 'block' as const, composition: 'SiO2' },
        ...{ hazards: [], storage: 'room' as const, returnWanted: false, remark: '' },
      })),
      ...{ delivery: { kind: 'self_send' as const }, invoice: { type: 0 as const }, remark: '' },
      contact: { name: buyer.name, phone: buyer.phone, email: '' },
      ...(buyer.group ? { groupNo: buyer.group.no } : {}),
      ...{ agreementVersion, agreed: true as const, warningsConfirmed: true },
    }))
  }
}

/** Orders are settled on the second day after their delivery. */
const FIX_AFTER_HOURS = 30

/** The manager fixes the amounts of what was delivered, the day after at the latest. The last morning's are left to whoever tries the demo. */
export async function* fixAmounts(world: World): Life {
  for (;;) {
    yield world.office(1, 2)
    if (shanghaiDate(world.now) === shanghaiDate(world.until)) continue
    const { list } = await world.byStaff('manager', staffOrdersToFix, { size: 50 })
    for (const { orderNo, agreedFen, deliveredAt, disputed, checking } of list) {
      const isFresh = deliveredAt === null || fromShanghai(deliveredAt) > world.later(-FIX_AFTER_HOURS)
      if (isFresh || disputed || checking) continue
      const due = agreedFen ?? 10_000
      const less = world.random.chance(0.06)
      const fix = (finalFen: number, reason: string) =>
        world.byStaff('manager', staffFixAmount, { orderNo, finalFen, reason })
      try {
        if (less) await fix(Math.round((due * 0.96) / 100) * 100, '少测一个样品区间')
        else await fix(due, '按报价核定')
      } catch {
        // A part of what is invoiced already cannot be paid back.
        const { prepaidFen } = await world.byStaff('manager', staffOrderDetail, { orderNo })
        await world.attempt(() => fix(prepaidFen, '预付款已开票，与客户确认按预付金额结算'))
      }
    }
  }
}

/** Samples that are not sent for a month are not coming: the manager has asked, and cancels. */
const FORGOTTEN_DAYS = 30
const waitingForCustomer = ['group_review', 'contract', 'prepay', 'awaiting_sample'] as const

export async function* cancelForgotten(world: World): Life {
  for (;;) {
    yield world.office(3, 5)
    const { rows } = await findOrders(world.app.system, { stages: waitingForCustomer })
    const list = rows.filter(({ createdAt }) => createdAt < addDays(world.now, -FORGOTTEN_DAYS))
    const reason = '逾一个月未继续，已与客户电话确认取消'
    for (const { orderNo } of list)
      await world.attempt(() => world.byStaff('manager', staffOrderCancel, { orderNo, reason }))
  }
}

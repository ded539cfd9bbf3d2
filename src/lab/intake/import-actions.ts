import { z } from 'zod'
import { type Checked, importKind, type Written } from '../../core/imports/kind-actions.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { requiredText } from '../../platform/contract/fields.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { ordersNumbered } from '../orders/read-actions.ts'
import type { OrderRow } from '../orders/record-rules.ts'
import { waybillField } from '../samples/contract.ts'
import { returnHindrance } from '../samples/rules.ts'
import {
  type FormerWaybill,
  mayBeOnItsWay,
  noteWaybill,
  samplesOfAll,
  takeWaybillBack,
} from '../samples/parcels/waybill-actions.ts'
import type { SampleRow } from '../samples/wire-rules.ts'
import { intakeErrors } from './errors.ts'
import { returnSample } from './intake-actions.ts'

/** A row of waybills: the fields of the forms that enter them one by one. */
const waybillRow = z.object({
  orderNo: requiredText('订单号', 40).transform((text) => text.toUpperCase()),
  sampleNo: z
    .string()
    .default('')
    .transform((text) => text.toUpperCase()),
  courier: requiredText('快递公司', 30),
  waybill: waybillField,
})
type WaybillValues = z.output<typeof waybillRow>

const columns = (which: string) => [
  { key: 'orderNo', head: '订单号', hint: '以 MX 开头的订单号', example: 'MX2603020000001', required: true },
  { key: 'sampleNo', head: '样品编号', hint: `不填时为该订单所有${which}的样品`, example: '' },
  { key: 'courier', head: '快递公司', hint: '最多 30 个字', example: '顺丰速运', required: true },
  { key: 'waybill', head: '快递单号', hint: '字母、数字和短横线', example: 'SF0000000000001', required: true },
]

const keyOf = ({ orderNo, sampleNo }: WaybillValues) => `${orderNo}/${sampleNo}`

/** Samples of the order that the row means: one, or all to which the work applies. */
function meant(rows: readonly SampleRow[], { orderNo, sampleNo }: WaybillValues): SampleRow[] {
  return rows.filter((row) => row.orderNo === orderNo && (sampleNo === '' || row.sampleNo === sampleNo))
}

function unknown({ sampleNo }: WaybillValues): Checked {
  const fault =
    sampleNo === ''
      ? { column: 'orderNo', reason: '没有这个订单，或订单没有样品' }
      : { column: 'sampleNo', reason: '该订单没有这个样品' }
  return { outcome: 'faulty', faults: [fault] }
}

const faulty = (reason: string): Checked => ({ outcome: 'faulty', faults: [{ column: '', reason }] })

async function recordsOf(
  ctx: Ctx<Staff>,
  rows: readonly WaybillValues[],
): Promise<{ orders: Map<string, OrderRow>; samples: SampleRow[] }> {
  const orders = await ordersNumbered(ctx, [...new Set(rows.map(({ orderNo }) => orderNo))])
  const ids = [...orders.values()].map(({ id }) => id)
  return { orders, samples: await samplesOfAll(ctx, ids) }
}

/** What the sender of a parcel wrote down, for samples that have not arrived. */
export const incomingWaybillImport = importKind<WaybillValues, { former: FormerWaybill[] } & WaybillValues>({
  name: 'incomingWaybills',
  label: '来样快递单号',
  about: '为还没有收到的样品填写或更正快递单号，样品变为运输中，并跟踪物流。',
  action: 'sample.send',
  keyLabel: '订单号和样品编号',
  columns: columns('未收到'),
  schema: waybillRow,
  keyOf,
  check: async (ctx, rows) => {
    const { samples } = await recordsOf(ctx, rows)
    return rows.map((values) => {
      const all = meant(samples, values)
      if (all.length === 0) return unknown(values)
      const coming = all.filter(mayBeOnItsWay)
      if (coming.length === 0) return faulty('样品已收到、已预约上门取样，或不需要寄送')
      const same = coming.every(({ courier, waybill }) => courier === values.courier && waybill === values.waybill)
      if (same) return { outcome: 'unchanged' }
      const correct = coming.some(({ waybill }) => waybill !== '' && waybill !== values.waybill)
      return { outcome: correct ? 'changed' : 'new', note: `${coming.length} 个样品` }
    })
  },
  alone: true,
  write: async (ctx, all) => {
    const { samples } = await recordsOf(ctx, all)
    const results: Written[] = []
    for (const values of all) {
      const rows = meant(samples, values).filter(mayBeOnItsWay)
      const former = rows.map(({ sampleNo, stage, courier, waybill }) => ({ sampleNo, stage, courier, waybill }))
      await noteWaybill(ctx, rows, values.courier, values.waybill)
      results.push(madeOf(rows, { ...values, former }))
    }
    return results
  },
  undo: async (ctx, all) => {
    for (const { former, ...entered } of all) await takeWaybillBack(ctx, former, entered)
    return all.map(() => undefined)
  },
})

/** Samples that go back to the customer, with the waybill under which they left. */
export const returnWaybillImport = importKind<WaybillValues, unknown>({
  name: 'returnWaybills',
  label: '寄回快递单号',
  about: '登记待寄回的样品已寄出：填写快递公司和单号，样品变为已寄回，客户收到通知。',
  action: 'sample.return',
  noUndo: '登记寄回后客户即收到通知，导入后不能撤销。',
  keyLabel: '订单号和样品编号',
  columns: columns('待寄回'),
  schema: waybillRow,
  keyOf,
  check: async (ctx, rows) => {
    const { orders, samples } = await recordsOf(ctx, rows)
    const afterPayment = await readSetting(ctx, 'returnAfterPayment')
    return rows.map((values) => {
      const all = meant(samples, values)
      const order = orders.get(values.orderNo)
      if (all.length === 0 || !order) return unknown(values)
      const going = all.filter(waitsToReturn(values))
      if (going.length === 0) return returnedAlready(all, values)
      const state = { stage: order.stage, paid: order.paidAt !== null }
      const hindrance = going.map(({ stage }) => returnHindrance(state, stage, afterPayment)).find(Boolean)
      return hindrance ? faulty(hindrance) : { outcome: 'new', note: `寄回 ${going.length} 个样品` }
    })
  },
  alone: true,
  write: async (ctx, all) => {
    const { samples } = await recordsOf(ctx, all)
    const results: Written[] = []
    for (const values of all) {
      const rows = meant(samples, values).filter(waitsToReturn(values))
      if (rows.length === 0) throw refuse(intakeErrors.nothingToReturn)
      for (const { sampleNo } of rows)
        await returnSample(ctx, { sampleNo, courier: values.courier, waybill: values.waybill })
      results.push(madeOf(rows, {}))
    }
    return results
  },
})

/** A tested sample goes back without being asked for only when the row names it. */
function waitsToReturn({ sampleNo }: WaybillValues) {
  return ({ stage }: SampleRow) =>
    stage === 'to_return' || stage === 'refused' || (sampleNo !== '' && stage === 'tested')
}

function returnedAlready(rows: readonly SampleRow[], { courier, waybill }: WaybillValues): Checked {
  const returned = rows.filter(({ stage }) => stage === 'returned')
  if (returned.length === 0) return faulty('没有待寄回的样品')
  const same = returned.some((row) => row.returnCourier === courier && row.returnWaybill === waybill)
  return same ? { outcome: 'unchanged' } : faulty('样品已用其他单号寄回')
}

function madeOf(rows: readonly SampleRow[], made: unknown): Written {
  const [first] = rows
  return { made, ...(first ? { customerId: first.customerId } : {}) }
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderSteps } from '../../app/testing/order-steps.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { importCommit, importDetail, importRows, importStart, importUndo } from '../../core/imports/contract.ts'
import type { RowState } from '../../core/imports/rules.ts'
import { sql } from '../../platform/db/sql.ts'

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
let logistics: TestPerson
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
  logistics = steps.staff.logistics
})
afterAll(() => app.close())

async function checked(kind: string, lines: string[]) {
  const content = ['订单号,样品编号,快递公司,快递单号', ...lines].join('\n')
  const { id } = await app.call(importStart, { kind }, { as: logistics, file: { name: '快递.csv', content } })
  await app.drain()
  return app.call(importDetail, { id }, { as: logistics })
}

async function committed({ id, version }: { id: number; version: number }) {
  await app.call(importCommit, { id, version, skipFaulty: true }, { as: logistics })
  await app.drain()
  return app.call(importDetail, { id }, { as: logistics })
}

async function undone({ id, version }: { id: number; version: number }) {
  await app.call(importUndo, { id, version }, { as: logistics })
  await app.drain()
  return app.call(importDetail, { id }, { as: logistics })
}

const reasons = async (id: number, state: RowState) =>
  (await app.call(importRows, { id, state }, { as: logistics })).list.map(({ faults }) => faults[0]?.reason)

const samplesOf = (orderNo: string) =>
  app.db.rows<{ stage: string; waybill: string; returnWaybill: string }>(sql`
    select stage, waybill, return_waybill from samples where order_no = ${orderNo} order by sample_no`)

describe('waybills of parcels to the laboratory', () => {
  it('are entered for one sample or all of an order, corrected, and taken back while the samples are on their way', async () => {
    const order = await steps.approved(2)
    const other = await steps.approved(1)
    const run = await checked('incomingWaybills', [
      `${order.orderNo},,顺丰速运,sf1000000000001`,
      `${other.orderNo.toLowerCase()},${other.sampleNos[0]},顺丰速运,SF 1000000000002`,
      'MX0000000000000,,顺丰速运,SF1',
      `${order.orderNo},${other.sampleNos[0]},顺丰速运,SF2`,
      `${order.orderNo},,顺丰速运,无`,
    ])
    expect(run).toMatchObject({ newRows: 2, faultyRows: 3 })
    expect(await reasons(run.id, 'faulty')).toEqual([
      '没有这个订单，或订单没有样品',
      '该订单没有这个样品',
      '快递单号应由字母、数字和短横线组成，请对照面单填写',
    ])
    const first = await committed(run)
    expect(first).toMatchObject({ stage: 'committed', writtenRows: 2 })
    expect(await samplesOf(order.orderNo)).toMatchObject([
      { stage: 'in_transit', waybill: 'SF1000000000001' },
      { stage: 'in_transit', waybill: 'SF1000000000001' },
    ])
    const second = await checked('incomingWaybills', [
      `${order.orderNo},${order.sampleNos[1]},顺丰速运,SF9`,
      `${other.orderNo},,顺丰速运,SF1000000000002`,
    ])
    expect(second).toMatchObject({ changedRows: 1, unchangedRows: 1 })
    const corrected = await committed(second)
    await undone(corrected)
    expect((await samplesOf(order.orderNo))[1]).toMatchObject({ stage: 'in_transit', waybill: 'SF1000000000001' })
    await steps.receive(order.sampleNos[0] ?? '')
    expect(await undone(first)).toMatchObject({ stage: 'undone', undoneRows: 1, keptRows: 1 })
    expect(await reasons(first.id, 'kept')).toEqual(['样品已收到或快递单号已被修改，不能撤销'])
    expect((await samplesOf(order.orderNo))[1]).toMatchObject({ stage: 'in_transit' })
    expect(await samplesOf(other.orderNo)).toMatchObject([{ stage: 'pending', waybill: '' }])
  })

  it('[Q-133] are entered in the order of the file, and taken back in the opposite one', async () => {
    const order = await steps.approved(2)
    await committed(await checked('incomingWaybills', [`${order.orderNo},${order.sampleNos[0]},顺丰速运,SF1`]))
    // The first row changes a waybill, the second one enters the first waybill of a sample.
    const run = await checked('incomingWaybills', [
      `${order.orderNo},,顺丰速运,SF2`,
      `${order.orderNo},${order.sampleNos[1]},顺丰速运,SF3`,
    ])
    expect(run).toMatchObject({ changedRows: 1, newRows: 1 })
    const written = await committed(run)
    expect(await samplesOf(order.orderNo)).toMatchObject([{ waybill: 'SF2' }, { waybill: 'SF3' }])
    expect(await undone(written)).toMatchObject({ undoneRows: 2, keptRows: 0 })
    expect(await samplesOf(order.orderNo)).toMatchObject([{ waybill: 'SF1' }, { stage: 'pending', waybill: '' }])
  })
})

describe('waybills of parcels back to customers', () => {
  it('send the waiting samples back, say why others are not sent, and cannot be taken back', async () => {
    const order = await steps.paid(2, true)
    await app.db.run(sql`update samples set stage = 'to_return' where order_id = ${order.id}`)
    const early = await steps.received(1)
    const row = `${order.orderNo},,顺丰速运,SF1000000000008`
    const run = await checked('returnWaybills', [row, `${early.orderNo},,顺丰速运,SF1000000000009`])
    expect(run).toMatchObject({ newRows: 1, faultyRows: 1, noUndo: expect.stringContaining('不能撤销') })
    expect(await reasons(run.id, 'faulty')).toEqual(['没有待寄回的样品'])
    const sent = await committed(run)
    expect(await samplesOf(order.orderNo)).toMatchObject([
      { stage: 'returned', returnWaybill: 'SF1000000000008' },
      { stage: 'returned', returnWaybill: 'SF1000000000008' },
    ])
    const undo = { id: sent.id, version: sent.version }
    expect(await app.refusal(importUndo, undo, { as: logistics })).toMatchObject({ error: 'noUndo' })
    expect(await checked('returnWaybills', [row])).toMatchObject({ unchangedRows: 1 })
  })
})

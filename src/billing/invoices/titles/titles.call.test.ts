import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import {
  invoiceAdd,
  invoiceDefault,
  invoiceDel,
  invoiceEdit,
  invoiceList,
} from '../../../lab/orders/invoicing/title-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const company = { title: '苏州明析检测有限公司', taxNo: '91330100799655058B' }

async function titles(as: TestPerson) {
  return (await app.call(invoiceList, {}, { as })).list
}

describe('invoice titles', () => {
  it('exactly one is the default while any exist', async () => {
    const as = await app.customer(1)
    const a = await app.call(invoiceAdd, company, { as })
    const b = await app.call(invoiceAdd, { title: '李晓雯', naturalPerson: true, taxNo: '' }, { as })
    expect([a.default, b.default]).toEqual([true, false])
    await app.call(invoiceDefault, { id: b.id }, { as })
    expect((await titles(as)).map(({ id, default: first }) => [id, first])).toEqual([
      [b.id, true],
      [a.id, false],
    ])
    const c = await app.call(invoiceAdd, { ...company, title: '北京某某大学', default: true }, { as })
    expect((await titles(as)).filter((each) => each.default).map(({ id }) => id)).toEqual([c.id])
    await app.call(invoiceDel, { id: c.id }, { as })
    expect((await titles(as)).filter((each) => each.default)).toHaveLength(1)
    await app.call(invoiceDel, { id: a.id }, { as })
    await app.call(invoiceDel, { id: b.id }, { as })
    expect(await titles(as)).toEqual([])
  })

  it('a tax number with a wrong check digit needs a confirmation; older kinds are accepted', async () => {
    const as = await app.customer(1)
    const doubtful = { ...company, taxNo: '91330100799655058C' }
    expect((await app.refusal(invoiceAdd, doubtful, { as })).fields).toMatchObject({
      taxNo: expect.stringContaining('校验位'),
    })
    const saved = await app.call(invoiceAdd, { ...doubtful, taxNoConfirmed: true }, { as })
    expect(saved.taxNo).toBe('91330100799655058C')
    for (const taxNo of ['110105194912310', '12345678901234567890'])
      await app.call(invoiceAdd, { ...company, taxNo }, { as })
    expect((await app.refusal(invoiceAdd, { ...company, taxNo: '' }, { as })).fields).toHaveProperty('taxNo')
  })

  it('a change of one leaves every other title as it was, own ones and those of other customers', async () => {
    const [as, other] = [await app.customer(1), await app.customer(1)]
    const first = await app.call(invoiceAdd, company, { as })
    const second = await app.call(invoiceAdd, { ...company, title: '苏州第二公司' }, { as })
    await app.call(invoiceAdd, company, { as: other })
    const theirs = await titles(other)
    await app.call(invoiceEdit, { ...company, id: first.id, title: '苏州更名公司' }, { as })
    expect((await titles(as)).map(({ title }) => title).toSorted()).toEqual(['苏州更名公司', '苏州第二公司'].toSorted())
    await app.call(invoiceDefault, { id: second.id }, { as })
    await app.call(invoiceDel, { id: first.id }, { as })
    expect(await titles(as)).toMatchObject([{ id: second.id, title: '苏州第二公司', default: true }])
    expect(await titles(other)).toEqual(theirs)
  })

  it('[T-40] another one’s title is not found', async () => {
    const [as, other] = [await app.customer(1), await app.customer(1)]
    const { id } = await app.call(invoiceAdd, company, { as })
    expect((await app.refusal(invoiceEdit, { id, ...company }, { as: other })).status).toBe(404)
    expect((await app.refusal(invoiceDel, { id }, { as: other })).status).toBe(404)
    expect((await app.refusal(invoiceDefault, { id }, { as: other })).status).toBe(404)
    const edited = await app.call(invoiceEdit, { id, ...company, bank: '中国银行苏州分行' }, { as })
    expect(edited).toMatchObject({ bank: '中国银行苏州分行', default: true })
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { xrd } from '../../../demo/catalogue/diffraction/xrd.ts'
import { initialValues } from '../../shop/catalogue/forms/form-rules.ts'
import { reviseProject } from '../../shop/catalogue/publish-actions.ts'
import { addToPlan, planCount } from './actions.ts'
import { planAdd, planDelete, planEdit, planList, planQuote } from './contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let student: TestPerson
let company: TestPerson
const parameters = initialValues(xrd.form)
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  student = await scene.buyer(0)
  company = await scene.buyer(2)
})
afterAll(() => app.close())

describe('the experiment plan', () => {
  it('[C-05] groups its entries by category, 31 first and the others ascending', async () => {
    const person = await scene.buyer(0)
    await scene.plan(person)
    const slot = { date: '2026-03-04', from: '09:00', minutes: 60 }
    await scene.plan(person, { rid: scene.rids.onsite, parameters: { place: 'remote', slot } })
    const { form } = (await import('../../../demo/catalogue/microscopy/sem.ts')).sem
    await scene.plan(person, { rid: scene.rids.sem, parameters: initialValues(form), sampleCount: 3 })
    const { dataArr, planCount: count } = await app.call(planList, {}, { as: person })
    const ids = dataArr.map((entry) => entry.type_id)
    expect(ids[0]).toBe(31)
    expect(ids.slice(1)).toEqual(ids.slice(1).toSorted((a, b) => a - b))
    expect(dataArr[0]?.items[0]).toMatchObject({ count: 3, validity: 'valid' })
    expect([count, await planCount(app.system, person.id)]).toEqual([3, 3])
  })

  it('[T-27] [T-41] prices on the server by the customer’s group and takes no price from a client', async () => {
    const form = { rid: scene.rids.xrd, parameters, sampleCount: 2, urgent: false }
    expect(await app.call(planQuote, form, { as: student })).toMatchObject({ kind: 'priced', totalFen: 12_000 })
    expect(await app.call(planQuote, form, { as: company })).toMatchObject({ kind: 'priced', totalFen: 19_200 })
    expect(await app.call(planQuote, { ...form, rid: scene.rids.quoteOnly }, { as: student })).toEqual({
      kind: 'quote',
      lines: [],
      totalFen: null,
    })
    for (const extra of [{ amountFen: 1 }, { totalFen: 0 }, { group: 'institute' }]) {
      expect(await app.refusal(planAdd, { ...form, ...extra }, { as: company })).toMatchObject({ error: 'invalid' })
    }
  })

  it('names every field with an error, and refuses malformed input', async () => {
    const form = { rid: scene.rids.xrd, parameters: { ...parameters, from: 80, to: 20, target: 'au' }, sampleCount: 1 }
    const refused = await app.refusal(planAdd, form, { as: student })
    expect(refused).toMatchObject({
      error: 'invalid',
      fields: { 'parameters.to': expect.any(String), 'parameters.target': expect.any(String) },
    })
    for (const sampleCount of [0, -1, 100, 1.5, '2', null]) {
      expect(
        await app.refusal(planAdd, { rid: scene.rids.xrd, parameters, sampleCount }, { as: student }),
      ).toMatchObject({ error: 'invalid' })
    }
    expect(await app.refusal(planAdd, { rid: 999_999, parameters, sampleCount: 1 }, { as: student })).toMatchObject({
      status: 404,
    })
    expect(
      await app.refusal(planAdd, { rid: scene.rids.xrd, parameters, sampleCount: 1, formVersion: 77 }, { as: student }),
    ).toMatchObject({ status: 409, error: 'formChanged' })
  })

  it('[S-22] accepts the fiftieth line and refuses the next until one is removed', async () => {
    const person = await scene.buyer(0)
    const form = { rid: scene.rids.xrd, parameters, sampleCount: 1 }
    for (let i = 1; i < 50; i++) await addToPlan(app.customerCtx(person.id) as never, { ...form, urgent: false })
    const last = await app.call(planAdd, form, { as: person })
    expect(last.planCount).toBe(50)
    expect(await app.refusal(planAdd, form, { as: person })).toMatchObject({ error: 'planFull' })
    expect(await planCount(app.system, person.id)).toBe(50)
    await app.call(planDelete, { ids: [last.id] }, { as: person })
    expect((await app.call(planAdd, form, { as: person })).planCount).toBe(50)
  })

  it('[T-20] adds once per idempotency key', async () => {
    const person = await scene.buyer(0)
    const options = { as: person, idempotencyKey: randomUUID() }
    const input = { rid: scene.rids.xrd, parameters, sampleCount: 1 }
    const first = await app.call(planAdd, input, options)
    expect(await app.call(planAdd, input, options)).toEqual(first)
    expect(await planCount(app.system, person.id)).toBe(1)
  })

  it('edits and deletes own lines only [T-40]', async () => {
    const person = await scene.buyer(0)
    const id = await scene.plan(person)
    await app.call(planEdit, { id, parameters, sampleCount: 5, urgent: false }, { as: person })
    expect((await app.call(planList, {}, { as: person })).dataArr[0]?.items).toMatchObject([
      { id, count: 5, amountFen: 30_000 },
    ])
    expect(await app.refusal(planEdit, { id, parameters, sampleCount: 1 }, { as: student })).toMatchObject({
      status: 404,
    })
    expect(await app.refusal(planDelete, { ids: [id] }, { as: student })).toMatchObject({ status: 404 })
    expect(await app.call(planDelete, { ids: [id] }, { as: person })).toEqual({ planCount: 0 })
  })

  it('says when the form of a line has changed', async () => {
    const person = await scene.buyer(0)
    await scene.plan(person, { rid: scene.rids.quoteOnly })
    await reviseProject(app.system, scene.rids.quoteOnly, { form: { fields: xrd.form.fields.slice(0, 5) } })
    expect((await app.call(planList, {}, { as: person })).dataArr[0]?.items).toMatchObject([
      { validity: 'formChanged', amountFen: null },
    ])
  })

  it('[Q-385] tells the price that was seen last when it has changed', async () => {
    const person = await scene.buyer(0)
    await scene.plan(person)
    const line = async () => (await app.call(planList, {}, { as: person })).dataArr[0]?.items[0]
    const before = await line()
    expect(before).toMatchObject({ validity: 'valid', formerFen: before?.amountFen })
    const rule = structuredClone(xrd.rule)
    if (rule.kind === 'rated') for (const rate of rule.rates) rate.unitFen.institute += 1_000
    await reviseProject(app.system, scene.rids.xrd, { rule })
    const after = await line()
    expect(after).toMatchObject({ validity: 'priceChanged', formerFen: before?.amountFen })
    expect(after?.amountFen).toBeGreaterThan(before?.amountFen ?? 0)
  })
})

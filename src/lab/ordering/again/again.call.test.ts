import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene, sampleOf } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { xrd } from '../../../../demo/catalogue/diffraction/xrd.ts'
import { initialValues } from '../../../shop/catalogue/forms/form-rules.ts'
import { reviseProject } from '../../../shop/catalogue/publish-actions.ts'
import { orderAgain } from '../../orders/contract.ts'
import { planDelete, planList } from '../../plans/contract.ts'
import type { SampleEntry } from '../../samples/entry/entry-rules.ts'
import { draftGet, orderAdd } from '../contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
})
afterAll(() => app.close())

const entered = {
  name: '钛酸锶 烧结前',
  composition: 'SrTiO3',
  amount: '50 mg',
  hazards: ['toxic'] as const,
  storage: 'dark' as const,
  returnWanted: false,
  remark: '请先研磨',
}

/** An order of two samples with slow scanning, which costs extra. */
async function ordered(person: TestPerson): Promise<string> {
  const parameters = { ...initialValues(xrd.form), speed: 's2' }
  const planId = await scene.plan(person, { parameters, sampleCount: 2 })
  const request = scene.request([planId], [2])
  request.samples = ['A-1', 'A-2'].map((ownNo) => ({ ...sampleOf(planId, ownNo), ...entered, hazards: ['toxic'] }))
  const { orderNo } = await app.call(orderAdd, request, { as: person, idempotencyKey: randomUUID() })
  return orderNo
}

const again = (orderNo: string, person: TestPerson) =>
  app.call(orderAgain, { orderNo }, { as: person, idempotencyKey: randomUUID() })

const planned = async (person: TestPerson) =>
  (await app.call(planList, {}, { as: person })).dataArr.flatMap(({ items }) => items)

it('[Q-348] an order that is ordered again brings its samples into the draft, which can be ordered as it is', async () => {
  const person = await scene.buyer(0)
  const orderNo = await ordered(person)
  const { lines } = await again(orderNo, person)
  const [line] = await planned(person)
  const took = { name: xrd.name, planId: line?.id, refused: '', samples: 2, left: 0, renumbered: 0, dropped: [] }
  expect(lines).toEqual([took])
  const { data } = await app.call(draftGet, {}, { as: person })
  // Neither the number of the laboratory nor the stage of the former sample.
  expect(data.samples).toEqual(
    ['A-1', 'A-2'].map((ownNo) => ({ planId: line?.id, ownNo, form: 'powder', ...entered, hazards: ['toxic'] })),
  )
  const request = { ...scene.request([line?.id ?? 0]), samples: data.samples as unknown as SampleEntry[] }
  expect(await app.call(orderAdd, request as never, { as: person, idempotencyKey: randomUUID() })).toMatchObject({
    estimateFen: line?.amountFen,
  })
})

it('[Q-348] ordered again twice, own numbers stay different, and rows of deleted projects make room', async () => {
  const person = await scene.buyer(0)
  const orderNo = await ordered(person)
  await again(orderNo, person)
  const second = await again(orderNo, person)
  expect(second).toMatchObject({ planCount: 2, lines: [{ samples: 2, renumbered: 2 }] })
  const numbers = async () =>
    (await app.call(draftGet, {}, { as: person })).data.samples.map(({ ownNo }) => String(ownNo))
  expect(await numbers()).toEqual(['A-1', 'A-2', '1', '2'])
  await app.call(planDelete, { ids: (await planned(person)).map(({ id }) => id) }, { as: person })
  await again(orderNo, person)
  expect(await numbers()).toEqual(['A-1', 'A-2'])
})

it('[Q-348] a parameter that the project no longer has is left out and named, and the price is that of today', async () => {
  const person = await scene.buyer(0)
  const orderNo = await ordered(person)
  const fields = xrd.form.fields.filter(({ key }) => key !== 'speed')
  await reviseProject(app.system, scene.rids.xrd, { form: { fields } })
  const { lines } = await again(orderNo, person)
  expect(lines[0]).toMatchObject({ refused: '', samples: 2, dropped: [{ label: '扫描速度', text: '2 °/min' }] })
  const [line] = await planned(person)
  expect(line).toMatchObject({ validity: 'valid', amountFen: 12_000 })
  expect(line?.parameters).not.toHaveProperty('speed')
  await reviseProject(app.system, scene.rids.xrd, { form: xrd.form })
})

it('[Q-348] an order whose only project asks for something new is refused with the field that is missing', async () => {
  const person = await scene.buyer(0)
  const orderNo = await ordered(person)
  const asked = { key: 'purpose', label: '用途', kind: 'text' as const, required: true }
  await reviseProject(app.system, scene.rids.xrd, { form: { fields: [...xrd.form.fields, asked] } })
  expect(await app.refusal(orderAgain, { orderNo }, { as: person, idempotencyKey: randomUUID() })).toMatchObject({
    error: 'nothingToRepeat',
    msg: `原订单的项目不能直接加入：「${xrd.name}」需要重新填写参数：「用途」不能为空`,
  })
  expect((await app.call(draftGet, {}, { as: person })).version).toBe(0)
  await reviseProject(app.system, scene.rids.xrd, { form: xrd.form })
})

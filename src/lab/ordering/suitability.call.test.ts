import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { addProject } from '../../shop/catalogue/publish-actions.ts'
import { deviceDetail } from '../../shop/site/contract.ts'
import { xrd } from '../../../demo/catalogue/diffraction/xrd.ts'
import { orderDetail } from '../orders/contract.ts'
import { planList } from '../plans/contract.ts'
import { orderAdd } from './contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let person: TestPerson
let rid: number
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  person = await scene.buyer(0)
  const made = await addProject(app.system, {
    ...xrd,
    slug: 'with-rules',
    name: '磁性敏感的测试',
    content: {
      ...xrd.content,
      suitability: [
        { contains: ['Fe'], effect: 'warn', why: '铁使信号变弱', instead: 'epr' },
        { hazards: ['magnetic'], effect: 'refuse', why: '磁性样品会损坏仪器', instead: 'no-such-project' },
      ],
    },
  })
  rid = made ?? 0
})
afterAll(() => app.close())

async function requestWith(change: Record<string, unknown>) {
  const planId = await scene.plan(person, { rid })
  const request = scene.request([planId])
  return { ...request, samples: request.samples.map((sample) => ({ ...sample, ...change })) }
}
const send = (input: unknown) => app.refusal(orderAdd, input, { as: person, idempotencyKey: randomUUID() })

describe('samples that do not suit their project', () => {
  it('are refused with the reason beside the field, also when the customer confirmed everything', async () => {
    const input = { ...(await requestWith({ hazards: ['magnetic'] })), warningsConfirmed: true }
    expect(await send(input)).toMatchObject({
      error: 'invalid',
      fields: { 'samples.0.hazards': '第 1 行：磁性样品会损坏仪器' },
    })
  })

  it('need the confirmation of the customer, which is recorded for the staff who approve', async () => {
    const input = await requestWith({ composition: 'Fe2O3', amount: '10 mg' })
    const refused = await send(input)
    expect(refused).toMatchObject({
      error: 'unsuitableSamples',
      fields: { 'samples.0.composition': '铁使信号变弱', 'samples.0.amount': '粉末样品要求 ≥ 50 mg，10 mg 可能不够' },
    })
    const { orderNo } = await app.call(orderAdd, { ...input, warningsConfirmed: true } as never, {
      as: person,
      idempotencyKey: randomUUID(),
    })
    const { samples } = await app.call(orderDetail, { orderNo }, { as: person })
    expect(samples[0]).toMatchObject({
      amount: '10 mg',
      warnings: ['铁使信号变弱', '粉末样品要求 ≥ 50 mg，10 mg 可能不够'],
    })
  })

  it('are ordered without a word when nothing speaks against them', async () => {
    const input = await requestWith({ composition: 'SiO2', amount: '60 mg' })
    const { orderNo } = await app.call(orderAdd, input as never, { as: person, idempotencyKey: randomUUID() })
    expect((await app.call(orderDetail, { orderNo }, { as: person })).samples[0]?.warnings).toEqual([])
  })

  it.each(['很多', '50', '-5 mg', '<b>5 mg</b>x'])(
    'refuse the amount %s only when it cannot be read',
    async (amount) => {
      const answer = await send(await requestWith({ composition: 'SiO2', amount }))
      if (amount.includes('mg')) expect(answer).toMatchObject({ error: 'unsuitableSamples' })
      else expect(answer.fields?.['samples.0.amount']).toContain('送样量请写成')
    },
  )

  it('propose only projects that are on sale, in the plan and on the page of the project', async () => {
    await scene.plan(person, { rid })
    const epr = { slug: 'epr', rid: expect.any(Number), name: expect.stringContaining('EPR') }
    expect((await app.call(planList, {}, { as: person })).alternatives).toContainEqual(epr)
    const page = await app.call(deviceDetail, { rid })
    expect(page.alternatives).toEqual([epr])
    expect(page.content.suitability).toHaveLength(2)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { raceRounds } from '../../app/testing/race-rounds.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { changeSetting } from '../../core/settings/actions.ts'
import { defaultSettings } from '../../core/settings/rules.ts'
import { sql } from '../../platform/db/sql.ts'
import { orderCancel } from '../orders/contract.ts'
import { staffOrderApprove } from '../orders/staff/staff-contract.ts'
import { samplingAdd, samplingCancel, samplingList } from './contract.ts'
import { pickupAssign, pickupDepart } from './staff/staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let driver: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  manager = await app.staff('manager')
  driver = await app.staff('logistics')
  await changeSetting(app.system, 'allowRegion', ['310100'])
  await withCapacity(1)
})
afterAll(() => app.close())

const withCapacity = (capacity: number) =>
  changeSetting(app.system, 'samplingSetting', { ...defaultSettings.samplingSetting, disabled_week: [], capacity })
const sendAddress = { name: '王同学', phone: '13800138000', address_code: '310104', address: '漕溪路 1 号' }
const keyed = (as: TestPerson) => ({ as, idempotencyKey: randomUUID() })
const succeeded = (answers: { body: { code: number } }[]) => answers.filter(({ body }) => body.code === 1)
const errorsOf = (answers: { body: { code: number; error?: string | undefined } }[]) =>
  new Set(answers.flatMap(({ body }) => (body.code === 0 ? [body.error] : [])))

async function ordered() {
  const person = await scene.buyer(0)
  const { orderNo } = await scene.order(person)
  await app.call(staffOrderApprove, { orderNo }, { as: manager })
  return { person, orderNo }
}

/** Invariant 17: the count of every slot equals the pickups that hold a place in it, and is never above its capacity. */
async function placesAreTrue() {
  const rows = await app.db.rows<{ taken: number; capacity: number; held: number }>(sql`
    select s.taken, s.capacity, (select count(*) from pickups p where p.day = s.day and p.slot = s.slot and p.stage <> 'cancelled') as held
    from pickup_slots s`)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row.held).toBe(row.taken)
  for (const row of rows) expect(row.taken).toBeLessThanOrEqual(row.capacity)
}

/** A sample is 取样中 exactly while its order has a pickup under way. */
async function samplesAreTrue() {
  const wrong = await app.db.rows(sql`
    select s.order_no, s.stage, p.stage as pickup from samples s
    left join pickups p on p.order_id = s.order_id and p.stage in ('requested', 'assigned', 'collecting', 'collected')
    where (s.stage = 'collecting') <> (p.id is not null) and s.stage in ('pending', 'collecting')`)
  expect(wrong).toEqual([])
}

describe('pickups under races', () => {
  it('[T-42] of fifty buyers who want the last place exactly one gets it', async () => {
    const buyers: Awaited<ReturnType<typeof ordered>>[] = []
    for (let i = 0; i < 50; i++) buyers.push(await ordered())
    for (let round = 0; round < raceRounds(3); round++) {
      const wish = { type: 1 as const, date: '2026-03-03', time: 2 as const, sendAddress }
      const answers = await Promise.all(
        buyers.map(({ person, orderNo }) => app.send(samplingAdd, { orderNo, ...wish }, keyed(person))),
      )
      expect(succeeded(answers)).toHaveLength(1)
      expect(errorsOf(answers)).toEqual(new Set(['slotFull']))
      await placesAreTrue()
      await samplesAreTrue()
      const winner = buyers[answers.findIndex(({ body }) => body.code === 1)] ?? expect.fail()
      const { list } = await app.call(samplingList, { orderNo: winner.orderNo }, { as: winner.person })
      await app.call(samplingCancel, { id: list[0]?.id ?? 0 }, keyed(winner.person))
    }
    await placesAreTrue()
  })

  it('[T-42] one order gets one pickup, however many slots are asked for at once', async () => {
    for (let round = 0; round < raceRounds(3); round++) {
      const { person, orderNo } = await ordered()
      const asked = [1, 2, 3, 4].map((time) => ({
        orderNo,
        type: 1 as const,
        date: '2026-03-04',
        time: time as 1 | 2 | 3 | 4,
        sendAddress,
      }))
      const answers = await Promise.all(asked.map((input) => app.send(samplingAdd, input, keyed(person))))
      expect(succeeded(answers)).toHaveLength(1)
      const { list } = await app.call(samplingList, { orderNo }, { as: person })
      await app.call(samplingCancel, { id: list[0]?.id ?? 0 }, keyed(person))
      await placesAreTrue()
      await samplesAreTrue()
    }
  })

  it('[T-42] of cancelling and assigning at the same time one wins', async () => {
    for (let round = 0; round < raceRounds(5); round++) {
      await withCapacity(500)
      const { person, orderNo } = await ordered()
      const { pickup } = await app.call(
        samplingAdd,
        { orderNo, type: 1, date: '2026-03-05', time: 1, sendAddress },
        keyed(person),
      )
      const id = pickup?.id ?? 0
      const answers = await Promise.all([
        app.send(samplingCancel, { id }, keyed(person)),
        app.send(pickupAssign, { id, version: 1, staffId: driver.id }, { as: manager }),
      ])
      expect(succeeded(answers)).toHaveLength(1)
      const [row] = (await app.call(samplingList, { orderNo }, { as: person })).list
      expect(row?.stage).toBe(answers[0].body.code === 1 ? 'cancelled' : 'assigned')
      await placesAreTrue()
      await samplesAreTrue()
    }
  })

  it('an order that is cancelled while the driver sets out leaves no pickup under way', async () => {
    for (let round = 0; round < raceRounds(3); round++) {
      const { person, orderNo } = await ordered()
      const { pickup } = await app.call(
        samplingAdd,
        { orderNo, type: 1, date: '2026-03-02', time: 3, sendAddress },
        keyed(person),
      )
      const id = pickup?.id ?? 0
      await app.call(pickupAssign, { id, version: 1, staffId: driver.id }, { as: manager })
      await Promise.all([
        app.send(orderCancel, { orderNo, reason: '不做了' }, keyed(person)),
        app.send(pickupDepart, { id, version: 2 }, { as: driver }),
      ])
      await app.drain()
      expect((await app.call(samplingList, { orderNo }, { as: person })).list[0]?.stage).toBe('cancelled')
      await placesAreTrue()
    }
  })
})

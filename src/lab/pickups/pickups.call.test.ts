import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf, inNameOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { changeSetting } from '../../core/settings/actions.ts'
import { defaultSettings, type SettingValue } from '../../core/settings/rules.ts'
import { openCredit } from '../../money/credit/actions.ts'
import { addressAdd } from '../../people/addresses/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffSampleReceive } from '../intake/contract.ts'
import { orderAdd } from '../ordering/contract.ts'
import { orderCancel, orderDetail } from '../orders/contract.ts'
import { staffOrderApprove } from '../orders/staff/staff-contract.ts'
import { sampleWaybill } from '../samples/contract.ts'
import { contentItem, contentPublish, contentSave } from '../../shop/editing/revisions/revision-contract.ts'
import { heldBy } from '../../platform/held-data.ts'
import { heldData } from './held-data.ts'
import { samplingAdd, samplingCancel, samplingDays, samplingList, samplingOrders } from './contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson

beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  manager = await app.staff('manager')
  await changeSetting(app.system, 'allowRegion', ['310100'])
})
afterAll(() => app.close())

const inShanghai = { name: '王同学', phone: '13800138000', address_code: '310104', address: '漕溪路 1 号 2 楼' }
const inBeijing = { ...inShanghai, address_code: '110101', address: '东长安街 1 号' }
// The clock of tests begins on Monday 2026-03-02, 10:00 in Shanghai.
const wish = { type: 1 as const, date: '2026-03-03', time: 2 as const, message: '到了打电话', sendAddress: inShanghai }

async function ordered(samples = 1, person?: TestPerson) {
  const buyer = person ?? (await scene.buyer(0))
  const order = await scene.order(buyer, samples)
  await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: manager })
  return { person: buyer, ...order }
}

async function requested(change: { date?: string; time?: 1 | 2 | 3 | 4 } = {}, samples = 2) {
  const made = await ordered(samples)
  const { pickup } = await app.call(samplingAdd, { orderNo: made.orderNo, ...wish, ...change }, { as: made.person })
  if (!pickup) throw new Error('no pickup')
  return { ...made, pickup }
}

const stagesOf = async (orderNo: string) =>
  (await app.db.rows<{ stage: string }>(sql`select stage from samples where order_no = ${orderNo} order by id`)).map(
    ({ stage }) => stage,
  )
const leftAt = async (date: string, slot: number) =>
  (await app.call(samplingDays, {})).days.find((day) => day.date === date)?.slots[slot - 1]?.left
const written = async () => (await app.db.one<{ n: number }>(sql`select count(*) as n from pickups`)).n

const { samplingSetting } = defaultSettings
async function withCalendar(change: Partial<SettingValue<'samplingSetting'>>, work: () => Promise<void>) {
  await changeSetting(app.system, 'samplingSetting', { ...samplingSetting, ...change })
  try {
    await work()
  } finally {
    await changeSetting(app.system, 'samplingSetting', samplingSetting)
  }
}

describe('a pickup, for the customer', () => {
  it('[K-07] is requested, listed and cancelled, and gives its place back', async () => {
    const { person, orderNo, pickup } = await requested({ date: '2026-03-04' })
    expect(pickup).toMatchObject({ stageName: '待确认', date: '2026-03-04', timeText: '11:00-13:00', sampleCount: 2 })
    expect(pickup).toMatchObject({ province: '上海市', area: '徐汇区', address_code: '310104', mayCancel: true })
    expect(await stagesOf(orderNo)).toEqual(['collecting', 'collecting'])
    expect(await leftAt('2026-03-04', 2)).toBe(samplingSetting.capacity - 1)
    const { list, total } = await app.call(samplingList, { orderNo }, { as: person })
    expect([list.map(({ pickupNo }) => pickupNo), total]).toEqual([[pickup.pickupNo], 1])
    await app.call(samplingCancel, { id: pickup.id }, { as: person })
    expect(await leftAt('2026-03-04', 2)).toBe(samplingSetting.capacity)
    expect(await stagesOf(orderNo)).toEqual(['pending', 'pending'])
    expect(await app.refusal(samplingCancel, { id: pickup.id }, { as: person })).toMatchObject({
      status: 409,
      error: 'stageConflict',
    })
  })

  it('[S-04] stands in the copy of the data of the person who requested it, and in no other', async () => {
    const late = { date: '2026-03-05', time: 4 } as const
    const [one, other] = [await requested(late), await requested(late)]
    const [table] = heldData.tables
    const rows = table ? await heldBy(table, app.db, one.person.id) : []
    expect(rows.map((row) => row.id)).toEqual([one.pickup.id])
    expect(other.pickup.id).not.toBe(one.pickup.id)
  })

  it('[K-07] an answer that was lost is given again, and nothing is requested twice', async () => {
    const { person, orderNo } = await ordered()
    const options = { as: person, idempotencyKey: 'pickup-again-1' }
    const before = await written()
    const first = await app.call(samplingAdd, { orderNo, ...wish }, options)
    expect(await app.call(samplingAdd, { orderNo, ...wish }, options)).toEqual(first)
    expect(await written()).toBe(before + 1)
  })

  it('[K-01] needs a token; self-send is the default and writes no pickup', async () => {
    const { person, orderNo } = await ordered()
    const visitor = await app.send(samplingAdd, { orderNo, ...wish })
    expect([visitor.status, visitor.body.error]).toEqual([401, 'notSignedIn'])
    const before = await written()
    expect(await app.call(samplingAdd, { orderNo }, { as: person })).toMatchObject({ type: 0 })
    expect(await written()).toBe(before)
    expect((await app.call(samplingDays, {})).days).toHaveLength(15)
  })

  it('[K-01] self-send takes back a pickup that nobody was assigned to', async () => {
    const { person, orderNo } = await requested()
    await app.call(samplingAdd, { orderNo, type: 0 }, { as: person })
    expect((await app.call(samplingList, { orderNo }, { as: person })).list[0]).toMatchObject({ stage: 'cancelled' })
    expect(await stagesOf(orderNo)).toEqual(['pending', 'pending'])
  })

  it.each([
    ['2026-03-01', 2, 'dayUnavailable', '日期已过'],
    ['2026-03-08', 2, 'dayUnavailable', '每周日不取样'],
    ['2026-03-05', 2, 'dayUnavailable', '当天不取样'],
    ['2026-03-17', 2, 'dayUnavailable', '最多提前 14 天'],
    ['2026-03-02', 1, 'slotUnavailable', '时段已过'],
    ['2026-03-06', 4, 'slotUnavailable', '当天该时段停用'],
  ] as const)('[T-42] [K-06] the server refuses %s slot %i: %s', async (date, time, error, words) => {
    const { person, orderNo } = await ordered()
    const before = await written()
    const change = { disabled_date: ['2026-03-05'], disabled_date_time: [{ date: '2026-03-06', times: [4] }] }
    await withCalendar(change, async () => {
      const refused = await app.refusal(samplingAdd, { orderNo, ...wish, date, time }, { as: person })
      expect(refused).toMatchObject({ error, msg: expect.stringContaining(words) })
    })
    expect([await written(), await stagesOf(orderNo)]).toEqual([before, ['pending']])
  })

  it('[K-02] an exception opens a closed weekday, and the answer names the next open day', async () => {
    await withCalendar({ invalid_disabled_date: ['2026-03-08'] }, async () => {
      const { person, orderNo } = await ordered()
      const { pickup } = await app.call(samplingAdd, { orderNo, ...wish, date: '2026-03-08' }, { as: person })
      expect(pickup?.date).toBe('2026-03-08')
    })
    const { days } = await app.call(samplingDays, {})
    expect(days.find(({ date }) => date === '2026-03-08')).toMatchObject({ open: false, reason: '每周日不取样' })
  })

  it('[K-03] the four slots come from the settings and change without a restart', async () => {
    await withCalendar({ sampling_time2: '10:30-12:00', capacity: 1 }, async () => {
      const { days } = await app.call(samplingDays, {})
      expect(days[0]?.slots.map(({ text, open }) => [text, open])).toEqual([
        ['09:00-11:00', false],
        ['10:30-12:00', true],
        ['13:30-15:30', true],
        ['15:30-17:30', true],
      ])
      await requested({ date: '2026-03-10', time: 2 })
      const late = await ordered()
      const refused = await app.refusal(
        samplingAdd,
        { orderNo: late.orderNo, ...wish, date: '2026-03-10' },
        { as: late.person },
      )
      expect(refused).toMatchObject({ status: 409, error: 'slotFull' })
    })
    // A lower setting keeps what was promised, and takes no more.
    await withCalendar({ capacity: 0 }, async () => {
      const { person, orderNo } = await ordered()
      expect(await app.refusal(samplingAdd, { orderNo, ...wish }, { as: person })).toMatchObject({ error: 'slotFull' })
    })
  })

  it('[K-04] only addresses in allowed regions, saved or new; the code of a city includes its counties', async () => {
    const { person, orderNo } = await ordered()
    const { address_rid } = await app.call(addressAdd, inBeijing, { as: person })
    for (const sendAddress of [{ address_rid }, inBeijing]) {
      const refused = await app.refusal(samplingAdd, { orderNo, ...wish, sendAddress }, { as: person })
      expect(refused).toMatchObject({ error: 'regionClosed', msg: expect.stringContaining('暂未开通上门取样') })
    }
    const unknown = { ...inShanghai, address_code: '310199' }
    expect(await app.refusal(samplingAdd, { orderNo, ...wish, sendAddress: unknown }, { as: person })).toMatchObject({
      error: 'regionUnknown',
    })
    expect((await app.call(samplingDays, {})).cities).toEqual(['上海市'])
    const saved = await app.call(addressAdd, inShanghai, { as: person })
    const { pickup } = await app.call(
      samplingAdd,
      { orderNo, ...wish, sendAddress: { address_rid: saved.address_rid } },
      { as: person },
    )
    expect(pickup).toMatchObject({ name: '王同学', address: inShanghai.address, city: saved.city })
  })

  it.each([
    [{ name: '' }, '[姓名]不能为空'],
    [{ phone: '' }, '[手机]不能为空'],
    [{ phone: '138001380001' }, '[手机]不能超过11位'],
    [{ address_code: '' }, '[取样地址]不能为空'],
    [{ address: ' ' }, '[详细地址]不能为空'],
  ])('[K-05] a new address without %o says %s', async (change, message) => {
    const { person, orderNo } = await ordered()
    const refused = await app.refusal(
      samplingAdd,
      { orderNo, ...wish, sendAddress: { ...inShanghai, ...change } },
      { as: person },
    )
    expect(refused).toMatchObject({ error: 'invalid', msg: message })
    expect(Object.keys(refused.fields ?? {})).toEqual([`sendAddress.${Object.keys(change)[0]}`])
  })

  it('[K-05] everything that is missing is named', async () => {
    const { person, orderNo } = await ordered()
    const empty = await app.refusal(samplingAdd, { orderNo, type: 1, sendAddress: {} }, { as: person })
    expect(Object.values(empty.fields ?? {})).toEqual(
      expect.arrayContaining(['[姓名]不能为空', '[手机]不能为空', '[取样地址]不能为空', '[详细地址]不能为空']),
    )
    expect(await app.refusal(samplingAdd, { orderNo, type: 1 }, { as: person })).toMatchObject({ error: 'invalid' })
  })

  it('[T-40] the order, pickup and address of somebody else are not found', async () => {
    const { orderNo, pickup, person } = await requested()
    const stranger = await scene.buyer(0)
    const { address_rid } = await app.call(addressAdd, inShanghai, { as: person })
    const own = await ordered(1, stranger)
    for (const [call, input] of [
      [samplingAdd, { orderNo, ...wish }],
      [samplingAdd, { orderNo, type: 0 }],
      [samplingAdd, { orderNo: own.orderNo, ...wish, sendAddress: { address_rid } }],
      [samplingCancel, { id: pickup.id }],
    ] as const)
      expect(await app.refusal(call as typeof samplingAdd, input as never, { as: stranger })).toMatchObject({
        status: 404,
      })
    expect((await app.call(samplingList, {}, { as: stranger })).total).toBe(0)
  })

  it('a group that pays requests, sees and cancels a pickup for its member; the member sees it too', async () => {
    const [owner, member] = [await scene.buyer(3), await scene.buyer(0)]
    const group = await groupOf(app, owner)
    await openCredit(app.system, group.accountId, 1_000_000)
    await joined(app, group, member)
    const planId = await scene.plan(member)
    const { orderNo } = await app.call(orderAdd, { ...scene.request([planId]), groupNo: group.groupNo }, { as: member })
    const acting = inNameOf(owner, group)
    const { pickup } = await app.call(samplingAdd, { orderNo, ...wish }, acting)
    expect((await app.call(samplingList, {}, acting)).list.map(({ id }) => id)).toEqual([pickup?.id])
    expect((await app.call(samplingList, {}, { as: member })).list.map(({ id }) => id)).toEqual([pickup?.id])
    expect((await app.call(samplingList, {}, { as: owner })).total).toBe(0)
    await app.call(samplingCancel, { id: pickup?.id ?? 0 }, acting)
  })

  it('is refused for an order that waits for its quote, has nothing to send, or has a pickup already', async () => {
    const person = await scene.buyer(0)
    const planId = await scene.plan(person, { rid: scene.rids.quoteOnly })
    const quoting = await app.call(orderAdd, scene.request([planId]), { as: person })
    const ask = (orderNo: string, as: TestPerson) => app.refusal(samplingAdd, { orderNo, ...wish }, { as })
    expect(await ask(quoting.orderNo, person)).toMatchObject({ error: 'orderNotOpen' })
    const twice = await requested()
    expect(await ask(twice.orderNo, twice.person)).toMatchObject({ error: 'alreadyRequested' })
    const sent = await ordered()
    const ids = (await app.db.rows<{ id: number }>(sql`select id from samples where order_no = ${sent.orderNo}`)).map(
      ({ id }) => id,
    )
    await app.call(sampleWaybill, { ids, courier: '顺丰速运', waybill: 'SF1234567890' }, { as: sent.person })
    expect(await ask(sent.orderNo, sent.person)).toMatchObject({ error: 'nothingToCollect' })
    // Samples that somebody comes for get no waybill.
    const fetched = await app.db.rows<{ id: number }>(sql`select id from samples where order_no = ${twice.orderNo}`)
    expect(
      await app.refusal(
        sampleWaybill,
        { ids: fetched.map(({ id }) => id), courier: '顺丰速运', waybill: 'SF1234567890' },
        { as: twice.person },
      ),
    ).toMatchObject({ error: 'notSendable' })
  })

  it('lists the orders that can be asked for, with the number of samples', async () => {
    const { person, orderNo } = await ordered(3)
    const other = await ordered(1, person)
    await app.call(samplingAdd, { orderNo: other.orderNo, ...wish }, { as: person })
    const { list, total } = await app.call(samplingOrders, {}, { as: person })
    expect([list.map((order) => [order.orderNo, order.samples]), total]).toEqual([[[orderNo, 3]], 1])
  })

  it('ends with its order and gives its place back', async () => {
    const { person, orderNo } = await requested({ date: '2026-03-11', time: 3 })
    const left = await leftAt('2026-03-11', 3)
    await app.call(orderCancel, { orderNo, reason: '不做了' }, { as: person })
    await app.drain()
    expect((await app.call(samplingList, { orderNo }, { as: person })).list[0]).toMatchObject({
      stage: 'cancelled',
      reason: '订单已取消',
    })
    expect(await leftAt('2026-03-11', 3)).toBe((left ?? 0) + 1)
    expect(await stagesOf(orderNo)).toEqual(['withdrawn', 'withdrawn'])
  })

  it('ends when the samples come another way before anybody has set out', async () => {
    const logistics = await app.staff('logistics')
    const { person, orderNo, sampleNos } = await requested({ date: '2026-03-12' })
    const receive = (sampleNo: string) =>
      app.call(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A-01' }, { as: logistics })
    const stageNow = async () => (await app.call(samplingList, { orderNo }, { as: person })).list[0]?.stage
    await receive(sampleNos[0] ?? '')
    expect(await stageNow()).toBe('requested')
    await receive(sampleNos[1] ?? '')
    expect(await stageNow()).toBe('cancelled')
    expect(await leftAt('2026-03-12', 2)).toBe(samplingSetting.capacity)
  })
})

describe('what the customer reads about it', () => {
  it('[K-07] the order waits for the pickup, not for a parcel, and the approval does not ask to send one', async () => {
    const person = await scene.buyer(0)
    const { orderNo } = await scene.order(person)
    const next = async () => (await app.call(orderDetail, { orderNo }, { as: person })).next
    const { pickup } = await app.call(samplingAdd, { orderNo, ...wish, date: '2026-03-13' }, { as: person })
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
    expect(await next()).toMatchObject({ what: '安排上门取样：3月13日（周五） 11:00-13:00', who: 'staff' })
    const [approved] = (await noticesFor(app, person.id)).filter((notice) => notice.startsWith('订单已通过审核'))
    expect(approved).toContain('已预约上门取样')
    await app.call(samplingCancel, { id: pickup?.id ?? 0 }, { as: person })
    expect(await next()).toMatchObject({ what: '请寄送样品', who: 'customer' })
  })
})

describe('the calendar in the editor of settings', () => {
  it('[N-12] [K-03] the places of a slot are edited, checked and hold at once', async () => {
    const as = { as: await app.staff('editor') }
    const kind = 'settingPickup' as const
    const { version, data } = await app.call(contentItem, { kind, id: 1 }, as)
    const wrong = { kind, id: 1, baseVersion: version, data: { ...data, capacity: '501' } }
    expect(await app.refusal(contentSave, wrong, as)).toMatchObject({
      fields: { 'data.capacity': '每个时段可预约数应为 0 到 500 的整数' },
    })
    const saved = await app.call(contentSave, { ...wrong, data: { ...data, capacity: '9' } }, as)
    await app.call(contentPublish, { kind, id: 1, version: saved.version }, as)
    expect(await leftAt('2026-03-16', 4)).toBe(9)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { deviceExtraTimes, reservationRebook, staffReservationCalendar } from '../bookings/contract.ts'
import { orderDetail } from '../orders/contract.ts'
import { staffOrderApprove, staffOrderCheckIn, staffOrderStartTesting } from '../orders/staff/staff-contract.ts'
import { orderAdd } from '../ordering/contract.ts'
import {
  instrumentAdd,
  instrumentBlock,
  instrumentDetail,
  instrumentDiary,
  instrumentDowntimes,
  instrumentEdit,
  instrumentMove,
  instrumentNote,
  instrumentUnblock,
  instrumentWithdrawNote,
} from './contract.ts'
import { instrumentList } from './list-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let lab: TestPerson
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  lab = await app.staff('lab')
  manager = await app.staff('manager')
})
afterAll(() => app.close())

const keyed = (person: TestPerson) => ({ as: person, idempotencyKey: randomUUID() })
const plate = (instrumentNo: string) => ({
  instrumentNo,
  name: '热场发射扫描电镜',
  model: 'SEM-7',
  location: 'B101',
  keeper: '李工',
  specification: '分辨率 0.8 nm',
  maker: '示例仪器公司',
  englishName: 'Field-emission scanning electron microscope',
  englishMaker: 'Example Instruments',
  calibrationRule: 'block' as const,
})
const add = async (instrumentNo: string, projectIds: number[] = []) =>
  (await app.call(instrumentAdd, { ...plate(instrumentNo), projectIds }, keyed(lab))).id
const detail = (id: number) => app.call(instrumentDetail, { id }, { as: lab })

async function booked(date: string, from: string) {
  const person = await scene.buyer(0)
  const slot = { date, from, minutes: 60 }
  const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters: { place: 'remote', slot } })
  const input = { ...scene.request([planId]), delivery: { kind: 'visit' as const } }
  return { person, answer: await app.send(orderAdd, input, keyed(person)) }
}
const slotAt = async (date: string, from: string) => {
  const { slots } = await app.call(deviceExtraTimes, { rid: scene.rids.onsite, date })
  return slots.find((slot) => slot.from === from)
}

describe('the list and the diaries', () => {
  it('an instrument is registered once by its number, edited by version, and found in the list', async () => {
    const id = await add('YQ-001', [scene.rids.xrd])
    const again = await app.send(instrumentAdd, plate('YQ-001'), keyed(lab))
    expect(again.body).toMatchObject({ code: 0, error: 'numberTaken' })
    const { version } = await detail(id)
    await app.call(
      instrumentEdit,
      { id, version, ...plate('YQ-001'), name: '衍射仪', projectIds: [scene.rids.xrd] },
      { as: manager },
    )
    const late = await app.send(instrumentEdit, { id, version, ...plate('YQ-001') }, { as: manager })
    expect(late.body).toMatchObject({ code: 0, error: 'stageConflict' })
    const { list } = await app.call(instrumentList, { kw: '衍射仪' }, { as: lab })
    expect(list).toMatchObject([{ instrumentNo: 'YQ-001', name: '衍射仪', projects: 1, calibration: 'none' }])
    expect(await detail(id)).toMatchObject({ ...plate('YQ-001'), name: '衍射仪', serves: [{ rid: scene.rids.xrd }] })
  })

  it('a project that does not exist is refused, and nothing is written', async () => {
    const answer = await app.send(instrumentAdd, { ...plate('YQ-002'), projectIds: [999_999] }, keyed(lab))
    expect(answer.body).toMatchObject({ code: 0, error: 'unknownProject' })
    expect((await app.call(instrumentList, { kw: 'YQ-002' }, { as: lab })).list).toEqual([])
  })

  it('the latest calibration sets the due day; a service sets none; dates that cannot be are refused', async () => {
    const id = await add('YQ-003')
    const entry = { id, kind: 'calibration' as const, note: '年度校准', certificateNo: 'C-1' }
    await app.call(instrumentNote, { ...entry, happenedOn: '2026-02-01', nextDue: '2026-03-20' }, keyed(lab))
    await app.call(instrumentNote, { ...entry, happenedOn: '2025-02-01', nextDue: '2027-02-01' }, keyed(lab))
    await app.call(instrumentNote, { id, kind: 'service', note: '换灯丝', happenedOn: '2026-02-10' }, keyed(lab))
    expect(await detail(id)).toMatchObject({ calibrationDue: '2026-03-20', calibration: 'soon' })
    const { list, total } = await app.call(instrumentDiary, { id, kind: 'calibration' }, { as: manager })
    expect([total, list[0]?.happenedOn]).toEqual([2, '2026-02-01'])
    const early = await app.send(
      instrumentNote,
      { ...entry, happenedOn: '2026-02-01', nextDue: '2026-01-01' },
      keyed(lab),
    )
    expect(early.body).toMatchObject({ code: 0, error: 'dueTooEarly' })
    const future = await app.send(
      instrumentNote,
      { ...entry, happenedOn: '2027-02-01', nextDue: '2028-01-01' },
      keyed(lab),
    )
    expect(future.body).toMatchObject({ code: 0, error: 'laterThanToday' })
  })

  it('[Q-241] an entry made by mistake is withdrawn with a reason: it stays readable, and the calibration before it holds again', async () => {
    const id = await add('YQ-020')
    const entered = async (happenedOn: string, nextDue: string) => {
      const entry = { id, kind: 'calibration' as const, happenedOn, nextDue, note: '年度校准' }
      return (await app.call(instrumentNote, entry, keyed(lab))).id
    }
    const right = await entered('2026-01-10', '2027-01-09')
    const wrong = await entered('2026-02-10', '2036-02-09')
    const withdrawal = { entryId: wrong, reason: '登记到了另一台仪器' }
    expect((await app.refusal(instrumentWithdrawNote, withdrawal, { as: manager })).status).toBe(403)
    expect(await app.refusal(instrumentWithdrawNote, { ...withdrawal, reason: ' ' }, { as: lab })).toMatchObject({
      fields: { reason: expect.any(String) },
    })
    await app.call(instrumentWithdrawNote, withdrawal, { as: lab })
    expect((await detail(id)).calibrationDue).toBe('2027-01-09')
    const { list } = await app.call(instrumentDiary, { id, kind: 'calibration' }, { as: lab })
    expect(list).toMatchObject([
      { id: wrong, nextDue: '2036-02-09', withdrawn: { reason: '登记到了另一台仪器', staffName: '测试lab' } },
      { id: right, withdrawn: null },
    ])
    expect(await app.refusal(instrumentWithdrawNote, withdrawal, { as: lab })).toMatchObject({ error: 'noteWithdrawn' })
    await app.call(instrumentWithdrawNote, { entryId: right, reason: '误登记' }, { as: lab })
    expect(await detail(id)).toMatchObject({ calibrationDue: null, calibration: 'none' })
    expect((await app.refusal(instrumentWithdrawNote, { entryId: 999_999, reason: '无' }, { as: lab })).status).toBe(
      404,
    )
  })

  it('stopping needs a reason and the role', async () => {
    const id = await add('YQ-004')
    const { version } = await detail(id)
    expect((await app.send(instrumentMove, { id, version, action: 'stop' }, { as: lab })).body.code).toBe(0)
    expect(
      (await app.send(instrumentMove, { id, version, action: 'stop', reason: '坏' }, { as: manager })).body.code,
    ).toBe(0)
    await app.call(instrumentMove, { id, version, action: 'stop', reason: '坏' }, { as: lab })
    expect((await detail(id)).obstacle).toBe('仪器已停用')
  })
})

describe('downtime, calibration and bookings', () => {
  it('a downtime closes its slots until it is removed; the customer does not read its reason', async () => {
    const id = await add('YQ-010', [scene.rids.onsite])
    const span = { startsAt: '2026-03-05T10:00', endsAt: '2026-03-05T12:00' }
    const block = await app.call(instrumentBlock, { id, ...span, reason: '更换灯丝' }, keyed(lab))
    expect(await slotAt('2026-03-05', '10:00')).toMatchObject({ bookable: false, reason: '仪器停机维护' })
    expect(await slotAt('2026-03-05', '12:00')).toMatchObject({ bookable: true })
    const { answer } = await booked('2026-03-05', '09:30')
    expect(answer.body).toMatchObject({ code: 0, error: 'instrumentBlocked' })
    const moved = await booked('2026-03-06', '09:30')
    expect(moved.answer.body.code).toBe(1)
    const { orderNo } = moved.answer.body.data as { orderNo: string }
    const own = (await app.call(orderDetail, { orderNo }, { as: moved.person })).reservations[0]?.id ?? 0
    const rebooked = await app.send(
      reservationRebook,
      { id: own, date: '2026-03-05', from: '10:00' },
      keyed(moved.person),
    )
    expect(rebooked.body).toMatchObject({ code: 0, error: 'instrumentBlocked' })
    await app.call(instrumentUnblock, { downtimeId: block.id }, { as: lab })
    expect((await app.call(instrumentDowntimes, { id }, { as: lab })).list).toMatchObject([{ removed: true }])
    expect((await app.send(instrumentUnblock, { downtimeId: block.id }, { as: lab })).body).toMatchObject({
      error: 'blockOver',
    })
    expect((await booked('2026-03-05', '09:30')).answer.body.code).toBe(1)
  })

  it('[Q-93] a downtime that is over already is refused as such, and a missing time is asked for', async () => {
    const id = await add('YQ-016')
    const said = async (startsAt: string, endsAt: string) => {
      const { body } = await app.send(instrumentBlock, { id, startsAt, endsAt, reason: '保养' }, keyed(lab))
      return [body.error, body.fields]
    }
    expect(await said('2026-02-27T10:00', '2026-02-27T12:00')).toEqual([
      'blockPast',
      { endsAt: '停机结束时间已过，只能登记还没有结束的停机' },
    ])
    expect(await said('2026-03-20T12:00', '2026-03-20T10:00')).toEqual([
      'blockTooShort',
      { endsAt: '停机结束时间应晚于开始时间' },
    ])
    expect(await said('', '2026-03')).toEqual([
      'invalid',
      { startsAt: '请填写停机开始时间', endsAt: '停机结束时间格式不正确' },
    ])
  })

  it('a second usable instrument of the project keeps its slots open', async () => {
    const id = await add('YQ-011', [scene.rids.onsite])
    const span = { startsAt: '2026-03-09T09:00', endsAt: '2026-03-09T18:00' }
    await app.call(instrumentBlock, { id, ...span, reason: '保养' }, keyed(lab))
    expect(await slotAt('2026-03-09', '10:00')).toMatchObject({ bookable: true })
    const { version } = await detail(id)
    await app.call(instrumentEdit, { id, version, ...plate('YQ-011'), projectIds: [] }, { as: lab })
  })

  it('testing is not started on a stopped instrument, and is after it was restored', async () => {
    const { person, answer } = await booked('2026-03-02', '15:00')
    const { orderNo } = answer.body.data as { orderNo: string }
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
    await app.call(staffOrderCheckIn, { orderNo }, { as: lab })
    const { list } = await app.call(instrumentList, { kw: 'YQ-010' }, { as: lab })
    const { id = 0, version = 0 } = list[0] ?? {}
    await app.call(instrumentMove, { id, version, action: 'stop', reason: '真空泵故障' }, { as: lab })
    const refused = await app.send(staffOrderStartTesting, { orderNo }, { as: lab })
    expect(refused.body).toMatchObject({ code: 0, error: 'notUsable' })
    expect(JSON.stringify(refused.body)).toMatch(/不能开始检测：仪器已停用/)
    expect((await app.call(orderDetail, { orderNo }, { as: person })).stage).toBe('received')
    await app.call(instrumentMove, { id, version: version + 1, action: 'restore' }, { as: lab })
    expect((await app.call(staffOrderStartTesting, { orderNo }, { as: lab })).stage).toBe('testing')
  })

  it('the week of an instrument has its bookings and downtimes, Monday first; a week without them is empty', async () => {
    const { list } = await app.call(instrumentList, { kw: 'YQ-010' }, { as: lab })
    const id = list[0]?.id ?? 0
    const span = { startsAt: '2026-03-04T09:00', endsAt: '2026-03-04T10:00' }
    await app.call(instrumentBlock, { id, ...span, reason: '保养' }, keyed(lab))
    const week = await app.call(staffReservationCalendar, { instrumentId: id, date: '2026-03-08' }, { as: manager })
    expect([week.days[0], week.days[6], week.cells[0]?.from]).toEqual(['2026-03-02', '2026-03-08', '08:30'])
    expect(week.bookings.map(({ startsAt }) => startsAt.slice(0, 16))).toEqual([
      '2026-03-02 15:00',
      '2026-03-05 09:30',
      '2026-03-06 09:30',
    ])
    expect(week.downtimes).toMatchObject([{ startsAt: '2026-03-04 09:00:00', reason: '保养' }])
    const later = await app.call(staffReservationCalendar, { instrumentId: id, date: '2026-06-01' }, { as: lab })
    expect([later.bookings, later.downtimes]).toEqual([[], []])
    const unknown = await app.send(staffReservationCalendar, { instrumentId: 999_999 }, { as: lab })
    expect(unknown.body.code).toBe(0)
  })

  it('an overdue calibration refuses later slots, or only warns, as the instrument says', async () => {
    const { list } = await app.call(instrumentList, { kw: 'YQ-010' }, { as: lab })
    const id = list[0]?.id ?? 0
    const entry = {
      id,
      kind: 'calibration' as const,
      note: '年度校准',
      happenedOn: '2026-02-01',
      nextDue: '2026-03-11',
    }
    await app.call(instrumentNote, entry, keyed(lab))
    expect(await slotAt('2026-03-11', '14:00')).toMatchObject({ bookable: true })
    expect((await slotAt('2026-03-12', '14:00'))?.reason).toMatch(/校准/)
    const { version } = await detail(id)
    const form = { ...plate('YQ-010'), calibrationRule: 'warn' as const, projectIds: [scene.rids.onsite] }
    await app.call(instrumentEdit, { id, version, ...form }, { as: lab })
    expect(await slotAt('2026-03-12', '14:00')).toMatchObject({ bookable: true })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { staffSampleReceive } from '../../intake/contract.ts'
import { staffOrderApprove } from '../../orders/staff/staff-contract.ts'
import { staffSampleList } from '../list-contract.ts'
import { shelfAdd, shelfEdit, shelfList, shelfRemove, staffSampleMove } from './shelf-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
let logistics: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
  logistics = scene.staff.logistics
})
afterAll(() => app.close())

const shelf = (code: string, capacity = 4) => ({
  code,
  room: '样品室',
  temperature: 'room' as const,
  capacity,
})
const add = (code: string, capacity?: number) => app.call(shelfAdd, shelf(code, capacity), { as: logistics })
const shelvesNow = async () => {
  const { list } = await app.call(shelfList, { size: 50 }, { as: scene.staff.lab })
  return new Map(list.map((row) => [row.code, row]))
}

describe('shelves', () => {
  it('samples stand only on known shelves or elsewhere, and the map counts them', async () => {
    // Before there is a shelf, any place is accepted.
    await scene.testing(await scene.buyer(0), 1)
    await add('A-03')
    await add('A-04', 1)
    const { orderNo, sampleNos } = await scene.order(await scene.buyer(0), 3)
    await app.call(staffOrderApprove, { orderNo }, { as: scene.staff.manager })
    const [one = '', two = '', three = ''] = sampleNos
    const receive = (sampleNo: string, place: string) => ({ sampleNo, condition: '完好', shelf: place })
    expect(await app.refusal(staffSampleReceive, receive(one, 'A-99'), { as: logistics })).toMatchObject({
      error: 'unknownShelf',
      msg: '没有架位 A-99，请从列表选择，或填写“其他：位置”',
    })
    const { sample } = await app.call(staffSampleReceive, receive(one, 'ａ-03 - 02'), { as: logistics })
    expect(sample.shelf).toBe('A-03-02')
    await app.call(staffSampleReceive, receive(two, 'A-03'), { as: logistics })
    await app.call(staffSampleReceive, receive(three, '其他：通风橱'), { as: logistics })
    const map = await app.call(shelfList, {}, { as: scene.staff.lab })
    expect(map.list.map(({ code, stored, capacity }) => [code, stored, capacity])).toEqual([
      ['A-03', 2, 4],
      ['A-04', 0, 1],
    ])
    expect(map).toMatchObject({ total: 2, inLaboratory: 4, elsewhere: 2, rooms: [{ room: '样品室', shelves: 2 }] })
  })

  it('many samples move at once, all or none, and one that is not here is named', async () => {
    const order = await scene.order(await scene.buyer(0), 3)
    await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: scene.staff.manager })
    const [one = '', two = '', coming = ''] = order.sampleNos
    for (const sampleNo of [one, two])
      await app.call(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A-03' }, { as: logistics })
    const shelfId = (await shelvesNow()).get('A-04')?.id ?? 0
    const refused = await app.refusal(staffSampleMove, { sampleNos: [one, coming], shelfId }, { as: logistics })
    expect(refused).toMatchObject({ error: 'notInLaboratory', status: 409 })
    expect(refused.msg).toContain(coming)
    expect((await shelvesNow()).get('A-04')?.stored).toBe(0)
    // More than the capacity is shown, and not refused.
    const moved = await app.call(staffSampleMove, { sampleNos: [one, two], shelfId }, { as: scene.staff.lab })
    expect(moved).toEqual({ moved: 2, shelf: 'A-04', stored: 2, capacity: 1 })
    expect((await app.call(shelfList, { free: true }, { as: logistics })).list.map(({ code }) => code)).toEqual([
      'A-03',
    ])
    const { list } = await app.call(staffSampleList, { filters: { shelf: 'A-04' } }, { as: logistics })
    expect(list.map(({ sampleNo }) => sampleNo).toSorted()).toEqual([one, two].toSorted())
  })

  it('a move that a phone tells later is refused when a colleague has moved the sample since', async () => {
    const order = await scene.order(await scene.buyer(0), 1)
    await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: scene.staff.manager })
    const [sampleNo = ''] = order.sampleNos
    await app.call(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A-03' }, { as: logistics })
    const shelves = await shelvesNow()
    const move = (code: string, secondsAgo = 0) => ({
      sampleNos: [sampleNo],
      shelfId: shelves.get(code)?.id ?? 0,
      secondsAgo,
    })
    app.clock.advance({ minutes: 20 })
    // Ten minutes ago on the phone, which had no network; nobody else has touched it.
    await app.call(staffSampleMove, move('A-04', 600), { as: logistics })
    await app.call(staffSampleMove, move('A-03', 60), { as: scene.staff.lab })
    const refused = await app.refusal(staffSampleMove, move('A-04', 300), { as: logistics })
    expect(refused).toMatchObject({ error: 'movedSince', msg: `样品 ${sampleNo} 之后已被移到 A-03` })
    // A move whose answer was lost is told again.
    await app.call(staffSampleMove, move('A-03', 90), { as: scene.staff.lab })
    await app.call(staffSampleMove, move('A-04'), { as: logistics })
    expect(await app.refusal(staffSampleMove, move('A-04', 31 * 86_400), { as: logistics })).toMatchObject({
      error: 'invalid',
    })
  })

  it('a code is used once, and keeps its name while samples stand there', async () => {
    const overlapping = await app.refusal(shelfAdd, shelf('A-03-01'), { as: logistics })
    expect(overlapping).toMatchObject({ error: 'shelfOverlaps', msg: '架位编号 A-03-01 与已有的 A-03 重复或相互包含' })
    expect(await app.refusal(shelfAdd, shelf('a－03'), { as: logistics })).toMatchObject({ error: 'shelfOverlaps' })
    const used = (await shelvesNow()).get('A-04')
    const change = { id: used?.id ?? 0, version: used?.version ?? 0 }
    const edit = (code: string) => ({ ...change, ...shelf(code, 80) })
    expect(await app.refusal(shelfEdit, edit('B-01'), { as: logistics })).toMatchObject({ error: 'shelfInUse' })
    expect(await app.refusal(shelfRemove, change, { as: logistics })).toMatchObject({ error: 'shelfInUse' })
    expect(await app.call(shelfEdit, edit('A-04'), { as: logistics })).toEqual({ version: 2 })
    expect(await app.refusal(shelfEdit, edit('A-04'), { as: logistics })).toMatchObject({ error: 'shelfChanged' })
    const { id } = await add('C-01')
    expect(await app.call(shelfRemove, { id, version: 1 }, { as: logistics })).toEqual({ removed: true })
    expect(await app.refusal(shelfAdd, shelf('D-01'), { as: scene.staff.lab })).toMatchObject({ status: 403 })
  })
})

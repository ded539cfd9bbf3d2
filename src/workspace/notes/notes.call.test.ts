import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../../app/calls.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { bellList } from '../../core/staff-notices/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepNotes } from './actions.ts'
import {
  noteAdd,
  noteDelete,
  noteEdit,
  noteHistory,
  noteList,
  noteMentions,
  notePin,
  noteRestore,
  noteSeen,
} from './contract.ts'
import { heldBy } from '../../platform/held-data.ts'
import { heldData } from './held-data.ts'
import { DELETED_NOTE_DAYS, NOTE_LENGTH } from './rules.ts'

let app: TestApp
let buyer: TestPerson
let manager: TestPerson
let lab: TestPerson
let orderNo: string
beforeAll(async () => {
  app = await testApp()
  const scene = await orderScene(app)
  buyer = await scene.buyer(0)
  orderNo = (await scene.order(buyer)).orderNo
  manager = await app.staff('manager')
  lab = await app.staff('lab')
})
afterAll(() => app.close())

const onOrder = () => ({ kind: 'order', no: orderNo }) as const
const onCustomer = () => ({ kind: 'customer', no: String(buyer.id) }) as const
const write = (text: string, { as = manager, subject = onOrder(), mentionIds = [] as number[] } = {}) =>
  app.call(noteAdd, { subject, text, mentionIds }, { as, idempotencyKey: randomUUID() })
const writeRefused = (subject: { kind: string; no: string }, text: string, as = manager, mentionIds: number[] = []) =>
  app.refusal(noteAdd, { subject, text, mentionIds } as never, { as, idempotencyKey: randomUUID() })
const notes = (as = manager, subject: { kind: 'order' | 'customer'; no: string } = onOrder()) =>
  app.call(noteList, { subject }, { as })
const stored = async () => (await app.db.one<{ n: number }>(sql`select count(*) as n from notes`)).n

describe('notes', () => {
  it('stand on their record, pinned first, and on the page of the customer together with those of the orders', async () => {
    const first = await write('先发来的样品有潮解')
    await write('客户偏好邮件联系')
    await app.call(notePin, { id: first.id, pinned: true }, { as: lab })
    const { list, total } = await notes(lab)
    expect(total).toBe(2)
    expect(list[0]).toMatchObject({ id: first.id, pinned: true, own: false, text: '先发来的样品有潮解' })
    await app.call(
      noteAdd,
      { subject: onCustomer(), text: '课题组预算年底清零' },
      { as: manager, idempotencyKey: randomUUID() },
    )
    expect((await notes(manager, onCustomer())).total).toBe(3)
    expect((await notes(manager)).total).toBe(2)
  })

  it('are written and read by who may read the record, and by no customer', async () => {
    expect(await writeRefused(onCustomer(), '不可', lab)).toMatchObject({ error: 'forbidden' })
    expect(await app.refusal(noteList, { subject: onCustomer() }, { as: lab })).toMatchObject({ error: 'forbidden' })
    expect(await app.refusal(noteList, { subject: onOrder() }, { as: await app.staff('editor') })).toMatchObject({
      status: 403,
    })
    expect(await app.refusal(noteList, { subject: onOrder() }, { as: buyer })).toMatchObject({ status: 403 })
    const ofNotes = handlers.filter(({ call }) => /^(note|callLog|todo)\//.test(call.name))
    expect(ofNotes.map(({ call }) => call.area).filter((area) => area !== 'staff')).toEqual([])
  })

  it('leave the words of staff out of the copy of personal data', async () => {
    const secret = '只给同事看的话'
    await write(secret)
    const held = await Promise.all(heldData.tables.map((table) => heldBy(table, app.db, buyer.id)))
    expect(JSON.stringify(held)).not.toContain(secret)
    expect(held[0]).not.toEqual([])
  })

  it('refuse records that do not exist, wildcards, and texts that are empty or too long, and write nothing', async () => {
    const before = await stored()
    for (const no of ['MX0', '%', '_', '0', '-1', '1e3', '9'.repeat(40)])
      for (const kind of ['order', 'customer', 'group'])
        expect(await writeRefused({ kind, no }, '某条备注')).toMatchObject({ error: 'notFound' })
    expect(await writeRefused({ kind: 'staff', no: '1' }, '某条备注')).toMatchObject({ msg: '记录类型不正确' })
    expect(await writeRefused(onOrder(), '   ')).toMatchObject({ msg: '请填写备注' })
    expect(await writeRefused(onOrder(), '字'.repeat(NOTE_LENGTH + 1))).toMatchObject({
      msg: '备注不能超过2000个字',
    })
    expect(await stored()).toBe(before)
    await write('字'.repeat(NOTE_LENGTH))
  })

  it('are changed by their author with the old text kept; a second window with the old text is told', async () => {
    const { id } = await write('样品 3 支')
    expect(await app.call(noteEdit, { id, version: 1, text: '样品 4 支' }, { as: manager })).toEqual({ version: 2 })
    expect(await app.refusal(noteEdit, { id, version: 1, text: '样品 5 支' }, { as: manager })).toMatchObject({
      error: 'noteChanged',
      status: 409,
    })
    expect(await app.refusal(noteEdit, { id, version: 2, text: '改' }, { as: lab })).toMatchObject({
      error: 'notYours',
    })
    expect(await app.refusal(noteEdit, { id: 999_999, version: 1, text: '改' }, { as: lab })).toMatchObject({
      error: 'notFound',
    })
    const history = await app.call(noteHistory, { id }, { as: lab })
    expect(history.list).toMatchObject([{ version: 1, text: '样品 3 支' }])
    expect((await notes()).list.find((note) => note.id === id)).toMatchObject({ text: '样品 4 支', version: 2 })
  })

  it('are deleted by their author, can be brought back, and are erased after a month', async () => {
    const { id } = await write('写错了')
    expect(await app.refusal(noteDelete, { id }, { as: lab })).toMatchObject({ error: 'notYours' })
    await app.call(noteDelete, { id }, { as: manager })
    expect((await notes()).list.map((note) => note.id)).not.toContain(id)
    expect(await app.refusal(noteHistory, { id }, { as: manager })).toMatchObject({ error: 'notFound' })
    await app.call(noteRestore, { id }, { as: manager })
    expect((await notes()).list.map((note) => note.id)).toContain(id)
    await app.call(noteDelete, { id }, { as: manager })
    expect(await sweepNotes(app.system)).toBe(0)
    app.clock.advance({ days: DELETED_NOTE_DAYS + 1 })
    expect(await sweepNotes(app.system)).toBe(1)
    expect(await app.refusal(noteRestore, { id }, { as: await app.staff('manager') })).toMatchObject({
      error: 'notFound',
    })
  })
})

describe('a mention', () => {
  it('rings once at the colleague, waits in the inbox until it is seen, and shows that it was', async () => {
    manager = await app.staff('manager')
    const colleague = await app.staff('lab')
    const { id } = await write('@同事 请先做第 2 号样', { mentionIds: [colleague.id] })
    const bell = await app.call(bellList, {}, { as: colleague })
    expect(bell.list).toMatchObject([{ kind: 'mention', path: `/console/orders/${orderNo}#note-${id}` }])
    expect((await app.call(noteMentions, {}, { as: colleague })).list).toMatchObject([{ id, subject: { no: orderNo } }])
    await app.call(
      noteEdit,
      { id, version: 1, text: '@同事 请先做第 3 号样', mentionIds: [colleague.id] },
      { as: manager },
    )
    expect((await app.call(bellList, {}, { as: colleague })).total).toBe(1)
    await app.call(noteSeen, { ids: [id] }, { as: manager })
    expect((await app.call(noteMentions, {}, { as: colleague })).total).toBe(1)
    await app.call(noteSeen, { ids: [id] }, { as: colleague })
    expect((await app.call(noteMentions, {}, { as: colleague })).total).toBe(0)
    expect((await notes()).list.find((note) => note.id === id)?.mentions).toMatchObject([
      { id: colleague.id, seen: true },
    ])
  })

  it('of a colleague who left or may not read the record is refused, and nothing is written', async () => {
    const left = await app.staff('lab')
    await app.db.run(sql`update staff set disabled_at = now() where id = ${left.id}`)
    const before = await stored()
    expect(await writeRefused(onOrder(), '@已离职', manager, [left.id])).toMatchObject({ error: 'colleagueLeft' })
    expect(await writeRefused(onOrder(), '@无此人', manager, [999_999])).toMatchObject({ error: 'colleagueLeft' })
    expect(await writeRefused(onOrder(), '@编辑', manager, [(await app.staff('editor')).id])).toMatchObject({
      error: 'colleagueMayNotRead',
    })
    expect(await stored()).toBe(before)
  })
})

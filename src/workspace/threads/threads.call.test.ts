import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf, inNameOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { fileLink, fileUpload, staffFileLink, staffFileUpload } from '../../core/files/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  staffThreadRead,
  staffThreadSettle,
  staffThreadShow,
  staffThreadWrite,
  threadList,
  threadRead,
  threadShow,
  threadWrite,
} from './contract.ts'
import { staffThreadSearch } from './list-contract.ts'
import { messagesAtOnce, tellAfterMinutes, writeLimits } from './rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let lab: TestPerson

beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  manager = await app.staff('manager')
  lab = await app.staff('lab')
})
afterAll(() => app.close())

const key = () => ({ idempotencyKey: randomUUID() })

async function ordered() {
  const person = await scene.buyer(0)
  const { orderNo } = await scene.order(person)
  return { person, orderNo }
}
const asks = (person: TestPerson, orderNo: string, text: string, fileIds: number[] = []) =>
  app.call(threadWrite, { orderNo, text, fileIds }, { as: person, ...key() })
const answers = (orderNo: string, text: string, fileIds: number[] = []) =>
  app.call(staffThreadWrite, { orderNo, text, fileIds }, { as: manager, ...key() })
const shown = (person: TestPerson, orderNo: string) => app.call(threadShow, { orderNo }, { as: person })
const written = async () => (await app.db.one<{ n: number }>(sql`select count(*) as n from thread_messages`)).n
const uploaded = (person: TestPerson, name = 'note.txt', content = Buffer.from('请按此条件测试')) =>
  app.call(fileUpload, { purpose: 'message' }, { as: person, file: { name, content }, ...key() })

describe('a thread', () => {
  it('carries text and files both ways and counts what each side has not read', async () => {
    const { person, orderNo } = await ordered()
    expect(await shown(person, orderNo)).toEqual({
      messages: [],
      more: false,
      messageCount: 0,
      unread: 0,
      waits: false,
    })
    const file = await uploaded(person)
    const question = await asks(person, orderNo, '扫描范围可以到 90° 吗？', [file.id])

    const seen = await app.call(staffThreadShow, { orderNo }, { as: lab })
    expect(seen).toMatchObject({ unread: 1, messageCount: 1 })
    expect(seen.messages[0]).toMatchObject({ side: 'customer', own: false, text: '扫描范围可以到 90° 吗？' })
    expect(seen.messages[0]?.files).toEqual([{ id: file.id, name: 'note.txt', size: file.size }])
    expect((await app.call(staffFileLink, { id: file.id }, { as: lab })).url).toMatch(/^\/files\//)
    expect((await shown(person, orderNo)).unread).toBe(0)

    await app.call(staffThreadRead, { orderNo, messageId: question.id }, { as: lab })
    expect((await app.call(staffThreadShow, { orderNo }, { as: lab })).unread).toBe(0)
    const plan = await app.call(
      staffFileUpload,
      { purpose: 'message' },
      { as: manager, file: { name: 'plan.txt', content: Buffer.from('2θ 5–90°') }, ...key() },
    )
    const answer = await answers(orderNo, '可以，已改为 5–90°。', [plan.id])
    const mine = await shown(person, orderNo)
    expect(mine).toMatchObject({ unread: 1, messageCount: 2 })
    expect(mine.messages.map(({ own, author }) => [own, author === '实验室'])).toEqual([
      [true, false],
      [false, true],
    ])
    expect((await app.call(fileLink, { id: plan.id }, { as: person })).url).toMatch(/^\/files\//)
    await app.call(threadRead, { orderNo, messageId: answer.id }, { as: person })
    expect((await app.call(threadList, {}, { as: person })).list).toMatchObject([
      { orderNo, unread: 0, lastSide: 'staff', lastText: '可以，已改为 5–90°。' },
    ])
  })

  it('keeps hostile text as it was typed', async () => {
    const { person, orderNo } = await ordered()
    const text = `<img src=x onerror=alert(1)> ' or 1=1-- \${orderNo}`
    await asks(person, orderNo, text)
    expect((await shown(person, orderNo)).messages[0]?.text).toBe(text)
  })

  it('is read page by page, the newest first', async () => {
    const { person, orderNo } = await ordered()
    for (let n = 0; n < messagesAtOnce + 3; n++) {
      app.clock.advance({ minutes: 2 })
      await asks(person, orderNo, `第 ${n} 条`)
    }
    const newest = await shown(person, orderNo)
    expect([newest.messages.length, newest.more, newest.messages.at(-1)?.text]).toEqual([
      messagesAtOnce,
      true,
      `第 ${messagesAtOnce + 2} 条`,
    ])
    const [first] = newest.messages
    const older = await app.call(threadShow, { orderNo, beforeId: first?.id ?? 0 }, { as: person })
    expect(older.messages.map(({ text }) => text)).toEqual(['第 0 条', '第 1 条', '第 2 条'])
    expect(older.more).toBe(false)
  })

  it('stands in the list of staff until it is answered', async () => {
    const { person, orderNo } = await ordered()
    const waiting = async () =>
      (await app.call(staffThreadSearch, { tab: 'waiting', kw: orderNo }, { as: manager })).list
    await asks(person, orderNo, '样品收到了吗？')
    expect(await waiting()).toMatchObject([{ orderNo, state: 'waiting', unread: 1, lastText: '样品收到了吗？' }])
    await answers(orderNo, '今天上午已收到。')
    expect(await waiting()).toEqual([])
  })
})

describe('a message that needs no answer', () => {
  it('[Q-218] leaves the list of those that wait, unless the customer has written again meanwhile', async () => {
    const { person, orderNo } = await ordered()
    const waiting = async () =>
      (await app.call(staffThreadSearch, { tab: 'waiting', kw: orderNo }, { as: manager })).list.length
    const thanks = await asks(person, orderNo, '谢谢')
    const again = await asks(person, orderNo, '另外，何时寄回？')
    const settle = (messageId: number) => ({ orderNo, messageId })
    expect(await app.refusal(staffThreadSettle, settle(thanks.id), { as: manager })).toMatchObject({
      error: 'writtenAgain',
    })
    expect(await waiting()).toBe(1)
    expect((await app.call(staffThreadShow, { orderNo }, { as: manager })).waits).toBe(true)
    await app.call(staffThreadSettle, settle(again.id), { as: manager })
    expect(await waiting()).toBe(0)
    expect(await app.call(staffThreadShow, { orderNo }, { as: manager })).toMatchObject({ waits: false, unread: 0 })
    await asks(person, orderNo, '还在吗？')
    expect(await waiting()).toBe(1)
  })
})

describe('what is refused', () => {
  it('the thread of another customer, for reading, writing and files', async () => {
    const { person, orderNo } = await ordered()
    const file = await uploaded(person)
    const { id } = await asks(person, orderNo, '内部资料', [file.id])
    const stranger = await scene.buyer(0)
    const before = await written()
    const tries = [
      await app.send(threadShow, { orderNo }, { as: stranger }),
      await app.send(threadWrite, { orderNo, text: '你好' }, { as: stranger, ...key() }),
      await app.send(threadRead, { orderNo, messageId: id }, { as: stranger }),
      await app.send(fileLink, { id: file.id }, { as: stranger }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const other = await ordered()
    const stolen = await app.send(
      threadWrite,
      { orderNo: other.orderNo, text: '', fileIds: [file.id] },
      { as: other.person, ...key() },
    )
    expect(stolen.status).toBe(404)
    expect(await written()).toBe(before)
    expect((await app.call(threadList, {}, { as: stranger })).total).toBe(0)
  })

  it('an empty message, too many files, too long a text, an unknown order, a mark beyond the last message', async () => {
    const { person, orderNo } = await ordered()
    const { id } = await asks(person, orderNo, '一')
    const before = await written()
    const as = { as: person }
    const refusals = [
      await app.send(threadWrite, { orderNo, text: '  ' }, { ...as, ...key() }),
      await app.send(threadWrite, { orderNo, text: 'x'.repeat(2001) }, { ...as, ...key() }),
      await app.send(threadWrite, { orderNo, text: '一', fileIds: [1, 2, 3, 4, 5, 6] }, { ...as, ...key() }),
      await app.send(threadWrite, { orderNo: 'MX1', text: '一' }, { ...as, ...key() }),
      await app.send(threadRead, { orderNo, messageId: id + 1000 }, as),
    ]
    expect(refusals.map(({ body }) => body.code)).toEqual([0, 0, 0, 0, 0])
    expect(await written()).toBe(before)
  })

  it('a file of another kind', async () => {
    const { person } = await ordered()
    const program = Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(200)])
    const { status } = await app.send(
      fileUpload,
      { purpose: 'message' },
      { as: person, file: { name: 'a.exe', content: program }, ...key() },
    )
    expect(status).toBe(415)
  })

  it('staff whose role does not talk with customers', async () => {
    const { person, orderNo } = await ordered()
    await asks(person, orderNo, '请问')
    const finance = await app.staff('finance')
    const logistics = await app.staff('logistics')
    expect((await app.send(staffThreadShow, { orderNo }, { as: finance })).status).toBe(403)
    expect((await app.send(staffThreadShow, { orderNo }, { as: logistics })).status).toBe(200)
    expect((await app.send(staffThreadWrite, { orderNo, text: '好' }, { as: logistics, ...key() })).status).toBe(403)
  })

  it('more messages than one person may write in ten minutes, over all orders', async () => {
    const { person, orderNo } = await ordered()
    const second = await scene.order(person)
    for (let n = 0; n < writeLimits.perTenMinutes; n++) await asks(person, n % 2 ? orderNo : second.orderNo, `${n}`)
    const before = await written()
    const { status, body } = await app.send(threadWrite, { orderNo, text: '再' }, { as: person, ...key() })
    expect([status, body.error]).toEqual([429, 'tooManyMessages'])
    expect(await written()).toBe(before)
    app.clock.advance({ minutes: 11 })
    await asks(person, orderNo, '再')
  })
})

describe('unread messages', () => {
  it('are told to the customer after some minutes, once, and not when they were read', async () => {
    const { person, orderNo } = await ordered()
    const told = async () => (await noticesFor(app, person.id)).filter((text) => text.startsWith('实验室给您留言'))
    await answers(orderNo, '请补充样品成分。')
    await answers(orderNo, '最好今天给到。')
    await app.drain()
    expect(await told()).toEqual([])
    app.clock.advance({ minutes: tellAfterMinutes + 1 })
    await app.drain()
    const inbox = await app.db.rows<{ text: string; link: string }>(sql`
      select text, link from messages where customer_id = ${person.id} and template = 'thread.unread'`)
    expect(inbox).toEqual([
      {
        text: `您的订单${orderNo}有 2 条实验室留言未读：最好今天给到。`,
        link: `/member/order/${orderNo}?thread=1`,
      },
    ])
    const third = await answers(orderNo, '收到了。')
    await app.call(threadRead, { orderNo, messageId: third.id }, { as: person })
    app.clock.advance({ minutes: tellAfterMinutes + 1 })
    await app.drain()
    expect(
      (await app.db.rows(sql`select 1 from messages where customer_id = ${person.id} and template = 'thread.unread'`))
        .length,
    ).toBe(1)
  })

  it('are mailed to the managers, unless somebody has read them', async () => {
    const { person, orderNo } = await ordered()
    app.services.config.consoleUrl = 'https://console.test'
    await app.db.run(sql`update staff set email = 'manager@example.test' where id = ${manager.id}`)
    const mails = async () =>
      (await app.outbox()).filter(({ template, text }) => template === 'thread.waiting' && text.includes(orderNo))
    await asks(person, orderNo, '急：能改期吗？')
    app.clock.advance({ minutes: tellAfterMinutes + 1 })
    await app.drain()
    const [mail] = await mails()
    expect(mail?.text).toContain('客户：急：能改期吗？')
    expect(mail?.text).toContain(`https://console.test/console/orders/${orderNo}?thread=1`)
    const { id } = await asks(person, orderNo, '已解决')
    await app.call(staffThreadRead, { orderNo, messageId: id }, { as: lab })
    app.clock.advance({ minutes: tellAfterMinutes + 1 })
    await app.drain()
    expect((await mails()).length).toBe(1)
  })
})

describe('an order that a group pays', () => {
  it('has one thread for its member and the managers of the group, each with an own mark', async () => {
    const owner = await app.customer(3)
    const member = await scene.buyer(0)
    const group = await groupOf(app, owner)
    await joined(app, group, member)
    const { orderNo } = await scene.order(member)
    // Placing an order for a group has tests of its own; here only who pays matters.
    await app.db.run(
      sql`update orders set group_id = ${group.id}, payer_id = ${group.accountId} where order_no = ${orderNo}`,
    )
    const file = await uploaded(member)
    await asks(member, orderNo, '附件是样品说明', [file.id])
    const seen = await app.call(threadShow, { orderNo }, inNameOf(owner, group))
    expect(seen).toMatchObject({ unread: 1, messages: [{ own: false, text: '附件是样品说明' }] })
    expect((await app.send(fileLink, { id: file.id }, inNameOf(owner, group))).status).toBe(200)
    // Under the own name the owner is somebody else.
    expect((await app.send(threadShow, { orderNo }, { as: owner })).status).toBe(404)
    const own = await app.call(
      threadWrite,
      { orderNo, text: '费用由课题组承担' },
      { ...inNameOf(owner, group), ...key() },
    )
    expect((await shown(member, orderNo)).unread).toBe(1)
    await app.call(threadRead, { orderNo, messageId: own.id }, { as: member })
    expect((await shown(member, orderNo)).unread).toBe(0)
    expect((await app.call(threadList, {}, inNameOf(owner, group))).list).toMatchObject([{ orderNo, unread: 1 }])
    expect((await app.call(threadList, {}, { as: owner })).total).toBe(0)
  })
})

import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heldData } from '../../app/held-data.ts'
import { deliveryScene } from '../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { fileLink, fileUpload, staffFileLink } from '../../core/files/contract.ts'
import { orphanHours } from '../../core/files/rules.ts'
import { sweepFiles } from '../../core/files/sweep-actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { deviceReviews, evaluateAdd, evaluateOrder } from './contract.ts'
import { staffReviewHide, staffReviewList, staffReviewPublish } from './list-contract.ts'

// Pictures of evaluations are files of the customer until staff publish them; then visitors see an encoded copy, never the upload.

const MB = 1024 * 1024

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let delivery: Awaited<ReturnType<typeof deliveryScene>>
let editor: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  delivery = await deliveryScene(app)
  editor = await app.staff('editor')
})
afterAll(() => app.close())

/** A grey square as PNG. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const tail = Buffer.alloc(4)
    tail.writeUInt32BE(crc32(body))
    return Buffer.concat([head, body, tail])
  }
  const head = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 0, 0, 0, 0])
  const rows = deflateSync(Buffer.concat(Array.from({ length: 64 }, () => Buffer.from([0, ...Array(64).fill(128)]))))
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

async function delivered() {
  const customer = await scene.buyer(0)
  const { orderNo } = await scene.order(customer)
  await delivery.deliver(orderNo)
  const { lines } = await app.call(evaluateOrder, { orderNo }, { as: customer })
  const { lineId = 0, rid = 0 } = lines[0] ?? {}
  return { customer, rid, review: { orderNo, lineId, stars: 5 } }
}
const upload = (as: TestPerson, content: Buffer | string = png(), name = '图谱.png') =>
  app.call(fileUpload, { purpose: 'review' }, { as, file: { name, content } })
const versionOf = async (id: number) =>
  (await app.call(staffReviewList, { tab: 'all' }, { as: editor })).list.find((row) => row.id === id)?.version ?? 0

describe('the pictures of an evaluation', () => {
  it('[T-49] are refused when they are no pictures, whatever their names, or too large, and are at most as many as said', async () => {
    const { customer, review } = await delivered()
    const refused = (content: Buffer | string) =>
      app.refusal(fileUpload, { purpose: 'review' }, { as: customer, file: { name: '图.png', content } })
    for (const content of ['%PDF-1.4\n%%EOF\n', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<script>1</script>'])
      expect(await refused(content)).toMatchObject({ status: 415, error: 'wrongType', msg: '评价图片只支持图片' })
    expect(await refused(Buffer.concat([png(), Buffer.alloc(15 * MB)]))).toMatchObject({ status: 413 })
    const fileIds = Array.from({ length: 20 }, (_, i) => i + 1)
    expect(await app.refusal(evaluateAdd, { ...review, fileIds }, { as: customer })).toMatchObject({ error: 'invalid' })
  })

  it('[T-40] of another person, of another purpose or of another evaluation are refused, and nothing is written', async () => {
    const { customer, review } = await delivered()
    const other = await delivered()
    const theirs = await upload(other.customer)
    const voucher = await app.call(
      fileUpload,
      { purpose: 'voucher' },
      { as: customer, file: { name: '图.png', content: png() } },
    )
    for (const id of [theirs.id, voucher.id])
      expect(await app.refusal(evaluateAdd, { ...review, fileIds: [id] }, { as: customer })).toMatchObject({
        status: 404,
      })
    const own = await upload(customer)
    expect(await app.refusal(evaluateAdd, { ...review, fileIds: [own.id, theirs.id] }, { as: customer })).toMatchObject(
      { status: 404 },
    )
    expect(
      await app.db.rows(sql`
        select attached_to from files where id = any(${[own.id, theirs.id]}::bigint[])
        union all select order_no from reviews where order_no = ${review.orderNo}`),
    ).toEqual([{ attachedTo: null }, { attachedTo: null }])
    await app.call(evaluateAdd, { ...review, fileIds: [own.id] }, { as: customer })
  })

  it('[T-40] are read by the customer and by editor and manager; visitors see an encoded copy while they are published', async () => {
    const { customer, review, rid } = await delivered()
    const { id: fileId } = await upload(customer)
    const { id } = await app.call(evaluateAdd, { ...review, fileIds: [fileId] }, { as: customer })
    await app.call(fileLink, { id: fileId }, { as: customer })
    expect(await app.refusal(fileLink, { id: fileId }, { as: await app.customer(0) })).toMatchObject({ status: 404 })
    for (const role of ['editor', 'manager'] as const)
      await app.call(staffFileLink, { id: fileId }, { as: await app.staff(role) })
    for (const role of ['lab', 'finance', 'logistics'] as const)
      expect((await app.send(staffFileLink, { id: fileId }, { as: await app.staff(role) })).body.code).toBe(0)
    expect((await app.call(deviceReviews, { rid })).list).toEqual([])
    await app.call(staffReviewPublish, { id, version: await versionOf(id) }, { as: editor })
    await app.drain()
    const [shown] = (await app.call(deviceReviews, { rid })).list
    expect(shown?.images).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toContain('图谱')
    await app.call(staffReviewHide, { id, version: await versionOf(id), reason: '图片含有他人信息' }, { as: editor })
    expect((await app.call(deviceReviews, { rid })).list).toEqual([])
  }, 30_000)

  it('are deleted with the account, while the evaluation stays without a name', async () => {
    const { customer, review } = await delivered()
    const { id: fileId } = await upload(customer)
    const { id } = await app.call(evaluateAdd, { ...review, fileIds: [fileId] }, { as: customer })
    const now = app.clock.now()
    for (const { clear } of heldData) await clear?.(app.db, { customerId: customer.id, phone: customer.phone, now })
    expect(await app.db.one(sql`select shown_name, file_ids from reviews where id = ${id}`)).toEqual({
      shownName: '客户',
      fileIds: [],
    })
    app.clock.advance({ hours: orphanHours + 1 })
    await sweepFiles(app.system)
    expect(await app.db.rows(sql`select id from files where id = ${fileId}`)).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heldData } from '../../../app/held-data.ts'
import { pointScene } from '../../../app/testing/scenes/point-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { carryOutClosing } from '../../../workspace/privacy/close-actions.ts'
import { fileLink, fileUpload, staffFileLink } from '../../../core/files/contract.ts'
import { sweepFiles } from '../../../core/files/sweep-actions.ts'
import { orphanHours } from '../../../core/files/rules.ts'
import { setClosing } from '../../../people/customers/closing-actions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { integrationApply, integrationClaims } from '../contract.ts'
import { staffClaimList } from '../list-contract.ts'

// The page of a paper that a customer uploads for points: theirs and the checking staff's, and not kept after the account.

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
const MB = 1024 * 1024

let app: TestApp
let editor: TestPerson
let author: TestPerson
let stranger: TestPerson
beforeAll(async () => {
  app = await testApp()
  editor = (await pointScene(app)).editor
  author = await app.customer(0)
  stranger = await app.customer(0)
})
afterAll(() => app.close())

let papers = 0
const paper = (changes: object = {}) => ({
  doi: `10.1016/j.files.2026.${++papers}`,
  title: '钙钛矿薄膜的表征',
  journal: 'Applied Surface Science',
  publishedOn: '2026-02-01',
  project: 'X 射线光电子能谱',
  company: '江南大学',
  words: '感谢明析科测提供的 XPS 测试。',
  consent: false,
  ...changes,
})

const upload = async (as: TestPerson, content: Buffer | string = PDF, name = '论文.pdf') =>
  app.call(fileUpload, { purpose: 'paper' }, { as, file: { name, content } })
const refusedUpload = (content: Buffer | string, name = '论文.pdf') =>
  app.refusal(fileUpload, { purpose: 'paper' }, { as: author, file: { name, content } })
const claims = async () => (await app.db.one<{ n: number }>(sql`select count(*) as n from point_claims`)).n

describe('the page of a paper', () => {
  it('[T-49] is refused when it is not a picture or PDF, whatever its name, or too large', async () => {
    for (const content of ['<script>alert(1)</script>', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'MZ\x90\x00'])
      expect(await refusedUpload(content)).toMatchObject({
        status: 415,
        error: 'wrongType',
        msg: '论文页面只支持图片或PDF',
      })
    expect(await refusedUpload(Buffer.concat([PDF, Buffer.alloc(20 * MB)]))).toMatchObject({ status: 413 })
  })

  it('[T-40] of another person, of another purpose or of another claim is refused, and no claim is written', async () => {
    const before = await claims()
    const theirs = await upload(stranger)
    const voucher = await app.call(
      fileUpload,
      { purpose: 'voucher' },
      { as: author, file: { name: '凭证.pdf', content: PDF } },
    )
    for (const fileId of [theirs.id, voucher.id, 999_999])
      expect(await app.refusal(integrationApply, paper({ fileId }), { as: author })).toMatchObject({
        status: 404,
        error: 'notFound',
      })
    expect(await claims()).toBe(before)
    const own = await upload(author)
    await app.call(integrationApply, paper({ fileId: own.id }), { as: author })
    expect(await app.refusal(integrationApply, paper({ fileId: own.id }), { as: author })).toMatchObject({
      error: 'fileAttached',
    })
    expect(await claims()).toBe(before + 1)
    expect((await app.refusal(integrationApply, paper(), { as: author })).error).toBe('evidenceNeeded')
  })

  it('[T-40] is read by its owner and by editor and manager, not by other customers and roles', async () => {
    const { id } = await upload(author)
    await app.call(integrationApply, paper({ fileId: id }), { as: author })
    const { list } = await app.call(staffClaimList, {}, { as: editor })
    expect(list.map(({ fileId }) => fileId)).toContain(id)
    await app.call(fileLink, { id }, { as: author })
    expect(await app.refusal(fileLink, { id }, { as: stranger })).toMatchObject({ status: 404 })
    for (const role of ['editor', 'manager'] as const)
      await app.call(staffFileLink, { id }, { as: await app.staff(role) })
    for (const role of ['lab', 'logistics', 'finance', 'reviewer'] as const)
      expect((await app.send(staffFileLink, { id }, { as: await app.staff(role) })).body.code).toBe(0)
  })

  it('is deleted with the account, while the claim stays as proof of its points', async () => {
    const leaver = await app.customer(0)
    const { id } = await upload(leaver)
    await app.call(integrationApply, paper({ fileId: id }), { as: leaver })
    expect((await app.call(integrationClaims, {}, { as: leaver })).total).toBe(1)
    const now = app.clock.now()
    await setClosing(app.system, leaver.id, now)
    await carryOutClosing(app.system, heldData, { customerId: leaver.id, at: now.toISOString() })
    expect(await app.db.rows(sql`select file_id from point_claims where customer_id = ${leaver.id}`)).toEqual([
      { fileId: null },
    ])
    app.clock.advance({ hours: orphanHours + 1 })
    await sweepFiles(app.system)
    expect(await app.db.rows(sql`select id from files where id = ${id}`)).toEqual([])
  })
})

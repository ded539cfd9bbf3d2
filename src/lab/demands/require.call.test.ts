import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffDemandDetail } from './contract.ts'
import { staffDemandList } from './list-contract.ts'
import { requirementSend } from './require-contract.ts'
import { requireLimits } from './rules.ts'

let app: TestApp
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  manager = await app.staff('manager')
})
afterAll(() => app.close())

const wish = { name: '王老师', phone: '+86 138 0000 1111', body: '钢基体涂层，想知道附着力\n划格与拉拔都可以' }
let phones = 13_900_000_000
const fresh = () => ({ ...wish, phone: String(phones++) })

async function post(fields: Record<string, string>, files: File[] = [], ip = '10.1.1.1') {
  const form = new FormData()
  for (const [name, value] of Object.entries({ idempotencyKey: crypto.randomUUID(), ...fields }))
    form.append(name, value)
  for (const file of files) form.append('files', file)
  const request = new Request('http://x/', { method: 'POST', body: form })
  const response = await app.server.inject({
    method: 'POST',
    url: requirementSend.path,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
    remoteAddress: ip,
  })
  return { status: response.statusCode, ...response.json() }
}
const storedFiles = async () => (await app.db.one<{ n: number }>(sql`select count(*) as n from files`)).n

describe('a requirement of a visitor', () => {
  it('[N-01] gets a receipt number and appears in the list of staff, with its files', async () => {
    const file = new File(['%PDF-1.4 drawing'], '../图纸<1>.pdf', { type: 'application/pdf' })
    const { code, data } = await post({ ...wish, company: '某材料公司', idempotencyKey: 'a'.repeat(16) }, [
      file,
      new File(['second'], 'b.txt'),
    ])
    expect(code).toBe(1)
    expect(data.receiptNo).toMatch(/^XQ\d{11,}$/)
    const { list } = await app.call(staffDemandList, { tab: 'all', filters: { kind: ['visitor'] } }, { as: manager })
    expect(list[0]).toMatchObject({
      receiptNo: data.receiptNo,
      contactName: '王老师',
      contactPhone: '138****1111',
      title: '钢基体涂层，想知道附着力',
      body: wish.body,
      company: '某材料公司',
      stage: 'open',
    })
    expect(list[0]?.files.map((each) => each.name)).toEqual(['图纸_1_.pdf', 'b.txt'])
    const detail = await app.call(staffDemandDetail, { id: list[0]?.id ?? 0 }, { as: manager })
    expect(detail.dueAt).not.toBeNull()
    expect([detail.contactPhone, detail.personalNotice]).toEqual(['13800001111', ''])
    const again = await post({ ...wish, company: '某材料公司', idempotencyKey: 'a'.repeat(16) }, [
      file,
      new File(['second'], 'b.txt'),
    ])
    expect(again.data).toEqual(data)
  })

  it('can be sent as JSON, and an empty file field is no file', async () => {
    expect(await app.call(requirementSend, fresh())).toMatchObject({ receiptNo: expect.stringMatching(/^XQ/) })
    expect((await post(fresh(), [new File([], '')])).code).toBe(1)
  })

  it('is refused with an error per field in Chinese, and its files are not kept', async () => {
    const before = await storedFiles()
    const answer = await post({ name: ' ', phone: '123', body: '' }, [new File(['x'], 'x.txt')])
    expect(answer).toMatchObject({
      code: 0,
      error: 'invalid',
      fields: { name: '请填写称呼', phone: '手机号格式不正确', body: '请填写需求说明' },
    })
    expect(await post({ ...fresh(), admin: '1' })).toMatchObject({ error: 'invalid' })
    const many = Array.from({ length: requireLimits.files + 1 }, (_, i) => new File(['x'], `${i}.txt`))
    expect(await post(fresh(), many)).toMatchObject({ code: 0, msg: `附件最多${requireLimits.files}个` })
    const large = new File([new Uint8Array(requireLimits.fileBytes + 1)], 'large.bin')
    expect(await post(fresh(), [large])).toMatchObject({ code: 0, error: 'tooLarge' })
    expect(await storedFiles()).toBe(before)
  })

  it('is limited per hour for one phone number and for one IP address', async () => {
    const phone = '13700000001'
    for (let i = 0; i < requireLimits.perPhone; i++)
      expect((await post({ ...wish, phone }, [], `10.2.0.${i}`)).code).toBe(1)
    expect(await post({ ...wish, phone }, [], '10.2.0.99')).toMatchObject({ status: 429, error: 'tooManyRequirements' })
    for (let i = 0; i < requireLimits.perAddress; i++) await post(fresh(), [], '10.3.0.1')
    expect(await post(fresh(), [], '10.3.0.1')).toMatchObject({ status: 429 })
    expect((await post(fresh(), [], '10.3.0.2')).code).toBe(1)
    app.clock.advance({ hours: 1 })
    expect((await post({ ...wish, phone }, [], '10.3.0.1')).code).toBe(1)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { code4sms, sign } from '../../people/sign-in/contract.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { orderDetail } from '../../lab/orders/contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { seedSettings } from '../../../demo/settings.ts'
import { webAgreement } from './agreement-contract.ts'
import { firstAgreementVersion } from './agreement-rules.ts'
import {
  contentItem,
  contentPublish,
  contentSave,
  contentSchedule,
} from '../../shop/editing/revisions/revision-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let editor: TestPerson
let customer: TestPerson
beforeAll(async () => {
  app = await testApp()
  await seedSettings(app.system)
  scene = await orderScene(app)
  editor = await app.staff('editor')
  customer = await scene.buyer()
})
afterAll(() => app.close())

const [SERVICE, LICENSE] = [9, 6]
const as = () => ({ as: editor })
const service = (version = '') => app.call(webAgreement, { name: 'service', version })
const wordsOf = ({ texts }: Awaited<ReturnType<typeof service>>) => JSON.stringify(texts)

async function draft(id: number, body: string) {
  const { version, data } = await app.call(contentItem, { kind: 'page', id }, as())
  return app.call(contentSave, { kind: 'page', id, baseVersion: version, data: { ...data, body } }, as())
}
async function publish(id: number, body: string) {
  const saved = await draft(id, body)
  await app.call(contentPublish, { kind: 'page', id, version: saved.version }, as())
  return saved
}
async function order(agreementVersion: string) {
  const planId = await scene.plan(customer)
  return { ...scene.request([planId]), agreementVersion }
}
const add = (input: Awaited<ReturnType<typeof order>>) =>
  app.call(orderAdd, input, { as: customer, idempotencyKey: randomUUID() })

describe('[X-08] the agreement of orders is a text of the editors with versions', () => {
  it('begins with the first text and its version; orders store which version was accepted', async () => {
    const first = await service()
    expect(first).toMatchObject({ version: firstAgreementVersion, inForce: firstAgreementVersion })
    expect(first.texts[0]?.title).toBe('检测服务协议')
    expect(first.texts[0]?.sections.map(({ title }) => title)).toEqual([
      '一、服务内容',
      '二、样品要求',
      '三、费用与付款',
      '四、取消与修改',
      '五、数据交付与复测',
      '六、样品寄回与保存',
      '七、责任',
      '八、保密',
    ])
    const { orderNo } = await add(await order(firstAgreementVersion))
    expect(await app.call(orderDetail, { orderNo }, { as: customer })).toMatchObject({
      agreementVersion: firstAgreementVersion,
    })
  })

  it('a draft changes nothing; after publishing only the new version is accepted, and the old one can still be read', async () => {
    await draft(SERVICE, '<h2>一、新条款</h2><p>草稿里的话</p>')
    expect((await service()).version).toBe(firstAgreementVersion)
    expect(await app.call(webAgreement, { name: 'service', version: firstAgreementVersion })).toEqual(await service())
    await publish(SERVICE, '<h2>一、新条款</h2><p>第二版的话</p>')
    const second = await service()
    expect(second.version).toMatch(/^2026-03-02\.v\d+$/)
    expect(wordsOf(second)).toContain('第二版的话')

    const late = await order(firstAgreementVersion)
    expect(await app.refusal(orderAdd, late, { as: customer, idempotencyKey: randomUUID() })).toMatchObject({
      status: 409,
      error: 'agreementChanged',
      msg: '服务协议已更新，请重新阅读并同意',
    })
    const { orderNo } = await add({ ...late, agreementVersion: second.version })
    expect(await app.call(orderDetail, { orderNo }, { as: customer })).toMatchObject({
      agreementVersion: second.version,
    })

    await publish(SERVICE, '<h2>一、新条款</h2><p>第三版的话</p>')
    expect(wordsOf(await service())).toContain('第三版的话')
    expect(wordsOf(await service(second.version))).toContain('第二版的话')
    expect(await service(second.version)).toMatchObject({ inForce: (await service()).version })
    expect(wordsOf(await service(firstAgreementVersion))).toContain('放射性、爆炸性样品不予接收')
  })

  it('a scheduled text takes effect at its time', async () => {
    const before = (await service()).version
    const { version } = await draft(SERVICE, '<h2>一、新条款</h2><p>明天的话</p>')
    await app.call(contentSchedule, { kind: 'page', id: SERVICE, version, at: '2026-03-03 08:00' }, as())
    expect((await service()).version).toBe(before)
    app.clock.advance({ hours: 23 })
    editor = await app.staff('editor')
    customer = await scene.buyer()
    await app.drain()
    expect((await service()).version).toBe(`2026-03-03.v${version}`)
  })

  it('versions that were never in force are not found: drafts, other days, malformed labels', async () => {
    const { version } = await draft(SERVICE, '<h2>一</h2><p>nie veröffentlicht</p>')
    for (const label of [`2026-03-03.v${version}`, '2026-03-02.v99', '2020-01-01.v2', '2026-02', 'x', '../2026-01'])
      expect([label, (await app.refusal(webAgreement, { name: 'service', version: label })).status]).toEqual([
        label,
        404,
      ])
  })
})

describe('[L-04] what a new account agrees to', () => {
  const register = async (agreementVersion: string) => {
    const phone = `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
    await app.call(code4sms, { phone, useFor: 0 })
    const sent = (await app.outbox()).filter((message) => message.to === phone).at(-1)
    const code = /\d{6}/.exec(sent?.text ?? '')?.[0] ?? ''
    return { phone, code, password: 'a-good-password-9', agreementVersion }
  }

  it('covers both texts, each with its version; the consent stores them, and an older version is refused before the code is used up', async () => {
    const account = () => app.call(webAgreement, { name: 'account' })
    expect((await account()).version).toBe(firstAgreementVersion)
    const late = await register(firstAgreementVersion)
    await publish(LICENSE, '<h2>一、协议的范围</h2><p>新的用户协议</p>')
    const { version, texts } = await account()
    expect(version).toMatch(/^2026-03-03\.v\d+\/2026-11$/)
    expect(texts.map(({ title }) => title)).toEqual(['用户协议', '隐私政策'])
    expect(await app.refusal(sign, late)).toMatchObject({ status: 409, error: 'agreementChanged' })
    await app.call(sign, { ...late, agreementVersion: version })
    const consent = await app.db.row(sql`
      select document, version from consents join customers c on c.id = customer_id where c.phone = ${late.phone}`)
    expect(consent).toEqual({ document: 'agreement', version })
    expect(JSON.stringify(await app.call(webAgreement, { name: 'account', version }))).toContain('新的用户协议')
    expect(JSON.stringify(await app.call(webAgreement, { name: 'account', version: firstAgreementVersion }))).toContain(
      '本协议是您与',
    )
  })
})

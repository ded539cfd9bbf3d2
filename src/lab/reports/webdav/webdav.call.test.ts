import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { apiKeyAdd, apiKeyRevoke } from '../../../core/api-keys/contract.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { staffReportWithdraw } from '../contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
let customer: TestPerson
let key: { id: number; key: string }
let orderNo: string
let sampleNo: string
let month: string
const CURVE = '10 1\n20 5\n30 2\n'

beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
  customer = await scene.buyer(0)
  month = shanghaiDate(app.clock.now()).slice(0, 7)
  const order = await scene.testing(customer)
  await scene.record(order)
  sampleNo = order.sampleNos[0] ?? ''
  await scene.upload(order, `${sampleNo} a & b.xy`, CURVE)
  await scene.verify(order)
  await app.drain()
  orderNo = order.orderNo
  key = await app.call(apiKeyAdd, { name: '文件夹', scopes: ['reports.read'], lastDay: null }, { as: customer })
}, 120_000)
afterAll(() => app.close())

type Method = 'GET' | 'PROPFIND' | 'OPTIONS' | 'PUT' | 'DELETE'

const ask = (method: Method, path: string, headers: Record<string, string> = {}, password = key.key) =>
  app.server.inject({
    method: method as 'GET',
    url: path,
    headers: {
      authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`,
      depth: '1',
      ...headers,
    },
  })
const hrefs = (text: string) => [...text.matchAll(/<D:href>([^<]*)<\/D:href>/g)].map(([, href]) => href)

describe('[28.4] delivered data as a folder', () => {
  it('says that it is one, and asks for a key', async () => {
    const options = await ask('OPTIONS', '/webdav/')
    expect([options.statusCode, options.headers.dav]).toEqual([204, '1'])
    const without = await app.server.inject({ url: '/webdav' })
    expect([without.statusCode, without.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic /)])
    expect((await ask('GET', '/webdav', {}, 'mx_live_wrong')).statusCode).toBe(401)
    const { key: narrow } = await app.call(
      apiKeyAdd,
      { name: '进度', scopes: ['orders.read'], lastDay: null },
      { as: customer },
    )
    expect((await ask('PROPFIND', '/webdav', {}, narrow)).statusCode).toBe(401)
  })

  it('is walked from the month to the file, whose bytes are those that were delivered', async () => {
    const walk = async (path: string) => {
      const answer = await ask('PROPFIND', path)
      expect(answer.statusCode).toBe(207)
      return hrefs(answer.body)
    }
    expect(await walk('/webdav')).toEqual(['/webdav/', `/webdav/${month}/`])
    expect(await walk(`/webdav/${month}/`)).toContain(`/webdav/${month}/${orderNo}/`)
    const order = await walk(`/webdav/${month}/${orderNo}/`)
    expect(order.some((href) => decodeURIComponent(href ?? '').endsWith('/检测报告-第1版.pdf'))).toBe(true)
    const sample = await walk(`/webdav/${month}/${orderNo}/${sampleNo}/`)
    const file = sample.find((href) => decodeURIComponent(href ?? '').endsWith(' a & b.xy'))
    const bytes = await ask('GET', file ?? '')
    expect([bytes.statusCode, bytes.body]).toEqual([200, CURVE])
    const part = await ask('GET', file ?? '', { range: 'bytes=0-3' })
    expect([part.statusCode, part.body]).toEqual([206, '10 1'])
    expect(hrefs((await ask('PROPFIND', file ?? '', { depth: '0' })).body)).toEqual([file])
  })

  it('refuses the whole tree at once, and every change', async () => {
    expect((await ask('PROPFIND', '/webdav', { depth: 'infinity' })).statusCode).toBe(403)
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await ask(method, `/webdav/${month}/x`)
      expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, expect.stringContaining('GET')])
    }
  })

  it('shows nobody what is not theirs, and nothing at a made-up address', async () => {
    const other = await scene.buyer(0)
    const { key: theirs } = await app.call(
      apiKeyAdd,
      { name: '文件夹', scopes: ['reports.read'], lastDay: null },
      { as: other },
    )
    expect(hrefs((await ask('PROPFIND', '/webdav', {}, theirs)).body)).toEqual(['/webdav/'])
    for (const path of [
      `/webdav/${month}/${orderNo}`,
      `/webdav/${month}/${orderNo}/${sampleNo}/${sampleNo}%20a%20%26%20b.xy`,
    ])
      expect((await ask('PROPFIND', path, {}, theirs)).statusCode).toBe(404)
    for (const path of ['/webdav/2026-13', '/webdav/1999-01', `/webdav/${month}/${orderNo}/nothing`, '/webdav/a%5cb'])
      expect([path, (await ask('PROPFIND', path)).statusCode]).toEqual([path, 404])
  })

  it('loses what is withdrawn, and closes with the key', async () => {
    await app.call(staffReportWithdraw, { orderNo, reason: '曲线有误' }, { as: scene.staff.reviewer })
    const left = hrefs((await ask('PROPFIND', `/webdav/${month}/${orderNo}/`)).body).map((href) =>
      decodeURIComponent(href ?? ''),
    )
    expect(left.filter((href) => href.endsWith('.xy'))).toEqual([])
    await app.call(apiKeyRevoke, { id: key.id }, { as: customer })
    expect((await ask('GET', '/webdav')).statusCode).toBe(401)
  })
})

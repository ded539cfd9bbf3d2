import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lists } from '../../app/indexes.ts'
import { invoiceScene } from '../../app/testing/scenes/invoice-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { invoiceApplyRed } from '../../billing/invoices/contract.ts'
import { invoiceIndex, staffInvoiceList } from '../../billing/invoices/list-contract.ts'
import { raiseAlarm } from '../../core/safety/actions.ts'
import { writeFaults } from '../../core/faults/write-actions.ts'
import { staffFaultList } from '../../core/faults/list-contract.ts'
import { staffDeadJobs } from '../../core/upkeep/list-contract.ts'
import { queryOfAddress } from '../../platform/contract/index-address.ts'
import { sql } from '../../platform/db/sql.ts'
import { inboxRead } from './contract.ts'
import { works } from './work-rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof invoiceScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await invoiceScene(app)
})
afterAll(() => app.close())

/** The list that the row of the inbox opens. */
async function listOf(key: string) {
  const work = works.find((each) => each.key === key) ?? expect.fail(key)
  const address = new URL(work.to, 'https://lab.example')
  expect(address.pathname).toBe('/console/invoices')
  const { tab, filters } = queryOfAddress(invoiceIndex, address.searchParams)
  const query = { tab: tab as keyof typeof invoiceIndex.tabs, filters }
  return { query, page: await app.call(staffInvoiceList, query, { as: scene.finance }) }
}

describe('invoices in the inbox', () => {
  it('each row counts what waits in the database, and its link opens a list of exactly these', async () => {
    const as = await scene.buyer(0)
    const { orderNo } = await scene.paid(as, 50_000)
    const { id: titleId } = await scene.title(as)
    const apply = () => scene.apply(as, titleId, [{ orderNo, amountFen: 5_000 }])
    const made = []
    for (let i = 0; i < 7; i++) made.push((await apply()).applicationNo)
    const [, , , byPerson = '', alsoByPerson = '', asked = '', byProvider = ''] = made
    for (const no of [byPerson, alsoByPerson]) await scene.approve(no)
    await scene.issue(asked)
    await app.call(invoiceApplyRed, { applicationNo: asked, reason: '03', note: '' }, { as })
    // One that the platform issues is nobody's work.
    await scene.approve(byProvider)
    await app.db.run(sql`update invoice_applications set way = 'nuonuo' where application_no = ${byProvider}`)

    const { elsewhere } = await app.call(inboxRead, {}, { as: scene.finance })
    const countOf = (key: string) => elsewhere.find((work) => work.key === key)?.count
    const waiting = await app.db.rows<{ stage: string; count: number }>(sql`
      select stage, count(*) as count from invoice_applications where way = 'manual' group by stage order by stage`)
    expect(waiting).toEqual([
      { stage: 'issuing', count: 2 },
      { stage: 'pending', count: 3 },
      { stage: 'reddening', count: 1 },
    ])
    expect(['invoices', 'issuing', 'reddening'].map(countOf)).toEqual([3, 2, 1])
    for (const [key, nos] of Object.entries({
      invoices: made.slice(0, 3),
      issuing: [byPerson, alsoByPerson],
      reddening: [asked],
    })) {
      const { page } = await listOf(key)
      expect(page.total, key).toBe(nos.length)
      expect(page.list.map(({ applicationNo }) => applicationNo).sort(), key).toEqual([...nos].sort())
    }
  })
})

describe('the work of administrators in the inbox', () => {
  it('[Q-88] counts alarms and errors that nobody has dealt with and jobs that gave up, with the lists that the rows open', async () => {
    const admin = await app.staff('admin')
    const counts = async () => {
      const { elsewhere } = await app.call(inboxRead, {}, { as: admin })
      return Object.fromEntries(elsewhere.map(({ key, count }) => [key, count]))
    }
    const before = await counts()
    expect(before).toMatchObject({ alarms: 0, faults: 0, jobs: 0 })
    app.services.faults.note(new RangeError('out of range'), 'call failed')
    await writeFaults(app.services)
    const now = app.clock.now()
    await app.db.run(sql`
      insert into jobs (kind, name, payload, state, run_at, created_at) values ('job', 'test.gave-up', '{}'::jsonb, 'dead', ${now}, ${now})`)
    await raiseAlarm(app.system, { kind: 'system', occasion: 'test', text: '测试告警' })
    // A fault seen for the first time raises an alarm too.
    expect(await counts()).toMatchObject({ alarms: 2, faults: 1, jobs: 1 })
    expect((await app.call(staffFaultList, { tab: 'open' }, { as: admin })).total).toBe(1)
    expect((await app.call(staffDeadJobs, {}, { as: admin })).total).toBe(1)
  })

  it('every row opens a list that the console has, with a tab of it', () => {
    for (const { index, to } of works) {
      const found = lists.find(({ index: each }) => each.name === index) ?? expect.fail(index)
      const tab = new URL(to, 'https://lab.example').searchParams.get('tab')
      expect([to, tab === null || tab in found.index.tabs]).toEqual([to, true])
    }
  })
})

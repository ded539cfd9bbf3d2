import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { missingIgnore, missingList, redirectAdd, redirectPaste } from './contract.ts'
import { noteMissing } from './missing-actions.ts'
import { KEPT_MISSING, MOST_MISSING } from './missing-rules.ts'

let app: TestApp
let editor: TestPerson
beforeAll(async () => {
  app = await testApp()
  editor = await app.staff('editor')
})
afterAll(() => app.close())

const visit = (address: string, times = 1, accept = 'text/html,*/*') =>
  Promise.all(
    Array.from({ length: times }, () => noteMissing(app.system, { address, userAgent: 'Mozilla/5.0 Chrome', accept })),
  )
const listed = async (tab: 'often' | 'all' = 'often') =>
  (await app.call(missingList, { tab }, { as: editor })).list.map(({ path, hits }) => [path, hits])
const idOf = async (path: string) =>
  (await app.call(missingList, { tab: 'all', kw: path }, { as: editor })).list[0]?.id ?? 0

describe('[E-06] addresses without a page', () => {
  it('are counted by path and listed when they are asked for often', async () => {
    await visit('/product/xrd.html?from=1', 3)
    await visit('/product/sem.html')
    await visit('/logo', 5, 'image/*')
    expect(await listed()).toEqual([['/product/xrd.html', 3]])
    expect(await listed('all')).toEqual([
      ['/product/xrd.html', 3],
      ['/product/sem.html', 1],
    ])
  })

  it('leave the list when they lead somewhere, or when somebody ignores them', async () => {
    await app.call(redirectAdd, { from: '/product/xrd.html', to: '/project/1' }, { as: editor })
    await app.call(redirectPaste, { text: '/product/sem.html /project/2' }, { as: editor })
    expect(await listed('all')).toEqual([])
    await visit('/wrong', 4)
    const id = await idOf('/wrong')
    await app.call(missingIgnore, { id }, { as: editor })
    await visit('/wrong', 4)
    expect(await listed('all')).toEqual([])
    expect(await app.refusal(missingIgnore, { id }, { as: editor })).toMatchObject({ status: 404 })
    const [entry] = await app.db.rows(sql`select after from audit_log where action = 'redirect.ignore'`)
    expect(entry).toEqual({ after: { path: '/wrong' } })
  })

  it('are a bounded number, and those nobody asks for any more are dropped', async () => {
    const count = async () => (await app.db.one<{ n: number }>(sql`select count(*) as n from missing_addresses`)).n
    await app.db.run(sql`
      insert into missing_addresses (path, hits, first_asked_at, last_asked_at)
      select '/n' || n, n, ${app.clock.now()}::timestamptz, ${app.clock.now()}::timestamptz from generate_series(1, ${MOST_MISSING}::int) n`)
    const full = await count()
    await visit('/one-more')
    await visit('/n7')
    expect(await count()).toBe(full)
    expect(await idOf('/one-more')).toBe(0)
    await app.queueDue()
    app.clock.advance({ hours: 25 })
    await app.queueDue()
    await app.drain()
    expect(await count()).toBe(KEPT_MISSING)
    app.clock.advance({ days: 91 })
    await app.queueDue()
    await app.drain()
    expect(await count()).toBe(0)
  })

  it('are for editors and administrators', async () => {
    for (const role of ['manager', 'lab', 'finance'] as const) {
      const person = await app.staff(role)
      expect(await app.refusal(missingList, {}, { as: person })).toMatchObject({ status: 403 })
      expect(await app.refusal(missingIgnore, { id: 1 }, { as: person })).toMatchObject({ status: 403 })
    }
  })
})

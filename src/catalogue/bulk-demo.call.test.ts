import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../app/testing/test-app.ts'
import { sql } from '../platform/db/sql.ts'
import { fillProjects } from './bulk-demo.ts'
import { deviceDetail, deviceSearch } from './contract.ts'
import { demoProjects } from './demo/projects.ts'
import { seedCatalogue } from './demo.ts'
import { refreshScores, reviseProject } from './publish-actions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  await fillProjects(app.db, 2000, app.clock.now())
}, 120_000)
afterAll(() => app.close())

it('makes projects that are found, listed and shown like any other', async () => {
  expect((await app.call(deviceSearch, {})).total).toBe(2000 + demoProjects.length)
  const found = await app.call(deviceSearch, { kw: '石墨烯 xrd' })
  expect(found.total).toBeGreaterThan(0)
  expect(found.list.every((item) => item.name.includes('石墨烯') && item.name.includes('XRD'))).toBe(true)
  expect((await app.call(deviceDetail, { rid: found.list[0]?.rid ?? 0 })).form.fields.length).toBeGreaterThan(2)
})

it('orders by count, finds long names and pinyin, and counts to a thousand', async () => {
  const counts = (await app.call(deviceSearch, { kw: '分析', size: 100 })).list.map((item) => item.order)
  expect(counts).toEqual(counts.toSorted((left, right) => right - left))
  expect((await app.call(deviceSearch, { kw: '金属有机框架' })).total).toBeGreaterThan(0)
  expect((await app.call(deviceSearch, { kw: 'jinshuyouji' })).total).toBe(
    (await app.call(deviceSearch, { kw: '金属有机框架' })).total,
  )
  expect(await app.call(deviceSearch, { kw: '薄 常' })).toMatchObject({ totalIsCapped: false })
  expect(await app.call(deviceSearch, { kw: '常规分析', typeId: 1 })).toMatchObject({
    total: 1000,
    totalIsCapped: true,
  })
})

it('keeps every counter in step with its postings through revisions and new scores', async () => {
  const [first, second] = (await app.call(deviceSearch, { kw: '橡胶' })).list
  await reviseProject(app.system, first?.rid ?? 0, { rule: { kind: 'quote' } })
  await app.db.run(sql`update projects set order_count = order_count + 7 where id = ${second?.rid ?? 0}`)
  expect(await refreshScores(app.system)).toBe(1)
  const wrong = await app.db.rows(sql`
    select 1 from (select gram, count(*) as n from search_postings group by gram) p
    full join search_grams g on g.gram = p.gram where coalesce(p.n, 0) <> coalesce(g.projects, 0)`)
  expect(wrong).toEqual([])
  const lists = await app.db.rows(sql`
    select 1 from (select scope, count(*) as n from listings group by scope) l
    full join listing_scopes s on s.scope = l.scope where coalesce(l.n, 0) <> coalesce(s.projects, 0)`)
  expect(lists).toEqual([])
})

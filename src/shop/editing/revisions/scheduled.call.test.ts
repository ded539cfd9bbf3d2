import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { seedCatalogue } from '../../../../demo/catalogue/seed.ts'
import { bellList } from '../../../core/staff-notices/contract.ts'
import { openSession } from '../../../platform/auth/sessions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { addHours, shanghaiTime } from '../../../platform/time.ts'
import { contentArchive, contentItem, contentPublish, contentSave, contentSchedule } from './revision-contract.ts'

let app: TestApp
let author: TestPerson
let scheduler: TestPerson
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  author = await app.staff('editor')
  scheduler = await app.staff('editor')
})
afterAll(() => app.close())

const bell = async (who: TestPerson) =>
  (await app.call(bellList, {}, { as: who })).list.map(({ kind, title, path }) => ({ kind, title, path }))

/** A banner that links to a project, saved by one editor and scheduled by another an hour ahead. */
async function scheduled(title: string, rid: number) {
  const data = { title, description: '', img: '', figure: null, redirect: String(rid) }
  const { id, version } = await app.call(contentSave, { kind: 'banner', baseVersion: 0, data }, { as: author })
  const at = shanghaiTime(addHours(app.clock.now(), 1)).slice(0, 16)
  await app.call(contentSchedule, { kind: 'banner', id, version, at }, { as: scheduler })
  return id
}

async function whenDue() {
  app.clock.advance({ hours: 1 })
  await app.drain()
  // Moving the clock ends sessions.
  for (const person of [author, scheduler]) person.token = (await openSession(app.system, 'staff', person.id)).token
}

it('[Q-366] a scheduled version that cannot be published at its time is a draft again, and who scheduled it is told why', async () => {
  const { rid } = await app.db.one<{ rid: number }>(sql`select min(id) as rid from projects where published`)
  const shown = await scheduled('按时', rid)
  await whenDue()
  // The project goes off sale between the choice of the time and the time.
  const late = await scheduled('迟了', rid)
  await app.call(contentArchive, { kind: 'project', id: rid }, { as: author })
  await whenDue()
  expect(await app.call(contentItem, { kind: 'banner', id: late }, { as: author })).toMatchObject({
    state: 'draft',
    publishAt: null,
    published: false,
  })
  expect(await bell(scheduler)).toEqual([
    {
      kind: 'publish',
      title: '没有按时发布：轮播图「迟了」第 1 版，已退回草稿。没有这个编号的在售项目，请核对跳转',
      path: `/console/content/banner/${late}`,
    },
    { kind: 'publish', title: '已按时发布：轮播图「按时」第 1 版', path: `/console/content/banner/${shown}` },
  ])
  expect(await bell(author)).toEqual([])
  expect((await app.refusal(contentPublish, { kind: 'banner', id: late, version: 1 }, { as: author })).error).toBe(
    'projectNotOnSale',
  )
})

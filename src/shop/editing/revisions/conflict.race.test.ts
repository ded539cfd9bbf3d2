import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedCatalogue } from '../../../../demo/catalogue/seed.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { contentItem, contentItemList, contentSave } from './revision-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
})
afterAll(() => app.close())

it('[F-07] [E-02] of two people who save one project at once, one is told, and both texts are kept', async () => {
  const [one, other] = [await app.staff('editor'), await app.staff('editor')]
  const { list } = await app.call(contentItemList, { kind: 'project' }, { as: one })
  const of = { kind: 'project' as const, id: list[0]?.id ?? 0 }
  const { version, data } = await app.call(contentItem, of, { as: one })
  const save = (person: typeof one, sketch: string) =>
    app.send(contentSave, { ...of, baseVersion: version, data: { ...data, sketch }, note: '' }, { as: person })
  const answers = await Promise.all([save(one, '第一人的简介'), save(other, '第二人的简介')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const rows = await app.db.rows<{ sketch: string; state: string }>(
    sql`select data ->> 'sketch' as sketch, state from content_revisions where kind = 'project' and item_id = ${of.id} and version > ${version}`,
  )
  const [lost] = answers.flatMap(({ status }, at) => (status === 409 ? [['第一人的简介', '第二人的简介'][at]] : []))
  expect(rows).toEqual([{ sketch: lost === '第一人的简介' ? '第二人的简介' : '第一人的简介', state: 'draft' }])
  // The one who was refused saves on what the other wrote; the other text stays in the history.
  const again = await app.send(
    contentSave,
    { ...of, baseVersion: version + 1, data: { ...data, sketch: lost }, note: '' },
    { as: lost === '第一人的简介' ? one : other },
  )
  expect(again.status).toBe(200)
  const kept = await app.db.rows<{ state: string }>(
    sql`select state from content_revisions where kind = 'project' and item_id = ${of.id} and version > ${version} order by version`,
  )
  expect(kept.map(({ state }) => state)).toEqual(['superseded', 'draft'])
})

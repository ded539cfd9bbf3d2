import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { sql } from '../../platform/db/sql.ts'
import { inTx } from '../../platform/http/ctx.ts'
import { ridsBySlug } from './actions.ts'
import { projectsOnSale } from './project-documents.ts'

let app: TestApp
let rid: number
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  rid = [...(await ridsBySlug(app.system, ['sem'])).values()][0] as number
})
afterAll(() => app.close())

const read = async (ctx: Parameters<typeof projectsOnSale>[0] = app.system) => (await projectsOnSale(ctx, [rid]))[0]
const write = (note: string, db = app.system.db) =>
  db.run(sql`update projects set content = content || jsonb_build_object('note', ${note}::text) where id = ${rid}`)
const noteOf = (project: Awaited<ReturnType<typeof read>>) => (project?.content as { note?: string } | undefined)?.note

describe('projects on sale and their documents', () => {
  it('content, form and price rule are read once for a revision', async () => {
    const first = await read()
    const second = await read()
    expect(first?.form.fields.length).toBeGreaterThan(0)
    expect(second).toEqual(first)
    expect(second?.content).toBe((await read())?.content)
  })

  it('a change counts at once, although nobody purged anything', async () => {
    await read()
    await write('一')
    expect(noteOf(await read())).toBe('一')
    await app.system.db.run(
      sql`update price_rules set stage = 'retired' where project_id = ${rid} and stage = 'in_use'`,
    )
    expect(await read()).toBeUndefined()
    await app.system.db.run(sql`update price_rules set stage = 'in_use' where project_id = ${rid}`)
    expect(noteOf(await read())).toBe('一')
  })

  it('two previews in one transaction that is rolled back show their own texts and leave nothing', async () => {
    const seen: (string | undefined)[] = []
    const preview = inTx(app.system, async (inner) => {
      for (const note of ['二', '三']) {
        await write(note, inner.db)
        seen.push(noteOf(await read(inner)))
      }
      throw new Error('rolled back')
    })
    await expect(preview).rejects.toThrow('rolled back')
    expect(seen).toEqual(['二', '三'])
    expect(noteOf(await read())).toBe('一')
  })

  it('nobody can change what all requests share', async () => {
    const project = await read()
    expect(() => project?.form.fields.push(project.form.fields[0] as never)).toThrow(TypeError)
  })
})

import { tagsOf } from '../../platform/contract/call.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { identifier, sql } from '../../platform/db/sql.ts'
import { webIndex } from '../articles/contract.ts'
import { seedContent } from '../../../demo/content/seed.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  await seedContent(app.system)
})
afterAll(() => app.close())

/** Runs `work` while some tables cannot be read. */
async function without(tables: string[], work: () => Promise<void>): Promise<void> {
  const rename = async (from: string, to: string) =>
    app.db.run(sql`alter table ${identifier(from)} rename to ${identifier(to)}`)
  app.services.cache.purge(tagsOf(webIndex, {}) ?? [])
  for (const table of tables) await rename(table, `${table}_gone`)
  try {
    await work()
  } finally {
    for (const table of tables) await rename(`${table}_gone`, table)
  }
}

const shown = async () => {
  const { bannerArr, typeArr, prefectureNavBottomArr, hotItems, partnerArr } = await app.call(webIndex, {})
  return [bannerArr, typeArr, prefectureNavBottomArr, hotItems, partnerArr].map((block) => block.length > 0)
}
const whole = [true, true, true, true, true]

describe('[H-12] a block of the home page that cannot be read', () => {
  it('is left out while the others stay, and is read again for the next visitor', async () => {
    await without(['partners'], async () => expect(await shown()).toEqual([true, true, true, true, false]))
    expect(await shown()).toEqual(whole)
    await without(['home_picks'], async () => expect(await shown()).toEqual([true, false, false, false, true]))
    expect(await shown()).toEqual(whole)
  })

  it('[F-44] does not remove any other block of content', async () => {
    const contents = async () => {
      const { bannerArr, serviceCaseArr, thanksArr, partnerArr } = await app.call(webIndex, {})
      return [bannerArr, serviceCaseArr, thanksArr, partnerArr].map((block) => block.length > 0)
    }
    const tables = ['banners', 'cases', 'acknowledgements', 'partners']
    for (const [index, table] of tables.entries())
      await without([table], async () => expect(await contents()).toEqual(tables.map((_, i) => i !== index)))
  })

  it('fails the request when no block can be read: an empty page would look like a closed laboratory', async () => {
    await without(['banners', 'cases', 'acknowledgements', 'partners', 'home_picks'], async () => {
      const refused = await app.refusal(webIndex, {})
      expect([refused.status, refused.msg]).toEqual([500, expect.stringMatching(/[一-鿿]/)])
    })
    expect(await shown()).toEqual(whole)
  })
})

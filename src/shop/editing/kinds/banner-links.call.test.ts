import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedCatalogue } from '../../../../demo/catalogue/seed.ts'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { webIndex } from '../../articles/contract.ts'
import { bannerTarget } from '../../articles/rules.ts'
import { contentPublish, contentSave } from '../revisions/revision-contract.ts'

let app: TestApp
let editor: TestPerson
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  editor = await app.staff('editor')
})
afterAll(() => app.close())

it('[Q-143] a banner may lead to a page of this site, and is not published with the number of a project that is not on sale', async () => {
  expect(bannerTarget('/contact')).toEqual({ kind: 'page', href: '/contact' })
  expect(bannerTarget('//evil.example')).toBeUndefined()
  const save = (redirect: string) => {
    const data = { title: '新轮播图', description: '', img: '', figure: null, redirect }
    return app.call(contentSave, { kind: 'banner', baseVersion: 0, data }, { as: editor })
  }
  for (const redirect of ['/contact', '１'])
    await app.call(contentPublish, { kind: 'banner', ...(await save(redirect)) }, { as: editor })
  const { bannerArr } = await app.call(webIndex, {})
  expect(bannerArr.map(({ redirect }) => redirect)).toEqual(['/contact', '1'])
  const unknown = await save('99999')
  expect(await app.refusal(contentPublish, { kind: 'banner', ...unknown }, { as: editor })).toMatchObject({
    fields: { 'data.redirect': '没有这个编号的在售项目，请核对跳转' },
  })
})

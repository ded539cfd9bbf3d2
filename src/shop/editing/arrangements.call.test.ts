import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { allShown, homeBlockLabels, type Placed } from '../../core/settings/arrangement-rules.ts'
import { serviceEntries } from '../../core/settings/service-menu-rules.ts'
import { setting } from '../../core/settings/contract.ts'
import { webIndex } from '../articles/contract.ts'
import { contentItem, contentPublish, contentSave } from './revisions/revision-contract.ts'

let app: TestApp
let editor: TestPerson
beforeAll(async () => {
  app = await testApp()
  editor = await app.staff('editor')
})
afterAll(() => app.close())

const save = async (kind: 'homeBlocks' | 'serviceMenu', parts: readonly Placed[]) => {
  const { version } = await app.call(contentItem, { kind, id: 1 }, { as: editor })
  const data = kind === 'homeBlocks' ? { blocks: parts } : { entries: parts }
  return { kind, id: 1, baseVersion: version, data }
}
const publish = async (kind: 'homeBlocks' | 'serviceMenu', parts: readonly Placed[]) => {
  const saved = await app.call(contentSave, await save(kind, parts), { as: editor })
  await app.call(contentPublish, { kind, id: 1, version: saved.version }, { as: editor })
}
const blocks = async () => (await app.call(webIndex, {})).blocks

describe('[E-03] blocks of the home page and entries of the header', () => {
  it('are shown in the published order without the hidden ones', async () => {
    const all = allShown(homeBlockLabels)
    expect(await blocks()).toEqual(all.map(({ name }) => name))
    const changed = all.toReversed().map((each) => ({ ...each, shown: each.name !== 'ticker' }))
    await app.call(contentSave, await save('homeBlocks', changed), { as: editor })
    expect(await blocks()).toEqual(all.map(({ name }) => name))
    await publish('homeBlocks', changed)
    expect(await blocks()).toEqual([
      'partners',
      'thanks',
      'cases',
      'hotProjects',
      'process',
      'hotArea',
      'categories',
      'banner',
    ])
  })

  it('the entries of the header are a public setting, which every page shows', async () => {
    const [sample, , analysis, all] = allShown(serviceEntries)
    await publish('serviceMenu', [all, analysis, { name: 'visit', shown: false }, sample] as Placed[])
    expect((await app.call(setting, {})).services.map(({ to }) => to)).toEqual(['/project', '/project/3', '/project/1'])
  })

  it('a part that is missing, doubled or unknown, and a page without any part, are refused', async () => {
    const all = allShown(homeBlockLabels)
    for (const wrong of [
      [],
      all.slice(1),
      [...all.slice(1), all[1]],
      [...all.slice(1), { name: 'pirate', shown: true }],
      all.map((each) => ({ ...each, shown: false })),
      all.map((each) => ({ ...each, shown: 'yes' })),
    ])
      expect(await app.refusal(contentSave, await save('homeBlocks', wrong as never), { as: editor })).toMatchObject({
        error: 'invalid',
      })
    const lab = await app.staff('lab')
    expect(await app.refusal(contentSave, await save('homeBlocks', all), { as: lab })).toMatchObject({ status: 403 })
  })
})

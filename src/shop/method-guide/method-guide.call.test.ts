import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { seedContent } from '../../../demo/content/seed.ts'
import { demoQuestions } from '../../../demo/content/questions.ts'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { deviceSearch } from '../catalogue/contract.ts'
import { contentArchive, contentPublish, contentSave } from '../editing/revisions/revision-contract.ts'
import { guideMethods, guideQuestions } from './contract.ts'

let app: TestApp
let editor: TestPerson
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  await seedContent(app.system)
  editor = await app.staff('editor')
})
afterAll(() => app.close())

describe('[28.8] from what a customer wants to know to the methods that answer it', () => {
  it('every question of the demo names methods that are on sale, each with what it needs and costs', async () => {
    const { list } = await app.call(guideQuestions, {})
    expect(list.length).toBe(demoQuestions.length)
    for (const [place, { id }] of list.entries()) {
      const { methods } = await app.call(guideMethods, { id })
      expect(methods.length).toBe(demoQuestions[place]?.methods.length)
      for (const { answers, project, requirements } of methods) {
        expect(answers).not.toBe('')
        expect(requirements.length).toBeGreaterThan(0)
        expect(['rated', 'quote']).toContain(project.rule.kind)
      }
    }
  })

  it('an editor writes a question in the console, in his order of methods; a project that is not on sale is left out', async () => {
    const { list } = await app.call(deviceSearch, { size: 2 })
    const [first, second] = list
    const method = (projectId: number) => ({ projectId, answers: '能', limits: '' })
    const data = {
      title: '样品是不是磁性的',
      topic: 'electrical',
      hint: '',
      methods: [method(second?.rid ?? 0), method(first?.rid ?? 0), method(999_999)],
    }
    const { id, version } = await app.call(contentSave, { kind: 'guideQuestion', baseVersion: 0, data }, { as: editor })
    expect((await app.call(guideQuestions, {})).list.some((question) => question.id === id)).toBe(false)
    await app.call(contentPublish, { kind: 'guideQuestion', id, version }, { as: editor })
    expect((await app.call(guideQuestions, {})).list.at(-1)).toMatchObject({ id, title: data.title })
    const { methods } = await app.call(guideMethods, { id })
    expect(methods.map(({ project }) => project.rid)).toEqual([second?.rid, first?.rid])
    await app.call(contentArchive, { kind: 'guideQuestion', id }, { as: editor })
    expect(await app.refusal(guideMethods, { id })).toMatchObject({ status: 404 })
  })
})

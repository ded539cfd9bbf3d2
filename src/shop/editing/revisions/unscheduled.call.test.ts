import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { addHours, shanghaiTime } from '../../../platform/time.ts'
import { contentPublish, contentRestore, contentSave, contentSchedule } from './revision-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('[Q-267] who saves or restores over a scheduled version is told that it is published no more', async () => {
  const as = { as: await app.staff('editor') }
  const data = (title: string) => ({ title, description: '', img: '', figure: null, redirect: 'https://example.com/' })
  const { id } = await app.call(contentSave, { kind: 'banner', baseVersion: 0, data: data('轮播图') }, as)
  const of = { kind: 'banner', id } as const
  await app.call(contentPublish, { ...of, version: 1 }, as)
  const save = (baseVersion: number, title: string) =>
    app.call(contentSave, { ...of, baseVersion, data: data(title) }, as)
  const schedule = (version: number) => app.call(contentSchedule, { ...of, version, at }, as)
  const at = shanghaiTime(addHours(app.clock.now(), 1)).slice(0, 16)
  expect(await save(1, '草稿')).toEqual({ id, version: 2 })
  await schedule(2)
  expect(await save(2, '改字')).toEqual({ id, version: 3, unscheduledAt: `${at}:00` })
  await schedule(3)
  expect(await app.call(contentRestore, { ...of, version: 1, baseVersion: 3 }, as)).toEqual({
    version: 4,
    unscheduledAt: `${at}:00`,
  })
})

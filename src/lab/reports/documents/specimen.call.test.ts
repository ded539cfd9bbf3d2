import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { readSettings } from '../../../core/settings/actions.ts'
import { plainTemplate } from '../../../core/settings/report-template-rules.ts'
import { specimenDocument } from './specimen-actions.ts'
import { reportSpecimen } from './specimen-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const template = {
  ...plainTemplate,
  ...{ words: ['拉曼'], standard: 'JY/T 0573—2020', values: ['峰位（cm⁻¹）'], note: '按标准校正' },
}
const terms = { labName: '材料检测中心', signatory: '郑工', templates: [template] }

it('[Q-243] whoever edits the settings sees a template of reports as it would be printed, before it is saved', async () => {
  const as = await app.staff('editor')
  const input = { terms, templateNo: 0, browserKey: randomUUID() }
  const { url } = await app.call(reportSpecimen, input, { as })
  const answer = await app.server.inject({ method: 'GET', url, headers: { token: as.token } })
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const document = await specimenDocument(app.system, terms, 0)
  expect(document.stamp).toBe('样张')
  for (const printed of [
    '材料检测中心',
    '郑工',
    '拉曼',
    'JY/T 0573—2020',
    '峰位',
    'cm⁻¹',
    '不确定度',
    '按标准校正',
    '曲线',
  ])
    expect(JSON.stringify(document)).toContain(printed)
  expect(JSON.stringify(document)).toContain('— 至 —')
  expect(JSON.stringify(await specimenDocument(app.system, terms, 1))).not.toContain('JY/T 0573')
  expect((await readSettings(app.system, ['reportTerms'])).reportTerms.labName).toBe('')

  expect((await app.refusal(reportSpecimen, input, { as: await app.staff('lab') })).status).toBe(403)
  const wordless = { ...terms, templates: [{ ...template, values: ['x'.repeat(41)] }] }
  expect(await app.refusal(reportSpecimen, { ...input, terms: wordless }, { as })).toMatchObject({ error: 'invalid' })
})

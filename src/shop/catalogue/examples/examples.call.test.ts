import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { deviceSearch } from '../contract.ts'
import { deviceDetail } from '../../site/contract.ts'
import { demoExamples } from '../../../../demo/catalogue/examples/examples.ts'
import { demoProjects } from '../../../../demo/catalogue/projects.ts'
import { seedCatalogue } from '../../../../demo/catalogue/seed.ts'
import { csvOf, type ExampleData, plotOf, PLOT_BOX } from './example-rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
})
afterAll(() => app.close())

const columnsOf = (data: ExampleData) =>
  csvOf(data)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))

describe('example data of results', () => {
  it('every method that measures a curve has an example, and it belongs to an existing result', () => {
    const curves =
      /xrd|xps|raman|ftir|tg-dsc|^dsc|uv-vis|bet|nmr|photo|gc-ms|hplc|gpc|ion-|particle|tensile|vsm|electro|epr|zeta/
    const wanted = demoProjects.filter(({ slug }) => curves.test(slug)).map(({ slug }) => slug)
    expect(wanted.length).toBeGreaterThanOrEqual(20)
    expect(wanted.filter((slug) => !demoExamples.some((example) => example.slug === slug))).toEqual([])
    // The data is computed, and the page must say so.
    for (const { data } of demoExamples) expect(data.note).toMatch(/^示意数据 · ./)
    for (const { slug, position } of demoExamples)
      expect(demoProjects.find((project) => project.slug === slug)?.content.results[position], slug).toBeDefined()
  })

  it.each(demoExamples.map((example) => [`${example.slug} ${example.position + 1}`, example.data] as const))(
    '%s is drawn inside its box, with ticks, units and marks, in few bytes',
    (_name, data) => {
      const plot = plotOf(data)
      expect(JSON.stringify(plot)).not.toMatch(/NaN|null|Infinity/)
      expect(JSON.stringify(plot).length).toBeLessThan(4200)
      expect(plot.x.ticks.length).toBeGreaterThanOrEqual(2)
      expect(plot.y.ticks.length).toBeGreaterThanOrEqual(2)
      for (const { at } of [...plot.x.ticks, ...plot.y.ticks]) expect(at >= -0.1 && at <= 100.1).toBe(true)
      expect(plot.marks.length).toBe(data.marks.length)
      expect(plot.labels.length).toBeGreaterThan(0)
      for (const { x, y } of plot.labels) expect(x >= 0 && x <= 100 && y >= 0 && y <= 100).toBe(true)
      for (const { d } of plot.curves) {
        const starts = [...d.matchAll(/M(-?\d+) (-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)])
        for (const [x = -1, y = -1] of starts)
          expect(x >= 0 && x <= PLOT_BOX.width && y >= 0 && y <= PLOT_BOX.height).toBe(true)
      }
    },
  )

  it('the strongest line of the data is at the position of its mark', () => {
    const xrd = demoExamples.find(({ slug }) => slug === 'xrd')?.data as ExampleData
    const [, ...rows] = columnsOf(xrd)
    const highest = rows.reduce((best, row) => (Number(row[1]) > Number(best[1]) ? row : best))
    expect(Math.abs(Number(highest[0]) - 31.7)).toBeLessThan(0.1)
  })

  it('the file has an x column and one column per curve, opens in a spreadsheet and names the units', async () => {
    const { list } = await app.call(deviceSearch, { kw: 'xrd' })
    const rid = list[0]?.rid ?? 0
    const { content } = await app.call(deviceDetail, { rid })
    expect(content.results[0]?.plot?.x.label).toBe('2θ / °')
    expect(content.results[1]?.plot).toBeUndefined()
    const answer = await app.server.inject(`/files/example/${rid}-0.csv`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(answer.headers['content-disposition']).toContain('attachment')
    expect(answer.body.split('\r\n')[0]).toBe('\uFEFF2θ / °,强度 / 计数')
    expect(answer.body.trim().split('\r\n')).toHaveLength(1602)
  })

  it('answers 404 for an unknown place, an unknown project, a project off sale and any other address', async () => {
    const { list } = await app.call(deviceSearch, { kw: 'raman' })
    const rid = list[0]?.rid ?? 0
    await app.system.db.run(sql`update projects set published = false where id = ${rid}`)
    for (const name of [`${rid}-0.csv`, '1-9.csv', '999999-0.csv', '1-0', '..%2f1-0.csv', '1-00.csv', 'x-0.csv'])
      expect([name, (await app.server.inject(`/files/example/${name}`)).statusCode]).toEqual([name, 404])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { Refusal } from '../../platform/contract/refusal.ts'
import { countOrders, priceProject, projectForOrder } from './actions.ts'
import { deviceNames, deviceSearch, typeGroup } from './contract.ts'
import { deviceDetail } from '../site/contract.ts'
import { demoProjects } from '../../../demo/catalogue/projects.ts'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { initialValues } from './forms/form-rules.ts'
import { refreshScores, reviseProject } from './publish-actions.ts'

let app: TestApp
let rids: Map<string, number>
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  const { list } = await app.call(deviceSearch, { size: 100 })
  rids = new Map(list.map((item) => [item.name, item.rid]))
})
afterAll(() => app.close())

function ridOf(name: string): number {
  const rid = [...rids].find(([known]) => known.includes(name))?.[1]
  if (rid === undefined) throw new Error(`no demo project ${name}`)
  return rid
}
const institute = { group: 'institute', sampleCount: 1, urgent: false } as const

describe('a project’s page', () => {
  it('[C-02] answers form, price rule, requirements, FAQ and related projects', async () => {
    for (const rid of rids.values()) {
      const detail = await app.call(deviceDetail, { rid })
      expect(detail.form.fields.length).toBeGreaterThan(2)
      expect(detail.content.requirements.map((item) => item.form)).toEqual([
        'powder',
        'block',
        'film',
        'liquid',
        'fibre',
      ])
      expect(detail.content.faq.length).toBeGreaterThanOrEqual(3)
      expect(detail.related.map((item) => item.rid)).not.toContain(rid)
    }
  })

  it('[N-13] answers 404 for an unknown id and refuses text that is no id', async () => {
    expect(await app.refusal(deviceDetail, { rid: 999_999 })).toMatchObject({ status: 404, error: 'notFound' })
    for (const rid of ['x', 0, -1, 1.5, '', 2 ** 60])
      expect(await app.refusal(deviceDetail, { rid })).toMatchObject({ status: 200, error: 'invalid' })
  })
})

describe('names of projects', () => {
  it('are answered for projects that are or were on sale, and refused for more than a hundred', async () => {
    const as = await app.customer(0)
    const [first = 0, second = 0, third = 0] = rids.values()
    await app.db.run(sql`update projects set published = false, retired_at = now() where id = ${second}`)
    await app.db.run(sql`update projects set published = false where id = ${third}`)
    const names = await app.call(deviceNames, { rids: [third, second, first, 999_999] }, { as })
    await app.db.run(sql`update projects set published = true, retired_at = null where id in (${second}, ${third})`)
    expect(names.map(({ rid }) => rid)).toEqual([first, second].toSorted((a, b) => a - b))
    expect(
      await app.refusal(deviceNames, { rids: Array.from({ length: 101 }, (_, i) => i + 1) }, { as }),
    ).toMatchObject({
      error: 'invalid',
    })
  })
})

describe('the tree of types', () => {
  it('[C-05] splits descriptions into tags and puts category 31 first', async () => {
    const tree = await app.call(typeGroup, {})
    expect(tree.map((type) => type.id)).toEqual([1, 2, 3])
    expect(tree[0]?.tags).toEqual(['寄样即测', '免费保留样品', '数据在线下载'])
    const ids = tree[0]?.children.map((category) => category.id) ?? []
    expect(ids).toEqual([31, ...ids.slice(1).toSorted((left, right) => left - right)])
    expect(tree[0]?.children[0]?.children.map((child) => child.name)).toEqual([
      '扫描电镜',
      '透射电镜',
      '原子力显微镜',
      '电子探针',
      'X 射线三维成像',
      '背散射衍射',
    ])
    expect(await app.call(typeGroup, { typeId: 2 })).toHaveLength(1)
    expect(await app.refusal(typeGroup, { typeId: 77 })).toMatchObject({ status: 404 })
  })
})

describe('pricing for plans and orders', () => {
  it('every demo form with its initial values has a price or needs a quote, and the lines add up to the total', async () => {
    for (const project of demoProjects) {
      const [found] = await projectForOrder(app.system, [ridOf(project.name)])
      expect(found).toMatchObject({ slug: project.slug, formVersion: 1, priceVersion: 1, typeId: project.typeId })
      expect(initialValues(project.form)).toBeTypeOf('object')
    }
  })

  it('prices XRD as its page does', async () => {
    const values = {
      mode: 'normal',
      from: 10,
      to: '80',
      speed: 's5',
      target: 'cu',
      analysis: ['phase'],
      elements: ['Na', 'Cl'],
    }
    const priced = await priceProject(app.system, { rid: ridOf('XRD'), values, ...institute, sampleCount: 3 })
    expect(priced.price).toMatchObject({ kind: 'priced', totalFen: 3 * (6000 + 10_000) })
    expect(priced.values).toMatchObject({ to: 80 })
  })

  it('refuses wrong parameters with a message per field, and unknown projects', async () => {
    const refusal = await priceProject(app.system, {
      rid: ridOf('XRD'),
      values: { mode: 'x', price: 1 },
      ...institute,
    }).catch((error) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal.data.fields).toMatchObject({
      'values.mode': '「测试模式」不在可选范围内',
      'values.price': '不支持的参数「price」',
    })
    await expect(projectForOrder(app.system, [999_999])).rejects.toMatchObject({ kind: { status: 404 } })
  })

  it('an order keeps the form version it was filled in with', async () => {
    const rid = ridOf('TEM')
    const [before] = await projectForOrder(app.system, [rid])
    if (!before) throw new Error('no project')
    await reviseProject(app.system, rid, {
      form: { fields: [...before.form.fields, { key: 'extra', label: '补充', kind: 'text', required: true }] },
    })
    const values = { billing: 'sample', modes: ['morphology'], preparation: 'ready' }
    expect((await priceProject(app.system, { rid, formVersion: 1, values, ...institute })).formVersion).toBe(1)
    await expect(priceProject(app.system, { rid, values, ...institute })).rejects.toMatchObject({
      message: '「补充」不能为空',
    })
    await expect(priceProject(app.system, { rid, formVersion: 9, values, ...institute })).rejects.toMatchObject({
      kind: { status: 409 },
    })
    expect((await app.call(deviceDetail, { rid })).formVersion).toBe(2)
  })
})

describe('order counts', () => {
  it('[H-06] are shown at once, and change the order of lists and searches ten minutes later', async () => {
    const rid = ridOf('扫描电镜（SEM）')
    await countOrders(app.system, [rid, rid, rid, rid])
    await countOrders(app.system, [rid])
    app.clock.advance({ minutes: 11 })
    await app.drain()
    expect(await refreshScores(app.system)).toBe(0)
    expect((await app.call(deviceSearch, { kw: '电镜' })).list[0]).toMatchObject({ rid, order: 5 })
    expect((await app.call(deviceSearch, {})).list[0]?.rid).toBe(rid)
    expect((await app.call(deviceSearch, { kw: 'sem' })).total).toBe(3)
  })

  it('seeding again changes nothing', async () => {
    const before = await app.call(deviceSearch, { size: 99 })
    await seedCatalogue(app.system)
    expect((await app.call(deviceSearch, { size: 98 })).total).toBe(before.total)
  })
})

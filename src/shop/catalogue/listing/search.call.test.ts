import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { deviceSearch, suggest } from '../contract.ts'
import { seedCatalogue } from '../../../../demo/catalogue/seed.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
})
afterAll(() => app.close())

async function names(kw: string, filter: Record<string, unknown> = {}) {
  const { list } = await app.call(deviceSearch, { kw, ...filter })
  return list.map((item) => item.name)
}
const xrdName = 'X 射线衍射（XRD）'

describe('searching the catalogue', () => {
  it.each([
    'xrd',
    'XRD',
    'ＸＲＤ',
    '衍射',
    '衍',
    '射线衍射',
    'X射线衍射',
    'yanshe',
    'ys',
    'yan',
    'sxys',
    'shexianyanshe',
    'x-ray diffraction',
    'xrd 物相',
    '衍射XRD',
    '粉末衍射',
  ])('[C-02] finds XRD by %s', async (kw) => {
    expect(await names(kw)).toContain(xrdName)
  })

  it('finds nothing for unknown words', async () => {
    for (const kw of ['衍射'.repeat(600), 'x'.repeat(12_000), 'vk '.repeat(2000)]) expect(await names(kw)).toEqual([])
    // Punctuation is nothing and a word said twice is one word.
    expect(await names('(xrd+)+$'.repeat(500))).toContain(xrdName)
    expect(await names('衍 '.repeat(800))).toContain(xrdName)
    expect(await names(`衍射${' '.repeat(5000)}`)).toContain(xrdName)
  })

  it('searches within a type and sorts by price and days', async () => {
    expect(await names('扫描电镜', { typeId: 2 })).toEqual(['扫描电镜现场预约'])
    const prices = (await app.call(deviceSearch, { kw: '电镜', sort: 'price' })).list.map(
      (item) => item.priceFromFen ?? Infinity,
    )
    expect(prices).toEqual(prices.toSorted((left, right) => left - right))
    expect((await app.call(deviceSearch, { kw: '电镜', tag: '高分辨' })).list.map((item) => item.rid)).toHaveLength(1)
  })

  it('[C-02] suggests at most eight projects, exact names first, with the alias that matched', async () => {
    const found = await app.call(suggest, { kw: 'pxrd' })
    expect(found[0]).toMatchObject({ name: xrdName, match: 'PXRD' })
    for (const kw of ['ys', 'yanshe', '衍射', 'xrd'])
      expect((await app.call(suggest, { kw }))[0]?.name).toContain('衍射')
    expect((await app.call(suggest, { kw: 's' })).length).toBeLessThanOrEqual(8)
    expect(await app.call(suggest, { kw: ' ' })).toEqual([])
  })
})

describe('listing', () => {
  it('[C-02] lists by type, category, child and tag with the total', async () => {
    const all = await app.call(deviceSearch, { size: 100 })
    expect(all.total).toBe(all.list.length)
    const sent = await app.call(deviceSearch, { typeId: 1 })
    expect(sent.list.every((item) => item.typeId === 1)).toBe(true)
    expect((await app.call(deviceSearch, { typeId: 31 })).list.every((item) => item.categoryId === 31)).toBe(true)
    expect((await app.call(deviceSearch, { typeId: 31, childId: 3101 })).list.map((item) => item.name)).toEqual([
      '扫描电镜（SEM）',
    ])
    expect((await app.call(deviceSearch, { typeId: 31, tag: '高分辨' })).list.map((item) => item.name)).toEqual([
      '透射电镜（TEM）',
    ])
    expect(await app.call(deviceSearch, { typeId: 999 })).toMatchObject({ list: [], total: 0 })
  })

  it('[N-02] filters by price and turnaround, alone and with everything else', async () => {
    const all = (await app.call(deviceSearch, { size: 100 })).list
    const lastDay = (days: string) => Number(days.split('–').at(-1))
    const bands = {
      '100': [0, 100_00],
      '300': [100_01, 300_00],
      '1000': [300_01, 1000_00],
      more: [1000_01, Infinity],
    } as const
    for (const [price, [from, to]] of Object.entries(bands)) {
      const wanted = all.filter(({ priceFromFen: fen }) => fen !== null && fen >= from && fen <= to)
      const found = await app.call(deviceSearch, { price: price as 'more', size: 100 })
      expect(found.list.map((item) => item.rid).sort()).toEqual(wanted.map((item) => item.rid).sort())
      expect(found.total).toBe(wanted.length)
    }
    expect((await app.call(deviceSearch, { price: 'quote' })).list.every((item) => item.priceFromFen === null)).toBe(
      true,
    )
    for (const days of ['3', '5', '10'] as const) {
      const wanted = all.filter((item) => lastDay(item.days) <= Number(days))
      const found = await app.call(deviceSearch, { days, size: 100 })
      expect(found.list.map((item) => item.rid).sort()).toEqual(wanted.map((item) => item.rid).sort())
    }
    const narrow = { typeId: 1, price: '300', days: '5', sort: 'price', size: 100 } as const
    const both = (await app.call(deviceSearch, narrow)).list
    expect(both.length).toBeGreaterThan(0)
    expect(both.map((item) => item.rid)).toEqual(
      (await app.call(deviceSearch, { sort: 'price', size: 100 })).list
        .filter(
          ({ typeId, priceFromFen: fen, days }) =>
            typeId === 1 && fen !== null && fen > 100_00 && fen <= 300_00 && lastDay(days) <= 5,
        )
        .map((item) => item.rid),
    )
    const words = (await app.call(deviceSearch, { kw: '分析', days: '5', size: 100 })).list
    expect(words.every((item) => lastDay(item.days) <= 5)).toBe(true)
    expect((await app.call(deviceSearch, { ...narrow, tag: '没有这个标签' })).total).toBe(0)
  })

  it('pages by number and by key to the same rows, in every order', async () => {
    for (const sort of ['hot', 'price', 'days'] as const) {
      const whole = (await app.call(deviceSearch, { sort })).list.map((item) => item.rid)
      const first = await app.call(deviceSearch, { sort, size: 2 })
      const second = await app.call(deviceSearch, { sort, size: 2, page: 2 })
      const byKey = await app.call(deviceSearch, { sort, size: 2, after: first.next ?? '' })
      expect([...first.list, ...second.list].map((item) => item.rid)).toEqual(whole.slice(0, 4))
      expect(byKey.list).toEqual(second.list)
    }
  })

  it('[C-02] refuses bad input in Chinese', async () => {
    for (const bad of [
      { typeId: 'x' },
      { typeId: -1 },
      { typeId: 1.5 },
      { page: 0 },
      { page: 51 },
      { size: 101 },
      { sort: 'x' },
      { after: 'x' },
      { tag: 'x'.repeat(50) },
      { price: '5' },
      { days: '4' },
      { extra: 1 },
    ]) {
      const refusal = await app.refusal(deviceSearch, bad)
      expect(refusal).toMatchObject({ status: 200, error: 'invalid' })
      expect(refusal.msg).toMatch(/[一-龥]/)
    }
    expect((await app.call(deviceSearch, { typeId: '' as never, childId: '' as never })).total).toBeGreaterThan(0)
  })
})

import { describe, expect, it } from 'vitest'
import { addressOf, queryOfAddress } from './index-address.ts'
import { defineIndex, filterText, indexInput } from './index-list.ts'

const index = defineIndex<{ no: string; fen: number }>()({
  name: 'things',
  label: '物品',
  action: 'thing.read',
  key: (row) => row.no,
  sort: '-no',
  fields: {
    no: { label: '编号', kind: 'text', value: (row) => row.no, sorts: true },
    stage: { label: '状态', kind: 'choice', options: { a: '甲', b: '乙' }, value: () => 'a' },
    price: { label: '金额', kind: 'fen', value: (row) => row.fen, sums: true },
    day: { label: '日期', kind: 'day', value: () => null },
    note: { label: '备注', kind: 'text', value: () => '', noFilter: true },
  },
  tabs: { all: { label: '全部' }, a: { label: '甲', filters: { stage: ['a'] } } },
})

describe('a list in its address', () => {
  it('is the same after writing and reading it', () => {
    const query = {
      tab: 'a',
      kw: '电镜 & SEM',
      filters: { no: 'X=1', stage: ['a', 'b'], price: { fromFen: 100 }, day: { to: '2026-03-02' } },
      sort: 'no',
      columns: ['price', 'no'],
      after: 'abc',
    }
    const text = addressOf(index, query)
    expect(queryOfAddress(index, new URLSearchParams(text))).toEqual({ ...query, before: undefined })
    expect(text).toContain('columns=price,no')
  })

  it('leaves out what the index does not know and what is no condition', () => {
    const text = 'tab=zzz&sort=price&stage=x,a&price=9..1&day=2026-02-30..&note=x&columns=no,evil&foo=1&__proto__=1'
    const { filters, tab, sort, columns } = queryOfAddress(index, new URLSearchParams(text))
    expect({ filters, tab, sort, columns }).toEqual({
      filters: { stage: ['a'] },
      tab: 'all',
      sort: '-no',
      columns: ['no'],
    })
  })

  it('is refused by the call when a field, option, order or tab is unknown', () => {
    const input = indexInput(index)
    expect(input.parse({})).toMatchObject({ tab: 'all', kw: '', filters: {}, sort: '-no', size: 20 })
    for (const wrong of [
      { tab: 'x' },
      { sort: 'price' },
      { filters: { note: 'x' } },
      { filters: { stage: ['c'] } },
      { x: 1 },
    ])
      expect([wrong, input.safeParse(wrong).success]).toEqual([wrong, false])
  })

  it('says a condition in words', () => {
    const { stage, price, no } = index.fields
    expect(filterText(stage, ['a', 'b'])).toBe('甲、乙')
    expect(filterText(price, { fromFen: 100 })).toBe('¥1.00 起')
    expect(filterText(price, { fromFen: 100, toFen: 200 })).toBe('¥1.00 – ¥2.00')
    expect(filterText(no, 'X')).toBe('包含“X”')
  })

  it('is declared with fields that sort and names that are free', () => {
    const declare = (change: object) => () => defineIndex<never>()({ ...index, ...change } as never)
    expect(declare({ sort: 'stage' })).toThrow('does not sort')
    expect(declare({ fields: { ...index.fields, sort: index.fields.no } })).toThrow('not the name of a field')
    expect(declare({ fields: { ...index.fields, other: { ...index.fields.stage, options: undefined } } })).toThrow(
      'options',
    )
  })
})

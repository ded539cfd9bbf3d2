import { describe, expect, it } from 'vitest'
import { entriesOf, numbersFirst } from './entry-rules.ts'
import { pressed } from './key-rules.ts'

const places = [
  { to: '/console/orders', label: '全部订单' },
  { to: '/console/samples', label: '全部样品' },
]
const known = { places, makes: [{ to: '/console/instruments', label: '登记仪器' }], recent: [] }
const order = { key: 'TM1', title: 'TM1 XRD', note: '王', stageName: '待审核', to: '/console/orders/TM1' }

describe('entries of the palette', () => {
  it('are what can be made and all pages before anything is typed', () => {
    expect(entriesOf(known, '', []).flatMap(({ entries }) => entries.map(({ to }) => to))).toEqual([
      '/console/instruments',
      '/console/orders',
      '/console/samples',
    ])
  })

  it('begin with what was opened before, until something is typed', () => {
    const before = {
      ...known,
      recent: [{ key: '/console/orders/TM1', title: 'TM1', note: '王', to: '/console/orders/TM1' }],
    }
    expect(entriesOf(before, '', [])[0]?.label).toBe('最近打开')
    expect(entriesOf(before, '登记', [])).toEqual([
      {
        label: '新建',
        entries: [{ key: 'create:/console/instruments', title: '登记仪器', to: '/console/instruments', creates: true }],
      },
    ])
  })

  it('[Q-54] are also pages and forms whose names sound like the text, as the server heard it', () => {
    const at = (sounding: string[]) => entriesOf(known, 'yp', [], sounding).flatMap(({ entries }) => entries)
    expect(at(['全部样品', '登记仪器']).map(({ title }) => title)).toEqual(['登记仪器', '全部样品'])
    expect(at([])).toEqual([])
  })

  it('name records before pages, and the list when there are more', () => {
    const kinds = [{ name: 'orders', label: '订单', found: [order], more: '/console/orders?kw=TM' }]
    expect(entriesOf(known, '样品', kinds).map(({ label, entries }) => [label, entries.map(({ to }) => to)])).toEqual([
      ['订单', ['/console/orders/TM1', '/console/orders?kw=TM']],
      ['前往', ['/console/samples']],
    ])
  })
})

describe('keys of the console', () => {
  const key = (name: string, more: object = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  })

  it('open the palette with Ctrl-K and Cmd-K, also while typing', () => {
    expect(pressed(key('k', { ctrlKey: true }), '', true)).toEqual({ act: 'find' })
    expect(pressed(key('K', { metaKey: true }), '', true)).toEqual({ act: 'find' })
  })

  it('do nothing else while typing or with a modifier', () => {
    for (const name of ['?', '/', 'g']) {
      expect(pressed(key(name), '', true)).toEqual({})
      expect(pressed(key(name, { altKey: true }), '', false)).toEqual({})
    }
  })

  it('go to a page after g', () => {
    expect(pressed(key('g'), '', false)).toEqual({ before: 'g' })
    expect(pressed(key('o'), 'g', false)).toEqual({ to: '/console/orders' })
    expect(pressed(key('o'), '', false)).toEqual({})
    expect(pressed(key('z'), 'g', false)).toEqual({})
  })
})

describe('records that were found', () => {
  const titles = (kw: string, ...found: string[]) =>
    numbersFirst(
      found.map((title) => ({ title })),
      kw,
    ).map(({ title }) => title)

  it('[Q-170] begin with those whose number ends with the text, in the order in which they came', () => {
    const found = ['MX26113000012 XRD', 'MX26113000004 SEM', 'HT2611300004', 'MX26112000004 XPS']
    expect(titles('000004', ...found)).toEqual([found[1], found[3], found[0], found[2]])
    expect(titles('mx26112000004', ...found)[0]).toBe(found[3])
    expect(titles('０００００４', ...found)[0]).toBe(found[1])
  })

  it('stay in their order when no number ends with the text', () => {
    expect(titles('SEM', 'MX1 SEM', 'MX2 XRD SEM')).toEqual(['MX1 SEM', 'MX2 XRD SEM'])
  })
})

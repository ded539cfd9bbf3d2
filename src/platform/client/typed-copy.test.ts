import { beforeEach, expect, test, vi } from 'vitest'
import { forgetAllTyped, forgetTyped, keepTyped, typedCopies } from './typed-copy.ts'

beforeEach(() => {
  const kept: Record<string, string> = {}
  // What Object.keys sees of a real Storage are its entries.
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
  vi.stubGlobal(
    'localStorage',
    new Proxy(kept, { get: (target, key) => Reflect.get(key in methods ? methods : target, key) }),
  )
})

test('[F-81] what was typed comes back to the person who typed it and to nobody else', () => {
  keepTyped('li', 'order', { remark: '急' })
  expect(typedCopies('li', 'order')).toMatchObject([{ typed: { remark: '急' } }])
  expect(typedCopies('wang', 'order')).toEqual([])
  expect(typedCopies('li', 'demand')).toEqual([])
  forgetTyped('li', 'order')
  expect(typedCopies('li', 'order')).toEqual([])
})

test('[F-81] a copy goes after a week, and all go when the person signs out', () => {
  vi.useFakeTimers({ now: 0 })
  keepTyped('li', 'order', { remark: '旧' })
  vi.setSystemTime(8 * 86_400_000)
  expect(typedCopies('wang', 'order')).toEqual([])
  expect(Object.keys(localStorage)).toEqual([])
  keepTyped('li', 'order', { remark: '新' })
  forgetAllTyped()
  expect(Object.keys(localStorage)).toEqual([])
  vi.useRealTimers()
})

test('[F-81] a browser that forbids storage costs the copy, not the page', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(keepTyped('li', 'order', {})).toBe(false)
  expect(typedCopies('li', 'order')).toEqual([])
})

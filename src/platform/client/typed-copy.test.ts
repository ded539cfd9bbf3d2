import { beforeEach, expect, test, vi } from 'vitest'
import { forgetAllTyped, forgetTyped, keepTyped, typedCopies } from './typed-copy.ts'

function storage(): Storage {
  const kept: Record<string, string> = {}
  // Object.keys of a real Storage lists its entries, not its methods.
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
  return new Proxy(kept, {
    get: (target, key) => Reflect.get(key in methods ? methods : target, key),
  }) as unknown as Storage
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})

test('[F-81] unsent input is restored for the person who typed it and for nobody else', () => {
  keepTyped('li', 'order', { remark: '急' })
  expect(typedCopies('li', 'order')).toMatchObject([{ typed: { remark: '急' } }])
  expect(typedCopies('wang', 'order')).toEqual([])
  expect(typedCopies('li', 'demand')).toEqual([])
  forgetTyped('li', 'order')
  expect(typedCopies('li', 'order')).toEqual([])
})

test('[F-81] a copy is deleted after a week, and all copies when the person signs out', () => {
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

test('[Q-50] [V14.3.1] whoever signs out leaves no draft, no form of a project and no words searched for; the look stays', () => {
  localStorage.setItem('mingxi.require', '{"values":{"remark":"新材料"}}')
  localStorage.setItem('mingxi.search', '["电镜"]')
  localStorage.setItem('mingxi.console.theme', 'dark')
  sessionStorage.setItem('mingxi.detail.1003', '{"sampleCount":2}')
  forgetAllTyped()
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([['mingxi.console.theme'], []])
})

test('[F-81] a browser that forbids storage keeps no copy, and the page still works', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(keepTyped('li', 'order', {})).toBe(false)
  expect(typedCopies('li', 'order')).toEqual([])
})

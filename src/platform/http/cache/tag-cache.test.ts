import { describe, expect, it } from 'vitest'
import { TagCache } from './tag-cache.ts'

describe('the cache of answers', () => {
  it('keeps an answer until it expires or its tag is purged', () => {
    const cache = new TagCache(10)
    cache.set('a', 1, ['catalogue'], 100, cache.generation)
    cache.set('b', 2, ['content'], 100, cache.generation)
    expect([cache.get('a', 99), cache.get('a', 100)]).toEqual([1, undefined])
    cache.purge(['content'])
    expect(cache.get('b', 0)).toBeUndefined()
  })

  it('does not keep an answer whose computation began before a purge, because it may be old', () => {
    const cache = new TagCache(10)
    const { generation } = cache
    cache.purge(['catalogue'])
    cache.set('a', 'old', ['catalogue'], 100, generation)
    expect(cache.get('a', 0)).toBeUndefined()
  })

  it('is bounded, removes the oldest entry first, and keeps nothing at size 0', () => {
    const cache = new TagCache(2)
    for (const key of ['a', 'b', 'c']) cache.set(key, key, [], 100, cache.generation)
    expect(['a', 'b', 'c'].map((key) => cache.get(key, 0))).toEqual([undefined, 'b', 'c'])
    const none = new TagCache(0)
    none.set('a', 1, [], 100, none.generation)
    expect(none.get('a', 0)).toBeUndefined()
  })

  it('is also bounded by bytes, subtracts replaced, purged and expired entries, and never keeps an entry larger than the whole cache', () => {
    const cache = new TagCache(1000, 10_000)
    for (let i = 0; i < 500; i++) cache.set(`page ${i}`, i, ['catalogue'], 100, cache.generation, 1000)
    expect(cache.bytes).toBeLessThanOrEqual(10_000)
    expect(cache.get('page 499', 0)).toBe(499)
    cache.set('page 499', 'smaller', ['content'], 100, cache.generation, 10)
    cache.set('huge', 1, [], 100, cache.generation, 20_000)
    expect(cache.get('huge', 0)).toBeUndefined()
    cache.purge(['catalogue'])
    expect(cache.get('page 499', 0)).toBe('smaller')
    expect(cache.get('page 499', 100)).toBeUndefined()
    expect(cache.bytes).toBe(0)
  })

  it('an entry that is read again stays, however many entries are read only once', () => {
    const cache = new TagCache(50, 100_000)
    cache.set('home', 'home', [], 100, cache.generation, 1000)
    for (let i = 0; i < 20_000; i++) {
      if (i % 20 === 0) expect(cache.get('home', 0)).toBe('home')
      cache.set(`once ${i}`, i, [], 100, cache.generation, 1000)
    }
  })
})

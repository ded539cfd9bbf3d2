import { expect, test } from 'vitest'
import { likelyBeginning, readSearch } from './search-link-rules.ts'

test('[F-64] a guess shares more than half of what was typed', () => {
  expect(['zzzqq', '扫描电竟', 'xrdd', 'xr', '', ' 拉曼谱 '].map(likelyBeginning)).toEqual([
    'zzz',
    '扫描电',
    'xrd',
    '',
    '',
    '拉曼',
  ])
})

test('[N-13] a broken link still searches: what no call takes is left out of the words', () => {
  const asked = (query: string) => readSearch(new URLSearchParams(query))
  expect(asked('kw=%00')).toEqual({ kw: '', group: 'all', page: 1 })
  expect(asked('kw=x%00rd&in=nothing&page=x')).toEqual({ kw: 'xrd', group: 'all', page: 1 })
})

import { expect, test } from 'vitest'
import { likelyBeginning } from './search-link-rules.ts'

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

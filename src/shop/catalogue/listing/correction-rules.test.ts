import { describe, expect, it } from 'vitest'
import { correction, editDistance, termsOf } from './correction-rules.ts'
import { syllablesOf } from '../publish-actions.ts'
import { queryTokens } from '../../search/search-rules.ts'

const terms = termsOf(
  [
    { texts: ['X 射线衍射（XRD）', '粉末衍射'], weight: 9 },
    { texts: ['扫描电镜（SEM）', '形貌'], weight: 8 },
    { texts: ['显微拉曼光谱（Raman）', '拉曼'], weight: 3 },
    { texts: ['比表面积与孔径（BET）'], weight: 2 },
  ],
  syllablesOf,
)
const meant = (kw: string) => {
  const [token] = queryTokens(kw)
  return token && correction(token, terms, syllablesOf)
}

describe('the correction of an unknown word', () => {
  it.each([
    ['ramna', 'raman'],
    ['ramman', 'raman'],
    ['xdr', 'xrd'],
    ['sme', 'sem'],
    ['拉慢', '拉曼'],
    ['扫秒电镜', '扫描电镜'],
    ['粉末衍摄', '粉末衍射'],
    ['laaman', '拉曼'],
  ])('%s is %s', (typed, wanted) => expect(meant(typed)).toBe(wanted))

  it.each(['量子计算机', 'qqqqqq', '咖', 'zz', ''])('nothing is guessed for %s', (typed) =>
    expect(meant(typed)).toBeUndefined(),
  )

  it('counts typing errors, and stops as soon as there are too many', () => {
    expect(editDistance('raman', 'ramna', 2)).toBe(1)
    expect(editDistance('kitten', 'sitting', 5)).toBe(3)
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3)
    expect(editDistance('', 'ab', 2)).toBe(2)
  })
})

import { describe, expect, it } from 'vitest'
import { curveEndings, mayHoldSeries } from '../../../core/curves/file-rules.ts'
import { uniquePaths } from '../../../core/files/rules.ts'
import { foreignNumbers, isResultKind } from './result-name-rules.ts'

const orderNo = 'MX26030200001'
const samples = [`${orderNo}01`, `${orderNo}02`]

describe('numbers in the names of result files', () => {
  it.each([
    [`${orderNo}01.xy`, []],
    [`xrd_${orderNo}-02 repeat.csv`, []],
    [`${orderNo}01_2.raw`, []],
    [`${orderNo}-12min.csv`, []],
    ['汇总.xlsx', []],
    ['MX2603020000201.xy', ['MX2603020000201']],
    ['mx26030200002-01.xy', ['MX2603020000201']],
    [`${orderNo}01 MX26030200002.csv`, ['MX26030200002']],
    [`${orderNo}09.xy`, [`${orderNo}09`]],
  ])('[F-30] %s', (name, expected) => {
    expect(foreignNumbers(name, orderNo, samples)).toEqual(expected)
  })

  it('[F-30] the kind of a file is determined by its ending and its bytes', () => {
    for (const name of ['a.xy', 'a.XRDML', 'a.tif', 'a.0', 'a.b.zip'])
      expect([name, isResultKind(name)]).toEqual([name, true])
    for (const name of ['evil.exe', 'a.html', 'a.svg', 'a.js', 'noending', '.xy.sh'])
      expect([name, isResultKind(name)]).toEqual([name, false])
    expect(isResultKind('a.csv', 'application/x-msdownload')).toBe(false)
  })
})

describe('paths inside a ZIP', () => {
  it('[F-63] are unique', () => {
    const paths = uniquePaths([{ path: 'A/x.xy' }, { path: 'A/X.xy' }, { path: 'A/x.xy' }, { path: 'B/x.xy' }])
    expect(paths.map(({ path }) => path)).toEqual(['A/x.xy', 'A/X(2).xy', 'A/x(3).xy', 'B/x.xy'])
  })
})

it('every text file that curves are read from can be a result', () => {
  expect(curveEndings.filter((ending) => !isResultKind(`a.${ending}`))).toEqual([])
  expect(mayHoldSeries('ZnO.MDI')).toBe(true)
  expect(mayHoldSeries('list.hkl')).toBe(false)
})

import fc from 'fast-check'
import { pinyin } from 'pinyin-pro'
import { describe, expect, test } from 'vitest'
import {
  documentText,
  highlightRanges,
  normaliseText,
  queryTokens,
  recheckText,
  searchDocument,
  searchPlan,
  tokenGrams,
} from './search-rules.ts'

const syllables = (han: string) => pinyin(han, { toneType: 'none', type: 'array' })

/** The database's search, on one document in memory. */
function finds(texts: string[], tags: string[], query: string): boolean {
  const document = searchDocument(texts, tags, syllables)
  const text = documentText(document)
  const tokens = queryTokens(query)
  return (
    tokens.length > 0 &&
    tokens.every(
      (token) =>
        tokenGrams(token).every((gram) => document.grams.includes(gram)) && text.includes(recheckText(token) ?? ''),
    )
  )
}

const xrd = ['X射线衍射', 'XRD', 'X-ray diffraction', '多晶衍射']

describe('finding a project', () => {
  test.each([
    'xrd',
    'XRD',
    'ＸＲＤ',
    '衍射',
    '衍',
    'X射线',
    '射线衍射',
    'X射线衍射',
    'yanshe',
    'ys',
    'yans',
    'shexianyanshe',
    'sxys',
    'diffraction',
    'diff',
    'xrd 衍射',
    '衍射xrd',
    '物相',
    'xray',
  ])('by %s', (query) => {
    expect(finds(xrd, ['物相分析'], query)).toBe(true)
  })

  test.each([
    'xps',
    '衍生',
    '射衍',
    'raction',
    'yanshi',
    'shexianyanshi',
    '线衍射仪',
    'xrd 电镜',
    '',
    '%',
    '_',
    '\\',
    '%%%',
    "'",
  ])('not by %j', (query) => {
    expect(finds(xrd, ['物相分析'], query)).toBe(false)
  })

  test('any piece of a name finds it, in Chinese, in Latin letters and by sound', () => {
    const han = fc.stringMatching(/^[扫描透射电镜显微分析光谱衍射热重元素价态比表面]{1,12}$/)
    fc.assert(
      fc.property(han, fc.nat(), fc.nat(), (name, from, length) => {
        const start = from % name.length
        const piece = name.slice(start, start + 1 + (length % (name.length - start)))
        expect(finds([name], [], piece)).toBe(true)
        const sound = syllables(name).slice(start).join('').slice(0, 20)
        expect(finds([name], [], sound)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('queries', () => {
  test('[T-55] a megabyte is cut at once and wildcards never survive', () => {
    const started = performance.now()
    expect(queryTokens('衍'.repeat(1_000_000)).length).toBe(1)
    expect(queryTokens('(a+)+$'.repeat(200_000)).every((token) => token.text.length <= 40)).toBe(true)
    expect(performance.now() - started).toBeLessThan(100)
    expect(normaliseText('50%_\\衍—射')).toBe('50 衍 射')
  })

  test('never throw, stay few and short, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (query) => {
        const tokens = queryTokens(query)
        expect(tokens.length).toBeLessThanOrEqual(6)
        for (const token of tokens) {
          expect(token.text).toMatch(/^[\p{L}\p{N}]+$/u)
          for (const gram of tokenGrams(token)) expect([...gram].length).toBeLessThanOrEqual(4)
        }
        highlightRanges(query, query)
      }),
    )
  })

  test('a long token is covered by its windows', () => {
    expect(tokenGrams({ text: '扫描电子显微镜', kind: 'han' })).toEqual(['扫描电子', '子显微镜'])
    expect(tokenGrams({ text: 'diffraction', kind: 'word' })).toEqual(['diff'])
  })
})

test('highlights every token, merged, in positions of the shown text', () => {
  expect(highlightRanges('Ｘ射线衍射（XRD）衍射', 'xrd衍射')).toEqual([
    { start: 3, end: 5 },
    { start: 6, end: 9 },
    { start: 10, end: 12 },
  ])
  expect(highlightRanges('热重', 'xrd')).toEqual([])
  expect(highlightRanges('扫描电镜', '描电 电镜')).toEqual([{ start: 1, end: 4 }])
})

describe('the plan of a search', () => {
  const planOf = (query: string, counts: Record<string, number>) => searchPlan(query, new Map(Object.entries(counts)))

  test('two words about as common as each other are read side by side, since they may never meet', () => {
    expect(planOf('单晶 多晶', { 单晶: 5600, 多晶: 4800 })).toEqual({ gram: '多晶', second: '单晶', grams: [] })
  })

  test('the few projects of a rare word are looked up one by one, and the many of two very common ones only so far', () => {
    expect(planOf('石墨烯 常规', { 石墨烯: 40, 常规: 30_000 })).toMatchObject({ gram: '石墨烯', second: undefined })
    expect(planOf('固体 常规', { 固体: 60_000, 常规: 70_000 })).toMatchObject({ gram: '固体', second: undefined })
  })
})

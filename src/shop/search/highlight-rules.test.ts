import { describe, expect, it } from 'vitest'
import { highlightParts } from './highlight-rules.ts'

const marked = (text: string, words: string) =>
  highlightParts(text, words)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('')

describe('marking search words', () => {
  it('marks every place, whatever the case', () => {
    expect(marked('XRD 粉末衍射 xrd', 'xrd')).toBe('[XRD] 粉末衍射 [xrd]')
  })
  it('marks each of several words and joins what touches', () => {
    expect(marked('扫描电镜 SEM', '扫描 电镜')).toBe('[扫描电镜] SEM')
  })
  it('does not mark a text that was found by pinyin or an alias', () => {
    expect(marked('粉末衍射', 'fenmo')).toBe('粉末衍射')
    expect(marked('粉末衍射', '  ')).toBe('粉末衍射')
  })
  it('never loses or adds a character', () => {
    for (const text of ['', 'ﬁlm ﬁ', 'ＸＲＤ（常规）', '𝛼-Al₂O₃'])
      expect(
        highlightParts(text, 'x a fi')
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
  })
})

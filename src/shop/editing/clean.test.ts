import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { hostileLinks, hostileTexts } from '../../app/testing/hostile-texts.ts'
import { cleanData, cleanHtml, refuseDangerousLinks } from './clean-actions.ts'
import type { ContentField } from './kinds/field-rules.ts'
import { kindNames, kindOf } from './kinds/kind-rules.ts'
import { pageSections } from '../articles/page-rules.ts'
import { withPictures } from '../media/rich-text-rules.ts'
import { defaultSettings } from '../../core/settings/rules.ts'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

const elements = new Set(
  'p h2 h3 ul ol li blockquote strong em s u sub sup code pre br hr a img table thead tbody tr th td figure figcaption picture source'.split(
    ' ',
  ),
)
const attributes: Record<string, readonly string[]> = {
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start'],
  source: ['type', 'srcset', 'sizes'],
}

/** Elements and attributes outside the allow-list, as an HTML parser finds them. */
function faults(html: string): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.nodeName === '#comment' || node.nodeName === '#documentType') found.push(node.nodeName)
    if ('tagName' in node) found.push(...faultsOf(node))
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parseFragment(html))
  return found
}

function faultsOf({ tagName, attrs, namespaceURI }: Element): string[] {
  const found = elements.has(tagName) && namespaceURI === 'http://www.w3.org/1999/xhtml' ? [] : [`<${tagName}>`]
  for (const { name, value } of attrs) {
    if (!attributes[tagName]?.includes(name)) found.push(`${tagName} ${name}`)
    if (name === 'href' && !/^(https?:\/\/[^\s\\]+|\/(?![/\\])[^\s\\]*|#[\w-]+|mailto:\S+|tel:[+\d-]+)$/i.test(value))
      found.push(`${tagName} href=${value}`)
    if (name === 'src' && !/^\/[\w-][\w./#-]*$/.test(value)) found.push(`${tagName} src=${value}`)
  }
  return found
}

/** The HTML is harmless as it is, after a browser has serialised it again, and inside other elements of a page. */
function expectInert(html: string, from: string): void {
  const again = serialize(parseFragment(html))
  const twice = serialize(parseFragment(again))
  for (const each of [html, again, twice, `<div>${html}</div>`, `<table><tr><td>${html}</td></tr></table>`])
    expect([from, faults(each).filter((fault) => fault !== '<div>')]).toEqual([from, []])
}

describe('[T-51] HTML of editors', () => {
  it('is tested with at least three hundred different hostile texts', () => {
    expect(new Set(hostileTexts).size).toBe(hostileTexts.length)
    expect(hostileTexts.length).toBeGreaterThanOrEqual(300)
  })

  it('the check itself detects HTML that is not inert', () => {
    for (const text of [
      '<img src=x onerror=pwned(1)>',
      '<a href="javascript:x">',
      '<script>1</script>',
      '<svg><p>',
      '<!-- x -->',
    ])
      expect([text, faults(text).length > 0]).toEqual([text, true])
  })

  it('is inert after cleaning, alone and all together, and cleaning again changes nothing', () => {
    for (const text of [...hostileTexts, hostileTexts.join(''), hostileTexts.join('\n').repeat(2)]) {
      const clean = cleanHtml(text)
      expectInert(clean, text.slice(0, 200))
      expect([text.slice(0, 200), cleanHtml(clean)]).toEqual([text.slice(0, 200), clean])
    }
  })

  it('is inert for random combinations of hostile pieces', () => {
    const pieces = fc.array(fc.constantFrom(...hostileTexts.flatMap((text) => text.split(/(?<=[<>"'])/))), {
      maxLength: 24,
    })
    fc.assert(
      fc.property(pieces, (parts) => {
        const clean = cleanHtml(parts.join(''))
        expectInert(clean, parts.join(''))
        expect(cleanHtml(clean)).toBe(clean)
      }),
      { numRuns: 400 },
    )
  })

  it('stays inert when settings and pictures are filled in', () => {
    const hostile = hostileTexts.join(' ').slice(0, 190)
    const values = {
      ...defaultSettings,
      siteName: hostile,
      localInfo: { address: hostile, phone: hostile, email: hostile, express: hostile },
      pickupCities: [hostile],
    }
    const html = '<h2>{{网站名称}}</h2><p>{{邮箱}} {{服务热线}} {{地址}} {{寄件说明}} {{取样城市}}</p>'
    for (const section of pageSections(html, values)) expectInert(section.html, 'settings')
    const picture = cleanHtml('<img src="/img/0123456789abcdef-900x300.jpg" alt="&quot;><script>pwned(1)</script>">')
    expectInert(withPictures(picture, ''), 'picture')
  })

  it('keeps the elements that editors need', () => {
    const kept =
      '<h2>一</h2><p>二 <strong>三</strong> <a href="/guide">四</a> <a href="https://example.com/?a=1&amp;b=2" rel="noopener nofollow">五</a></p><ul><li>六</li></ul><table><tbody><tr><th>七</th><td colspan="2">八</td></tr></tbody></table><img src="/img/0123456789abcdef-900x300.jpg" alt="九" loading="lazy" width="900" height="300" />'
    expect(cleanHtml(kept)).toBe(kept)
    expect(cleanHtml('<p></p><p> </p>')).toBe('')
  })
})

describe('[T-52] links of editors', () => {
  it('are refused when they lead to a script, to a data URL or, by //, to another site', () => {
    for (const url of hostileLinks) {
      const html = `<p><a href="${url}">x</a></p>`
      expect([url, refusal(() => refuseDangerousLinks(html, '正文'))]).toEqual([
        url,
        expect.stringContaining('正文里有不允许的链接'),
      ])
    }
    for (const url of ['/guide', 'https://example.com/', 'mailto:a@example.com', 'tel:400-000-0000', '#s2'])
      expect(refusal(() => refuseDangerousLinks(`<a href="${url}">x</a>`, '正文'))).toBeUndefined()
  })
})

describe('[T-51] [T-52] every field of every kind', () => {
  const plain = (text: string) => text.slice(0, 20)
  /** A text after the field's schema and the cleaning of a save; undefined when it is refused. */
  const stored = (kind: string, name: string, field: ContentField, text: string) => {
    const value =
      field.control === 'tags'
        ? [plain(text)]
        : field.control === 'list'
          ? [listEntry(field, text)]
          : field.control === 'figure'
            ? { kind: text.slice(0, 40) }
            : text
    const parsed = field.schema.safeParse(value)
    if (!parsed.success) return undefined
    try {
      return cleanData({ ...kindOf(kind as never), fields: { [name]: field } }, { [name]: parsed.data })[name]
    } catch {
      return undefined
    }
  }

  it('accepts only inert HTML, safe links, own pictures, or text that pages escape', () => {
    let held = 0
    for (const kind of kindNames)
      for (const [name, field] of Object.entries(kindOf(kind).fields))
        for (const text of [...hostileTexts, ...hostileLinks]) {
          const value = stored(kind, name, field, text)
          if (value === undefined) continue
          held += 1
          const where = `${kind}.${name} ${text}`
          if (field.control === 'rich') expectInert(String(value), where)
          if (field.control === 'link')
            expect([where, /^(https?:\/\/|\/(?![/\\])|[1-9]\d*$|$)/i.test(String(value))]).toEqual([where, true])
          if (field.control === 'image') expect([where, value]).toEqual([where, ''])
        }
    expect(held).toBeGreaterThan(5000)
  })
})

function listEntry(field: ContentField, text: string): Record<string, unknown> {
  const entries = Object.entries(field.fields ?? {}).map(([name, { control }]) => [
    name,
    control === 'date' ? '2026-03-02' : control === 'choices' ? [1] : text.slice(0, 20),
  ])
  return Object.fromEntries(entries)
}

function refusal(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

import sanitize from 'sanitize-html'
import { refuse } from '../../platform/contract/refusal.ts'
import type { ContentKind } from './kinds/define-kind-rules.ts'
import { contentErrors } from './errors.ts'
import { wordsOf } from '../media/rich-text-rules.ts'
import { isOwnImage, ownImage } from '../media/image-name-rules.ts'
import { isEditorLink } from '../articles/rules.ts'

/** Schemes that run code or open files. Compared after removing the characters that browsers ignore in a scheme (DROPPED). */
const DANGEROUS = /^(?:javascript|vbscript|data|livescript|mocha|file|filesystem|blob|feed|view-source):/i
// oxlint-disable-next-line no-control-regex -- browsers drop these inside a scheme
const DROPPED = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]/g

const tags = [
  'p',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'blockquote',
  'strong',
  'em',
  's',
  'u',
  'sub',
  'sup',
  'code',
  'pre',
  'br',
  'hr',
]

const options: sanitize.IOptions = {
  allowedTags: [...tags, 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'figure', 'figcaption'],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    ol: ['start'],
  },
  allowedClasses: {},
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'iframe',
    'noembed',
    'noframes',
    'xmp',
    'plaintext',
    'svg',
    'math',
    'title',
    'select',
  ],
  nestingLimit: 20,
  parser: { lowerCaseTags: true, lowerCaseAttributeNames: true },
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    strike: 's',
    del: 's',
    a: (_, { href = '' }) => ({ tagName: 'a', attribs: linkAttributes(href) }),
    img: (_, { src = '', alt = '' }) => ({ tagName: 'img', attribs: imageAttributes(src, alt) }),
    td: (_, attributes) => ({ tagName: 'td', attribs: spans(attributes) }),
    th: (_, attributes) => ({ tagName: 'th', attribs: spans(attributes) }),
    ol: (_, { start = '' }): sanitize.Tag => ({ tagName: 'ol', attribs: /^\d{1,4}$/.test(start) ? { start } : {} }),
  },
  exclusiveFilter: (frame) =>
    (frame.tag === 'img' && !frame.attribs.src) ||
    (frame.tag === 'a' && !frame.attribs.href && frame.text.trim() === ''),
}

/** Cleans editors' HTML by an allow-list. Other tags and attributes are dropped, their text stays. Cleaning twice changes nothing. */
export function cleanHtml(html: string): string {
  // oxlint-disable-next-line no-control-regex -- characters that HTML does not have
  const cleaned = sanitize(html.replace(/[\u0000\u000b\u000c\u000e-\u001f\u007f]/g, ''), options).trim()
  return wordsOf(cleaned) === '' && !/<(img|hr|table)/.test(cleaned) ? '' : cleaned
}

/** Refuses dangerous links instead of dropping them silently, so that the editor who pasted one notices. */
export function refuseDangerousLinks(html: string, label: string): void {
  sanitize(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    transformTags: {
      '*': (tagName, attributes) => {
        for (const name of [
          'href',
          'src',
          'action',
          'formaction',
          'xlink:href',
          'data',
          'background',
          'poster',
          'srcset',
        ]) {
          const value = attributes[name]?.replace(DROPPED, '')
          if (value !== undefined && (DANGEROUS.test(value) || /^[/\\]{2}/.test(value)))
            throw refuse(contentErrors.dangerousLink, `${label}里有不允许的链接：${value.slice(0, 60)}`)
        }
        return { tagName, attribs: attributes }
      },
    },
  })
}

/** Cleans all rich texts of an item; refuses dangerous links and names the field. */
export function cleanData(kind: ContentKind, data: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(data).map(([name, value]) => {
    const field = kind.fields[name]
    if (field?.control !== 'rich' || typeof value !== 'string') return [name, value]
    refuseDangerousLinks(value, field.label)
    return [name, cleanHtml(value)]
  })
  return Object.fromEntries(entries)
}

function linkAttributes(href: string): Record<string, string> {
  const plain = href.trim()
  if (!isEditorLink(plain) || DANGEROUS.test(plain.replace(DROPPED, ''))) return {}
  return /^https?:/i.test(plain) ? { href: plain, rel: 'noopener nofollow' } : { href: plain }
}

/** Only pictures under the site's own image path are kept. Width and height are set so that the layout does not shift when they load. */
function imageAttributes(src: string, alt: string): Record<string, string> {
  const img = src.replace(/^\/(?=img\/)/, '')
  if (img === '' || !isOwnImage(img)) return {}
  const own = ownImage(img)
  return {
    src: own ? `/${img}` : img,
    alt: alt.slice(0, 200),
    loading: 'lazy',
    ...(own ? { width: String(own.width), height: String(own.height) } : {}),
  }
}

function spans({ colspan = '', rowspan = '', scope = '' }: Record<string, string>): Record<string, string> {
  return {
    ...(/^[1-9]\d?$/.test(colspan) && colspan !== '1' ? { colspan } : {}),
    ...(/^[1-9]\d?$/.test(rowspan) && rowspan !== '1' ? { rowspan } : {}),
    ...(scope === 'col' || scope === 'row' ? { scope } : {}),
  }
}

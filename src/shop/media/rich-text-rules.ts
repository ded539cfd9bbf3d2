import { ownImage, widthsOf } from './image-name-rules.ts'

// Rich text: cleaned HTML as it is stored, and plain text as stored by older versions.

/** Plain text with blank lines between paragraphs, `## ` headings and `- ` lists, as HTML. */
export function htmlOfPlain(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(blockHtml)
    .join('')
}

function blockHtml(block: string): string {
  const lines = block.split('\n')
  if (block.startsWith('## ')) return `<h2>${escapeHtml(block.slice(3))}</h2>`
  if (lines.every((line) => /^[-•] /.test(line)))
    return `<ul>${lines.map((line) => `<li>${escapeHtml(line.slice(2))}</li>`).join('')}</ul>`
  return `<p>${lines.map(escapeHtml).join('<br />')}</p>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The text of cleaned HTML, for the search and for descriptions; one line per block. */
export function wordsOf(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:p|h[23]|li|tr|blockquote|figcaption)>/g, '\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()
}

export interface Section {
  /** Empty before the first heading. */
  title: string
  html: string
}

/** Splits cleaned HTML at its headings, for a page with a table of contents. */
export function sectionsOf(html: string): Section[] {
  return html
    .split(/(?=<h2>)/)
    .map((part) => {
      const match = /^<h2>(.*?)<\/h2>([\s\S]*)$/.exec(part)
      return { title: wordsOf(match?.[1] ?? ''), html: (match ? (match[2] ?? '') : part).trim() }
    })
    .filter(({ title, html: rest }) => title !== '' || rest !== '')
}

/** Gives our own pictures in cleaned HTML all their sizes and formats, under the site's image base. */
export function withPictures(html: string, base: string): string {
  const root = base.replace(/\/+$/, '')
  return html.replace(/<img src="\/(img\/[^"]+)"([^>]*)>/g, (whole, img: string, rest: string) => {
    const own = ownImage(img)
    if (!own) return whole
    const stem = `${root}/${img.replace(/\.\w+$/, '')}`
    const source = (format: string) => {
      const set = widthsOf(own).map((width) => `${stem}.${width}.${format} ${width}w`)
      return `<source type="image/${format}" srcset="${escapeHtml(set.join(', '))}" sizes="(min-width: 768px) 44rem, 100vw" />`
    }
    return `<picture>${source('avif')}${source('webp')}<img src="${escapeHtml(root)}/${img}"${rest}></picture>`
  })
}

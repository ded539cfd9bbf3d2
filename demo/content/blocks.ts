// Blocks of plain text for writing the demo articles; htmlOf() turns them into HTML as an editor would produce it.
import type { FigureData } from '../../src/shop/media/figure-rules.ts'
import { escapeHtml } from '../../src/shop/media/rich-text-rules.ts'

export type Block =
  | string
  | { h2: string }
  | { h3: string }
  | { list: string[] }
  | { steps: string[] }
  | { table: [head: string[], ...rows: string[][]] }
  | { note: string }

export type DemoArticle = {
  type: 'news' | 'course' | 'service'
  title: string
  sketch: string
  figure: FigureData
  tags: string[]
  body: Block[]
  /** Slugs of the demo catalogue. */
  projects: string[]
  date: string
}

export function htmlOf(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join('')
}

function blockHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`
  if ('h2' in block) return `<h2>${escapeHtml(block.h2)}</h2>`
  if ('h3' in block) return `<h3>${escapeHtml(block.h3)}</h3>`
  if ('list' in block) return `<ul>${items(block.list)}</ul>`
  if ('steps' in block) return `<ol>${items(block.steps)}</ol>`
  if ('note' in block) return `<blockquote><p>${escapeHtml(block.note)}</p></blockquote>`
  const [head, ...rows] = block.table
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</tbody></table>`
}

function items(texts: readonly string[]): string {
  return texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')
}

function cells(tag: 'th' | 'td', texts: readonly string[]): string {
  return texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')
}

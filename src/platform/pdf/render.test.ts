import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { PdfBlock, PdfDocument } from './document.ts'
import { renderPdf } from './render.ts'

const documentOf = (text: string): PdfDocument => ({
  title: text,
  mark: 'MX1',
  owner: '明析科测',
  blocks: [
    { kind: 'title', text },
    { kind: 'paragraph', text: '样品在氮气中升温。' },
  ],
})
/** Without the second of its making, the identifier that follows from it, and the random tags of the subsets of fonts. */
const lasting = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/\(D:\d{14}Z\)|\/ID \[[^\]]*\]|\b[A-Z]{6}\+/g, '')

it('a process that has drawn another document draws the same as a new one', async () => {
  const alone = await renderPdf(documentOf('检测报告'))
  await renderPdf(documentOf('合同'))
  const later = await renderPdf(documentOf('检测报告'))
  expect(later.length).toBe(alone.length)
  expect(lasting(later)).toBe(lasting(alone))
})

it('a document that cannot be drawn fails alone: those beside and after it are drawn', async () => {
  const broken = { ...documentOf('坏'), blocks: null } as never
  const answers = await Promise.allSettled([
    renderPdf(documentOf('一')),
    renderPdf(broken),
    renderPdf(documentOf('二')),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('[Q-209] [Q-246] formulas, units and names are drawn with signs that the font has, and lines are broken by their width', async () => {
  const text = 'TiO₂、Na⁺、10⁻³ mol·L⁻¹、cm⁻¹、LiNi₀.₈Co₀.₁Mn₀.₁O₂，Dvořák，5 ∼ 7 ☐，'.repeat(6)
  const table: PdfBlock = { kind: 'table', columns: [{ header: '结果', share: 1, align: 'right' }], rows: [[text]] }
  const bytes = await renderPdf({ ...documentOf('检测报告'), blocks: [{ kind: 'paragraph', text }, table] })
  if (process.env.RENDERED_PDF) writeFileSync(process.env.RENDERED_PDF, bytes)
  // Glyph 0 of a font is the box that stands for a missing sign; a subset has it first, and it is never drawn.
  for (const drawn of drawnGlyphs(bytes)) expect(drawn.match(/.{4}/g)).not.toContain('0000')
})

it('[Q-247] Ctrl-C, which reaches all processes of the group, does not end the drawing of a document that the server still waits for', async () => {
  const program = `
    import { renderPdf } from ${JSON.stringify(new URL('./render.ts', import.meta.url).href)}
    process.on('SIGINT', () => {})
    const drawn = renderPdf(${JSON.stringify(documentOf('停机'))})
    process.kill(-process.pid, 'SIGINT')
    console.log((await drawn).length)
    process.exit()`
  // Detached, so that the signal reaches the group of this program alone and not the runner of the tests.
  const { stdout } = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(Number(await text(stdout))).toBeGreaterThan(1000)
})

it('[Q-388] the sum of a table never stands alone on a page: the last row goes with it', async () => {
  const blocks = (count: number): PdfBlock[] => [
    {
      kind: 'table',
      columns: [{ header: '金额', share: 1 }],
      rows: Array.from({ length: count }, () => ['1']),
      total: ['9'],
    },
  ]
  const drawn = await Promise.all(
    Array.from({ length: 8 }, (_, i) => renderPdf({ ...documentOf('对账单'), blocks: blocks(24 + i) })),
  )
  const second = drawn.map((bytes) => streamsOf(bytes).filter((stream) => / TJ/.test(stream))[1])
  // Header, last row and sum stand with the three texts of the margins.
  const texts = second.flatMap((page) => (page ? [page.match(/\bBT\b/g)?.length ?? 0] : []))
  expect(texts.length).toBeGreaterThan(0)
  expect(Math.min(...texts)).toBe(6)
})

/** The glyphs of each drawn text, four hexadecimal digits for one. */
function drawnGlyphs(bytes: Uint8Array): string[] {
  return streamsOf(bytes)
    .filter((text) => text.includes(' TJ'))
    .flatMap((text) => [...text.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => hex))
}

/** The unpacked streams of a file, as text: among them what each page draws. */
function streamsOf(bytes: Uint8Array): string[] {
  const raw = Buffer.from(bytes).toString('latin1')
  const streams = [...raw.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = '']) =>
    Buffer.from(body, 'latin1'),
  )
  return streams.flatMap((body) => {
    try {
      return [inflateSync(body).toString('latin1')]
    } catch {
      return []
    }
  })
}

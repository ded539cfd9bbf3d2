import { expect, it } from 'vitest'
import type { PdfDocument } from './document.ts'
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

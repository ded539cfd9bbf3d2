import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { recompress, toCachedPage } from './page-cache.ts'

it('a page that is requested again is compressed better, with the same content and ETag', async () => {
  const text = Array.from(
    { length: 600 },
    (_, i) => `<li><a href="/detail/${i * 7919}">样品 ${i ** 3 % 977}</a></li>`,
  ).join('')
  const page = await toCachedPage({ 'content-type': 'text/html' }, Buffer.from(text))
  const { etag, br: quick } = page
  await recompress(page)
  expect(page.br.body.length).toBeLessThan(quick.body.length)
  expect(page.br.headers).toMatchObject({ etag, 'content-encoding': 'br', 'content-length': page.br.body.length })
  expect(brotliDecompressSync(page.br.body).toString()).toBe(text)
})

it('each cached body has its own memory, not a slice of the buffer pool of the compressor', async () => {
  const page = await toCachedPage({ 'content-type': 'text/html' }, Buffer.from('<p>粉末衍射</p>'.repeat(500)))
  const bodies = () => [page.gzip.body, page.br.body].map(({ length, buffer }) => [length, buffer.byteLength])
  for (const [length, kept] of bodies()) expect(kept).toBe(length)
  await recompress(page)
  for (const [length, kept] of bodies()) expect(kept).toBe(length)
})

import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { squeeze, toCachedPage } from './page-cache.ts'

it('a page asked for again goes out smaller, with the same content and tag', async () => {
  const text = Array.from(
    { length: 600 },
    (_, i) => `<li><a href="/detail/${i * 7919}">样品 ${i ** 3 % 977}</a></li>`,
  ).join('')
  const page = await toCachedPage({ 'content-type': 'text/html' }, Buffer.from(text))
  const { etag, br: quick } = page
  await squeeze(page)
  expect(page.br.body.length).toBeLessThan(quick.body.length)
  expect(page.br.headers).toMatchObject({ etag, 'content-encoding': 'br', 'content-length': page.br.body.length })
  expect(brotliDecompressSync(page.br.body).toString()).toBe(text)
})

it('keeps no more of the memory than it counts: each body has memory of its own, not a piece of what the compressor works with', async () => {
  const page = await toCachedPage({ 'content-type': 'text/html' }, Buffer.from('<p>粉末衍射</p>'.repeat(500)))
  const bodies = () => [page.gzip.body, page.br.body].map(({ length, buffer }) => [length, buffer.byteLength])
  for (const [length, kept] of bodies()) expect(kept).toBe(length)
  await squeeze(page)
  for (const [length, kept] of bodies()) expect(kept).toBe(length)
})

import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { recompress, toCachedPage } from './page-cache.ts'

it('a page that is requested again is compressed better, with the same content and ETag', async () => {
  const text = Array.from(
    { length: 600 },
    (_, i) => `<li><a href="/detail/${i * 7919}">样品 ${i ** 3 % 977}</a></li>`,
  ).join('')
  const page = toCachedPage({ 'content-type': 'text/html' }, Buffer.from(text))
  const quick = page.br?.body.length
  await recompress(page)
  const { etag, br: { body, headers } = { body: Buffer.alloc(0), headers: {} } } = page
  expect(body.length).toBeLessThan(quick ?? 0)
  expect(headers).toMatchObject({ etag, 'content-encoding': 'br', 'content-length': body.length })
  expect(brotliDecompressSync(body).toString()).toBe(text)
})

it('each cached body has its own memory, not a slice of the buffer pool of the compressor', async () => {
  for (const accepted of ['br', 'gzip']) {
    const page = toCachedPage({ 'content-type': 'text/html' }, Buffer.from('<p>粉末衍射</p>'.repeat(500)), accepted)
    const bodies = () =>
      [page.gzip, page.br].flatMap((each) => (each ? [[each.body.length, each.body.buffer.byteLength]] : []))
    expect(bodies()).toHaveLength(1)
    await recompress(page)
    for (const [length, kept] of bodies()) expect(kept).toBe(length)
  }
})

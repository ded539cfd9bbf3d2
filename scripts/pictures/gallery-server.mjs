// Builds the component gallery (src/ui/gallery) into a folder of its own and serves it, for checks in a browser.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** @returns {Promise<{ base: string, folder: string, close: () => Promise<void> }>} */
export async function serveGallery() {
  const folder = await mkdtemp(join(tmpdir(), 'gallery-'))
  await build({
    root: 'src/ui/gallery',
    base: '.',
    configFile: false,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  })
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const file = path === '/' ? 'index.html' : path.slice(1)
    const body = await readFile(join(folder, file)).catch(() => undefined)
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(body)
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(undefined)))
  return {
    base: `http://127.0.0.1:${server.address().port}/`,
    folder,
    close: async () => {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

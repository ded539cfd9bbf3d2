// A smaller copy in Brotli and in gzip beside every text of the client build. The server sends these copies as they are (`preCompressed`);
// without them it would send the scripts and styles of every page at their full size, since nothing is compressed while it answers.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
/** Below this a copy saves less than one packet. */
const LEAST_BYTES = 200

/** The best, 11, saves one byte in seventy more and takes more than twice the time. */
const QUALITY = 10

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Runs when the server's half is written, the last step of a build: only then is the manifest of the routes in the folder of the client.
 * @param {string} folder the client's half of the build
 * @returns {import('vite').Plugin}
 */
export function compressAssets(folder) {
  return {
    name: 'compress-assets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    writeBundle: { sequential: true, order: 'post', handler: () => compressFolder(folder) },
  }
}

/** @param {string} folder */
export async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file) {
  const bytes = readFileSync(file)
  if (bytes.length < LEAST_BYTES) return
  const [brotli, gzipped] = await Promise.all([
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    toGzip(bytes, { level: 9 }),
  ])
  if (brotli.length < bytes.length) writeFileSync(`${file}.br`, brotli)
  if (gzipped.length < bytes.length) writeFileSync(`${file}.gz`, gzipped)
}

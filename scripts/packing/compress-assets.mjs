// Writes a Brotli and a gzip copy next to every text file and WebAssembly module of the client build. The server sends these copies (`preCompressed`) because
// it does not compress assets on request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const SMALLER = /\.(js|css|svg|json|txt|webmanifest|wasm)$/
/** Smaller files are skipped, because a copy would save less than one packet. */
const LEAST_BYTES = 200

/**
 * A twentieth of the processor time of 10, which is 6 % smaller: whoever clones the project waits for the build. A packed release, which is made
 * once for many visitors, has the best quality.
 */
const BUILD_QUALITY = 8

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Runs after the server build is written, the last step of a build, because only then is the route manifest in the client folder.
 * @param {string} folder the client build
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

/**
 * @param {string} folder
 * @param {number} quality of Brotli, up to 11
 */
export async function compressFolder(folder, quality = BUILD_QUALITY) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SMALLER.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(files.map((file) => compressFile(file, quality)))
}

async function compressFile(file, quality) {
  const bytes = readFileSync(file)
  if (bytes.length < LEAST_BYTES) return
  const [brotli, gzipped] = await Promise.all([
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    toGzip(bytes, { level: 9 }),
  ])
  if (brotli.length < bytes.length) writeFileSync(`${file}.br`, brotli)
  if (gzipped.length < bytes.length) writeFileSync(`${file}.gz`, gzipped)
}

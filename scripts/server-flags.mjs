import { fileURLToPath } from 'node:url'

const CACHE_MEGABYTES = 96

/**
 * V8 heap flags for the server process. By default V8 uses 128 MB for young objects and lets the old generation grow to up to four times the
 * live data, more on larger machines: a robot that read thousands of pages left 200 MB of garbage. Smaller limits take the same
 * processor time per page (docs/decisions/0022). Cached answers are old objects, so the limit grows with the size of the cache. A
 * limit that the operator sets in NODE_OPTIONS is kept.
 * @param {Record<string, string | undefined>} env
 * @returns {string[]}
 */
export function serverFlags(env = process.env) {
  const oldMegabytes = 1024 + 2 * (Number(env.CACHE_MEGABYTES) || CACHE_MEGABYTES)
  const flags = ['--max-semi-space-size=16', `--max-old-space-size=${oldMegabytes}`]
  return flags.filter((flag) => !env.NODE_OPTIONS?.replaceAll('_', '-').includes(flag.split('=')[0]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(serverFlags().join(' '))

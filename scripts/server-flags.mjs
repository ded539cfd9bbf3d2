import { fileURLToPath } from 'node:url'

const CACHE_MEGABYTES = 96

/**
 * How the engine of the server's process is to handle its memory. Left to itself it takes 128 MB for the youngest objects alone, and up to four
 * times what is alive before it collects the old ones, the more the larger the machine is: a robot reading thousands of pages made it keep 200 MB
 * of garbage. A page takes the same processor time with a quarter of that (docs/decisions/0022). Answers are kept among the old objects, so
 * what the cache may take comes on top. Whoever sets a limit in NODE_OPTIONS keeps it.
 * @param {Record<string, string | undefined>} env
 * @returns {string[]}
 */
export function serverFlags(env = process.env) {
  const oldMegabytes = 1024 + 2 * (Number(env.CACHE_MEGABYTES) || CACHE_MEGABYTES)
  const flags = ['--max-semi-space-size=16', `--max-old-space-size=${oldMegabytes}`]
  return flags.filter((flag) => !env.NODE_OPTIONS?.replaceAll('_', '-').includes(flag.split('=')[0]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(serverFlags().join(' '))

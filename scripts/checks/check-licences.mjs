// Allows only permissive licences: the product is sold, so no licence may require its owner to publish sources or to ask for permission.
// Reads the lock file, which lists the packages of all platforms with their licences, also those that are not installed here.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Exceptions with the reason why each is acceptable, and whether it is acceptable only for development. */
const EXCEPTIONS = [
  {
    name: /^axe-core$/,
    licence: 'MPL-2.0',
    devOnly: true,
    reason: 'checks accessibility in tests, unchanged, never shipped',
  },
  {
    name: /^lightningcss(-[a-z0-9-]+)?$/,
    licence: 'MPL-2.0',
    devOnly: true,
    reason: 'minifies CSS while building, unchanged; its output is not covered',
  },
  {
    name: /^caniuse-lite$/,
    licence: 'CC-BY-4.0',
    devOnly: true,
    reason: 'browser data read while building, never shipped',
  },
  {
    name: /^png-js$/,
    licence: undefined,
    devOnly: false,
    reason: 'its LICENSE file is MIT, but package.json does not state it',
  },
  {
    name: /^pause-stream$/,
    licence: 'MIT,Apache2',
    devOnly: false,
    reason: 'its LICENSE file says "Dual Licensed MIT and Apache 2"; package.json has the list in the old form',
  },
]

/** @returns {{ packages: number, problems: string[] }} of a parsed package-lock.json */
export function checkLicences(lock) {
  const packages = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && !link)
  const problems = packages.flatMap(([path, { license, dev = false }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (isPermissive(license)) return []
    const exception = EXCEPTIONS.find((known) => known.name.test(name) && known.licence === stated(license))
    if (exception === undefined) return [`${name}: ${stated(license) ?? 'no licence stated'}`]
    return exception.devOnly && !dev ? [`${name}: ${license} is accepted for development only`] : []
  })
  return { packages: packages.length, problems }
}

/** Old packages have a list, of which nobody knows whether it means AND or OR; it passes only by a named exception. */
function stated(license) {
  return Array.isArray(license) ? license.join(',') : license
}

/** `A OR B` needs one acceptable side, `A AND B` both. Nested expressions are refused, because a person should read them. */
function isPermissive(expression) {
  if (typeof expression !== 'string') return false
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare.split(' OR ').some((side) => side.split(' AND ').every((licence) => PERMISSIVE.has(licence.trim())))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'))
  const { packages, problems } = checkLicences(lock)
  for (const problem of problems) console.error(problem)
  console.log(`licences: ${packages} packages, ${problems.length} problems, ${EXCEPTIONS.length} named exceptions`)
  process.exitCode = problems.length > 0 || packages === 0 ? 1 : 0
}

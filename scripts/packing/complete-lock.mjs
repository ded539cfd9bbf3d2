// When a registry lacks the native packages of some platforms, `npm install` removes them from the lock file, and `npm ci` then
// refuses the lock file everywhere. The package that depends on them pins their versions, so this script can add the missing
// entries. Run it after every `npm install`; with --check it only prints what is missing.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LOCK = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'package-lock.json')
const NATIVE = /-(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(\w+))?$/

/** @returns {Record<string, object>} missing entries of the lock file by path */
export function missingEntries(lock) {
  const missing = {}
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isLocked(lock.packages, path, name)) continue
      const [, os, cpu, abi = ''] = name.match(NATIVE) ?? []
      if (os === undefined || !/^\d+\.\d+\.\d+$/.test(version))
        throw new Error(`${path} wants ${name}@${version}: not a native package of one version`)
      const libc = os !== 'linux' ? undefined : abi.startsWith('musl') ? 'musl' : 'glibc'
      missing[`node_modules/${name}`] = {
        version,
        cpu: [cpu],
        ...(entry.dev ? { dev: true } : {}),
        ...(libc ? { libc: [libc] } : {}),
        license: entry.license,
        optional: true,
        os: [os],
      }
    }
  }
  return missing
}

/** Resolves like Node: next to the package, then in every outer node_modules. */
function isLocked(packages, from, name) {
  const folders = from
    .split('/node_modules/')
    .map((_, depth, parts) => parts.slice(0, parts.length - depth).join('/node_modules/'))
  return [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].some(
    (path) => path in packages,
  )
}

function main(check) {
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'))
  const missing = missingEntries(lock)
  const names = Object.keys(missing)
  if (!check && names.length > 0) {
    const [[root, project], ...rest] = Object.entries({ ...lock.packages, ...missing })
    const packages = { [root]: project, ...Object.fromEntries(rest.sort(([a], [b]) => (a < b ? -1 : 1))) }
    writeFileSync(LOCK, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
  }
  console.log(names.length === 0 ? 'the lock file is complete' : `${check ? 'missing' : 'added'}: ${names.join(', ')}`)
  if (check && names.length > 0) {
    console.error('npm ci would refuse it: run `node scripts/packing/complete-lock.mjs`')
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.includes('--check'))

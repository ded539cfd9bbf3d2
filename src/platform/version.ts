import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The version of this program. package.json is the only place where it is written by hand. */
export const version: string = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string })
  .version

let found: { commit: string | undefined } | undefined

/** The commit that this program was made from, when that is known: `npm run pack` writes it beside package.json; a checkout asks git. */
export function commit(): string | undefined {
  found ??= { commit: writtenCommit() ?? checkedOutCommit() }
  return found.commit
}

/** Version and commit in one word, as error reports have it: `0.2.0+1a2b3c4d5e6f`. */
export function releaseName(): string {
  const made = commit()
  return made ? `${version}+${made}` : version
}

function writtenCommit(): string | undefined {
  const file = join(root, 'commit')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined
}

function checkedOutCommit(): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  try {
    const command = ['rev-parse', '--short=12', 'HEAD']
    return execFileSync('git', command, { cwd: root, encoding: 'utf8', stdio: 'pipe', timeout: 2000 }).trim()
  } catch {
    // Without git, or in a folder of another user, the version alone has to do.
    return undefined
  }
}

/** Whether a version such as `0.10.0` comes after another, such as `0.9.2`. */
export function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0
}

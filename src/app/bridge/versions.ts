import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Migration } from '../../platform/db/migrations/migration.ts'

// Which version of the product made a database. Before 0.2.0 migrations were edited in place, so every version left its own checksums;
// `versions.json` has those of all versions from 2026-11-22 on (decision 0090). It is never extended: newer migrations are not edited.

interface KnownVersions {
  /** `commit time`, oldest first. */
  versions: string[]
  /** By file and beginning of its checksum: the positions in `versions` that had it, such as `15-22 30`. */
  migrations: Record<string, Record<string, string>>
}

/** A version from before 0.2.0. */
export interface FormerVersion {
  commit: string
  /** When it was made, in UTC. */
  at: string
}

/** `current`: its migrations are those of this release or their beginning. `former`: older, and the bridge knows it. */
export type Recognised =
  | { kind: 'empty' }
  | { kind: 'current' }
  | { kind: 'former'; version: FormerVersion }
  | { kind: 'unknown'; changed: string }

export interface AppliedMigration {
  name: string
  checksum: string
}

const CHECKSUM_CHARACTERS = 16

let known: KnownVersions | undefined

/** Read only for a database that this release cannot open. */
function knownVersions(): KnownVersions {
  known ??= JSON.parse(readFileSync(join(import.meta.dirname, 'versions.json'), 'utf8')) as KnownVersions
  return known
}

export async function appliedMigrations(database: Pick<Database, 'rows' | 'one'>): Promise<AppliedMigration[]> {
  const { there } = await database.one<{ there: boolean }>(
    sql`select to_regclass('public.schema_migrations') is not null as there`,
  )
  return there ? database.rows(sql`select name, checksum from public.schema_migrations order by name`) : []
}

export function recognise(
  applied: readonly AppliedMigration[],
  migrations: readonly Pick<Migration, 'name' | 'checksum'>[],
): Recognised {
  if (applied.length === 0) return { kind: 'empty' }
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const changed = applied.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum)
  if (changed === undefined) return { kind: 'current' }
  const version = formerVersion(applied)
  return version ? { kind: 'former', version } : { kind: 'unknown', changed: changed.name }
}

/**
 * The version with most migrations among those whose migrations were all applied. What was applied beyond them must belong to another known
 * version: a newer version that met the older database added its new files before it stopped at an edited one.
 */
function formerVersion(applied: readonly AppliedMigration[]): FormerVersion | undefined {
  const { versions, migrations } = knownVersions()
  const found = new Map<number, number>()
  for (const { name, checksum } of applied) {
    const positions = migrations[name]?.[checksum.slice(0, CHECKSUM_CHARACTERS)]
    if (positions === undefined) return undefined
    for (const position of listed(positions)) found.set(position, (found.get(position) ?? 0) + 1)
  }
  const whole = [...found].filter(([position, count]) => count === sizes()[position])
  const best = whole.sort(([a, size], [b, other]) => other - size || b - a)[0]
  if (best === undefined) return undefined
  const [commit = '', at = ''] = (versions[best[0]] ?? '').split(' ')
  return { commit, at }
}

/** How many migrations each version had. */
function sizes(): number[] {
  const { versions, migrations } = knownVersions()
  const counts = versions.map(() => 0)
  for (const checksums of Object.values(migrations))
    for (const positions of Object.values(checksums))
      for (const position of listed(positions)) counts[position] = (counts[position] ?? 0) + 1
  return counts
}

/** `2-4 7` → 2, 3, 4, 7. */
function listed(positions: string): number[] {
  return positions.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../../../scripts/postgres/postgres-cluster.mjs'
import { decompress, partOf, unpackInto } from '../../../demo/release/parts.ts'
import { openPglite } from '../../platform/db/embedded/pglite.ts'
import { newServerDatabase, type OpenedDatabase } from './test-database.ts'

/** The database that a release left, as it left it: nothing is migrated yet. */
export function openReleaseDatabase(version: string): Promise<OpenedDatabase> {
  return process.env.TEST_DATABASE === 'postgres' ? restored(version) : unpacked(version)
}

async function unpacked(version: string): Promise<OpenedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'mingxi-release-'))
  unpackInto(folder, partOf(version, 'database'))
  const database = await openPglite(join(folder, 'database'))
  const close = async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, url: undefined, close }
}

async function restored(version: string): Promise<OpenedDatabase> {
  const opened = await newServerDatabase()
  const psql = spawn(
    join(findPostgres() ?? '', 'psql'),
    ['--quiet', '--no-psqlrc', '--single-transaction', '--set=ON_ERROR_STOP=1', '--output=/dev/null', opened.url],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  )
  let complaints = ''
  psql.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  psql.stdin.on('error', () => {})
  psql.stdin.end(decompress(partOf(version, 'dump')))
  const [code] = (await once(psql, 'close')) as [number]
  if (code !== 0) throw new Error(`the dump of ${version} cannot be restored: ${complaints}`)
  return opened
}

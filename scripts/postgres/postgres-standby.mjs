// A standby of a temporary cluster (scripts/postgres/postgres-cluster.mjs), made with pg_basebackup as the manual does it, for tests of replicas.
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterOwner, findPostgres, freePort, ready, serve, stop } from './postgres-cluster.mjs'

/**
 * @param {{ url: string }} primary
 * @param {{ name?: string, settings?: Record<string, string | number> }} options
 * @returns {Promise<{ url: string, port: number, folder: string, promote: () => void, kill: () => void, stop: () => Promise<void> }>}
 */
export async function startStandby(primary, { name = 'standby1', settings = {} } = {}) {
  const programs = findPostgres()
  const folder = mkdtempSync(join(tmpdir(), `mingxi-postgres-${process.pid}-`))
  const owner = clusterOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const run = (program, args) => {
    const done = spawnSync(join(programs, program), args, { cwd: folder, encoding: 'utf8', ...owner })
    if (done.status !== 0) throw new Error(`${program} failed: ${done.error?.message ?? done.stderr}`)
  }
  const from = new URL(primary.url)
  from.searchParams.set('application_name', name)
  try {
    run('pg_basebackup', [
      '--pgdata',
      data,
      '--dbname',
      from.href,
      '--checkpoint',
      'fast',
      '--write-recovery-conf',
      '--no-sync',
    ])
    const port = await freePort()
    const server = serve(programs, folder, port, false, owner, settings)
    await ready(server, folder)
    const url = new URL(primary.url)
    url.port = String(port)
    return {
      url: url.href,
      port,
      folder,
      promote: () => run('pg_ctl', ['promote', '--pgdata', data, '--wait', '--timeout', '20']),
      /** As if its host had lost power. */
      kill: () => process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
      stop: () => stop(server, folder),
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

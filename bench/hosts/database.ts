import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterOwner, findPostgres } from '../../scripts/postgres/postgres-cluster.mjs'
import type { Network, Started } from './network.ts'

const programs = findPostgres() ?? ''
const owner = clusterOwner()
const SETTINGS =
  'listen_addresses=* port=5432 max_connections=100 shared_buffers=256MB timezone=UTC log_min_messages=warning hot_standby_feedback=on'

/** The user of the role has the limits of time, because connections come through a pooler (docs/operations/growing.md). */
const ROLE_SETTINGS = `alter role postgres set statement_timeout = '15s'; alter role postgres set lock_timeout = '8s';
  alter role postgres set idle_in_transaction_session_timeout = '30s'; alter role postgres set jit = off`

export interface Databases {
  primary: Started
  standby: Started
  pooler: Started
  /** Of the host named, on the primary or standby directly. */
  sql: (host: string, text: string, database?: string) => Promise<string>
}

/** A primary, its synchronous standby and PgBouncer, each on its own host, as the manual sets them up. */
export async function startDatabases(network: Network, folder: string): Promise<Databases> {
  const own = (path: string) => {
    if (owner) chownSync(path, owner.uid, owner.gid)
    return path
  }
  own(folder)
  const data = { db1: join(folder, 'db1'), db2: join(folder, 'db2') }
  const options = (host: string) => ({ log: join(folder, `${host}.log`), owner })
  const sql = (host: string, text: string, database = 'postgres') =>
    network.run(host, [
      'psql',
      '-XAtq',
      '-v',
      'ON_ERROR_STOP=1',
      '-c',
      text,
      `host=${network.address(host)} user=postgres dbname=${database}`,
    ])
  const postgres = (host: 'db1' | 'db2') => {
    const sockets = own(made(join(folder, `sockets-${host}`)))
    const settings = [...SETTINGS.split(' '), `unix_socket_directories=${sockets}`].flatMap((setting) => [
      '-c',
      setting,
    ])
    return network.start(host, [join(programs, 'postgres'), '-D', data[host], ...settings], options(host))
  }
  const init = ['--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8']
  await network.run('db1', [join(programs, 'initdb'), '--pgdata', data.db1, ...init], { owner })
  appendFileSync(
    join(data.db1, 'pg_hba.conf'),
    'host all all 10.77.0.0/24 trust\nhost replication all 10.77.0.0/24 trust\n',
  )
  const primary = postgres('db1')
  await answers(() => sql('db1', 'select 1'))
  for (const text of ROLE_SETTINGS.split(';')) await sql('db1', text)
  await sql('db1', 'create database mingxi')
  const from = `host=${network.address('db1')} user=postgres application_name=standby1`
  await network.run(
    'db2',
    [
      join(programs, 'pg_basebackup'),
      '--pgdata',
      data.db2,
      '--dbname',
      from,
      '--checkpoint',
      'fast',
      '--write-recovery-conf',
    ],
    { owner },
  )
  const standby = postgres('db2')
  await answers(() => sql('db2', 'select 1'))
  await sql('db1', `alter system set synchronous_standby_names = 'FIRST 1 (standby1)'`)
  await sql('db1', 'select pg_reload_conf()')
  const pooler = startPooler()
  await answers(() => network.run('load', ['psql', '-XAtqc', 'select 1', poolerUrl(network)]))
  return { primary, standby, pooler, sql }

  function startPooler(): Started {
    const place = own(made(join(folder, 'pooler')))
    const lines = `listen_addr = *\nlisten_port = 6432\nunix_socket_dir =\nauth_type = trust\nauth_file = ${place}/users\npool_mode = transaction
default_pool_size = 20\nreserve_pool_size = 5\nmax_client_conn = 500\nserver_login_retry = 1\nserver_connect_timeout = 3\nquery_wait_timeout = 10
server_fast_close = 1\ntcp_keepidle = 10\ntcp_keepintvl = 3\ntcp_keepcnt = 3\ntcp_user_timeout = 5000\nignore_startup_parameters = extra_float_digits`
    writeFileSync(own2(join(place, 'databases.ini')), poolerLine(network, 'db1'))
    writeFileSync(own2(join(place, 'users')), '"postgres" ""\n')
    writeFileSync(
      own2(join(place, 'pgbouncer.ini')),
      `[databases]\n%include ${place}/databases.ini\n[pgbouncer]\n${lines}\n`,
    )
    return network.start('pool', ['pgbouncer', join(place, 'pgbouncer.ini')], options('pool'))
  }

  function own2(path: string): string {
    writeFileSync(path, '')
    return own(path)
  }
}

/** The scripts of deploy/postgres beside the standby, with what this network needs to fence the primary and to move connections. */
export function startWatcher(network: Network, folder: string, { primary, pooler }: Databases): Started {
  const place = join(folder, 'pooler', 'databases.ini')
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    PRIMARY: `host=${network.address('db1')} user=postgres dbname=postgres connect_timeout=2`,
    NAME: 'standby1',
    PGDATA: join(folder, 'db2'),
    LOCAL: `host=${join(folder, 'sockets-db2')} user=postgres dbname=postgres`,
    FENCE: `kill -9 ${primary.pid} 2>/dev/null; for n in 1 2 3 4 5; do kill -0 ${primary.pid} 2>/dev/null || exit 0; sleep 0.1; done; exit 1`,
    AFTER: `printf '%s' '${poolerLine(network, 'db2')}' > ${place} && kill -HUP ${pooler.pid}`,
  }
  const script = resolve(import.meta.dirname, '../../deploy/postgres/watch-primary.sh')
  return network.start('db2', ['sh', script], { env, owner, log: join(folder, 'watch.log') })
}

export function poolerUrl(network: Network): string {
  return `postgres://postgres@${network.address('pool')}:6432/mingxi`
}

function poolerLine(network: Network, host: string): string {
  return `mingxi = host=${network.address(host)} port=5432\n`
}

function made(path: string): string {
  mkdirSync(path, { recursive: true })
  return path
}

async function answers(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await ask()
      return
    } catch (error) {
      if (tries > 100) throw error
      await sleep(200)
    }
  }
}

/** Why this program cannot run here, or undefined. */
export function missing(): string | undefined {
  if (process.getuid?.() !== 0) return 'it needs root for network namespaces'
  if (!programs) return 'PostgreSQL is not installed'
  for (const [program, flag] of [
    ['ip', '-V'],
    ['pgbouncer', '--version'],
    ['psql', '--version'],
    ['setpriv', '--version'],
  ] as const)
    if (spawnSync(program, [flag]).error) return `${program} is not installed`
  return undefined
}

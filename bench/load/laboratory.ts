import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { startServer } from '../../scripts/run-server.mjs'
import { creditPrestore } from '../../src/money/prestore/actions.ts'
import { verifyBooks } from '../../src/money/ledger/actions.ts'
import { openSession } from '../../src/platform/auth/sessions.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { deviceSearch } from '../../src/shop/catalogue/contract.ts'
import { deviceDetail } from '../../src/shop/site/contract.ts'
import { residentMb } from '../measure.ts'
import { buyers, openServices } from '../services.ts'
import type { World } from './people.ts'

const BALANCE_FEN = 10_000_000_000

export interface State {
  memoryMb: number
  connections: number
  openFiles: number
  /** Of the folder in which the server keeps what is not in the database. */
  folderMb: number
  databaseMb: number
  jobsWaiting: number
}

/**
 * One server with web and worker, as a laboratory of thirty starts it, with PostgreSQL (fsync on); customers with a balance and staff, all signed in.
 * @param change the address of the database as the server gets it, and settings beside it
 */
export async function openLaboratory(
  people: number,
  change: (address: URL) => Promise<Record<string, string>> = async () => ({}),
) {
  const cluster = await startCluster({ durable: true })
  const database = openPostgres(cluster.url, { poolSize: 2 })
  const { ctx } = await openServices(database)
  const customers = await buyers(ctx, people)
  for (const { id } of customers) {
    await database.run(sql`update customers set user_type = 1 where id = ${id}`)
    await creditPrestore(ctx, {
      ...{ customerId: id, amountFen: BALANCE_FEN, kind: 'bench', businessId: String(id) },
      ...{ operation: 'fund', memo: '压测' },
    })
  }
  const staff = await database.rows<{ id: number; role: string }>(sql`
    select id, role from staff order by id`)
  const colleagues = staff.map((each) => ({ ...each, token: '' }))
  /** Access tokens last two hours. */
  const signIn = async () => {
    for (const person of customers) person.token = (await openSession(ctx, 'customer', person.id)).token
    for (const person of colleagues) person.token = (await openSession(ctx, 'staff', person.id)).token
  }
  await signIn()
  await database.script('analyze')
  const address = new URL(cluster.url)
  const settings = await change(address)
  const folder = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'mingxi-load-'))
  const server = await startServer({
    ...{ DATABASE_URL: address.href, DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'warn', TRUST_PROXY: '1' },
    ...settings,
  })
  const state = async (): Promise<State> => ({
    memoryMb: residentMb(server.pid),
    openFiles: readdirSync(`/proc/${server.pid}/fd`).length,
    folderMb: megabytesIn(folder),
    ...(await database.one<Omit<State, 'memoryMb' | 'openFiles' | 'folderMb'>>(sql`
      select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as connections,
        (pg_database_size(current_database()) / 1e6)::float8 as database_mb,
        (select count(*) from jobs where state = 'waiting' and run_at <= now())::int as jobs_waiting`)),
  })
  /** Orders that were acknowledged and are not there, and faults of the books. */
  const judge = async (acknowledged: readonly string[]): Promise<string[]> => {
    const rows = await database.rows<{ no: string }>(sql`select order_no as no from orders`)
    const known = new Set(rows.map(({ no }) => no))
    const lost = acknowledged.filter((no) => !known.has(no)).map((no) => `order ${no} was acknowledged and is lost`)
    return [...lost, ...(await verifyBooks(database)).map(String)]
  }
  const close = async () => {
    await server.stop()
    await database.close()
    await cluster.stop()
    if (settings.DATA_DIR === undefined) rmSync(folder, { recursive: true, force: true })
  }
  return { server, cluster, folder, customers, colleagues, signIn, state, judge, close }
}

/** Powder diffraction with its initial parameters. */
export async function projectOf(url: string): Promise<World['project']> {
  const read = async <Data>(path: string) => ((await (await fetch(url + path)).json()) as { data: Data }).data
  const { list } = await read<{ list: { rid: number }[] }>(`${deviceSearch.path}?kw=xrd`)
  const { rid, form } = await read<{ rid: number; form: { fields: { key: string; initial?: unknown }[] } }>(
    `${deviceDetail.path}?rid=${list[0]?.rid}`,
  )
  const initial = form.fields.filter((field) => field.initial !== undefined)
  return { rid, parameters: Object.fromEntries(initial.map((field) => [field.key, field.initial])) }
}

function megabytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0) / 1e6
}

/** A file may be removed while the folder is read. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

import pg from 'pg'
import { CommitHooks, type Db } from '../../src/platform/db/db.ts'
import type { QueryResult } from '../../src/platform/db/run-query.ts'
import { txHandle } from '../../src/platform/db/postgres/postgres.ts'

export interface Recorded {
  text: string
  values: unknown[]
  result: unknown[][]
}

/** The part of a database connection that recording and replaying need; clients of drivers have it. */
export interface BareClient {
  query(text: string): Promise<unknown>
  query(statement: { name?: string; text: string; values: unknown[]; rowMode: 'array' }): Promise<{
    rows: unknown[][]
    fields: { name: string }[]
    rowCount: number | null
  }>
}

/** Runs `work` in a transaction on a separate connection and records every statement with its values and result. */
export async function record(url: string, work: (db: Db) => Promise<unknown>): Promise<Recorded[]> {
  const client = await connected(url)
  const statements = await recordOn(client, work)
  await client.end()
  return statements
}

export async function recordOn(client: BareClient, work: (db: Db) => Promise<unknown>): Promise<Recorded[]> {
  const statements: Recorded[] = []
  const run = async (text: string, values: unknown[]): Promise<QueryResult> => {
    const result = await client.query({ text, values, rowMode: 'array' })
    statements.push({ text, values, result: result.rows })
    return { rows: result.rows, names: result.fields.map((field) => field.name), affected: result.rowCount ?? 0 }
  }
  await client.query('begin')
  await work(txHandle(run, new CommitHooks()))
  await client.query('commit')
  return statements
}

export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser: (oid: number) => (oid === 20 ? Number : pg.types.getTypeParser(oid)) } as never,
  })
  await client.connect()
  return client
}

/**
 * Repeats the recorded statements as one transaction of prepared statements: the upper limit for the same SQL.
 * Numbers that the database generated (ids of seven digits and more, order numbers) are replaced by those of this run wherever they appear as values.
 */
export async function replay(
  client: BareClient,
  statements: Recorded[],
  given: Map<string, string>,
  inTransaction = true,
): Promise<void> {
  const known = new Map(given)
  if (inTransaction) await client.query('begin')
  for (const [n, statement] of statements.entries()) {
    const values = statement.values.map((value) => substituted(value, known))
    const { rows } = await client.query({ name: `r${n}`, text: statement.text, values, rowMode: 'array' })
    learn(statement.result, rows, known)
  }
  if (inTransaction) await client.query('commit')
}

/** Transactions per second of only the recorded statements, on the given number of connections. `given` maps the numbers that differ each time. */
export async function replayRate(
  url: string,
  statements: Recorded[],
  options: { connections: number; seconds: number; inTransaction?: boolean; given?: () => Map<string, string> },
): Promise<number> {
  const clients = await Promise.all(Array.from({ length: options.connections }, () => connected(url)))
  const until = performance.now() + options.seconds * 1000
  let done = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await replay(client, statements, options.given?.() ?? new Map(), options.inTransaction)
        done += 1
      }
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
  return done / options.seconds
}

const GIVEN_OUT = /MX\d{13,}|(?<![\d.])\d{7,}(?![\d.])/g

function substituted(value: unknown, known: Map<string, string>): unknown {
  if (typeof value === 'number') return Number(known.get(String(value)) ?? value)
  if (typeof value === 'string')
    return value.replace(GIVEN_OUT, (found) => known.get(found) ?? withOrderNo(found, known))
  if (Array.isArray(value)) return value.map((each) => substituted(each, known))
  return value
}

/** A sample number is the order number and two digits. */
function withOrderNo(found: string, known: Map<string, string>): string {
  const order = known.get(found.slice(0, -2))
  return found.startsWith('MX') && order ? order + found.slice(-2) : found
}

function learn(recorded: unknown, current: unknown, known: Map<string, string>): void {
  if (Array.isArray(recorded) && Array.isArray(current)) {
    recorded.forEach((each, i) => learn(each, current[i], known))
  } else if (recorded !== null && current !== null && typeof recorded === 'object' && typeof current === 'object') {
    for (const [key, each] of Object.entries(recorded)) learn(each, (current as Record<string, unknown>)[key], known)
  } else if (
    (typeof recorded === 'number' || typeof recorded === 'string') &&
    recorded !== current &&
    String(recorded).match(GIVEN_OUT)?.[0] === String(recorded)
  ) {
    known.set(String(recorded), String(current))
  }
}

import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentTracing } from '../observe/tracing.ts'
import { noteSlow, slowLimit } from '../observe/slow-statements.ts'
import type { QueryResult, RunQuery } from './run-query.ts'
import type { Sql } from './sql.ts'

interface Known {
  /** The function that runs it, such as `lab/orders/store.orderRow`. */
  name: string
  /** With the name as a comment, so that pg_stat_activity and pg_stat_statements tell it. */
  text: string
}

const known = new Map<string, Known>()
/** Only call sites that vary their text could exceed this; theirs are named by the place alone and not remembered. */
const MOST_KNOWN = 4000

/**
 * Runs a statement of a store. The first time that a text is seen it gets its name from the stack, and keeps it: a text that stays the same is
 * prepared once.
 */
export async function runStatement(run: RunQuery, { text, values }: Sql): Promise<QueryResult> {
  const statement = known.get(text) ?? nameOnce(text)
  const started = performance.now()
  try {
    const tracing = currentTracing()
    return await (tracing ? traced(statement, () => run(statement.text, values)) : run(statement.text, values))
  } finally {
    const ms = performance.now() - started
    if (ms >= slowLimit()) noteSlow({ statement: statement.name, text, ms })
  }
}

async function traced({ name, text }: Known, run: () => Promise<QueryResult>): Promise<QueryResult> {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name, 'db.query.text': text.slice(0, 2000) }
  const span = currentTracing()?.child(`SQL ${name}`, { kind: 'CLIENT', attributes })
  if (span === undefined) return run()
  try {
    const result = await run()
    span.set({ 'db.response.returned_rows': result.rows.length, 'mingxi.rows_affected': result.affected })
    return result
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

function nameOnce(text: string): Known {
  const name = callerName()
  const statement = { name, text: `/*${name}*/ ${text}` }
  if (known.size < MOST_KNOWN) known.set(text, statement)
  return statement
}

const source = resolve(import.meta.dirname, '../..')

/** The first function on the stack outside of the database layer. */
function callerName(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 15
  const lines = (new Error('here').stack ?? '').split('\n').slice(1)
  Error.stackTraceLimit = stackTraceLimit
  for (const line of lines) {
    const [, called = '', at = ''] =
      /at (?:(?:async )?([^ ]+) (?:\[as [^\]]+\] )?\()?(\S+?):\d+:\d+\)?$/.exec(line.trim()) ?? []
    if (at === '' || at.startsWith('node:')) continue
    const file = relative(source, at.startsWith('file:') ? fileURLToPath(at) : at)
    if (file.startsWith('platform/db/')) continue
    const place = file.startsWith('..') ? 'outside' : file.replace(/\.\w+$/, '')
    const short =
      called
        .split('.')
        .pop()
        ?.replace(/[^\w$]/g, '') ?? ''
    return short === '' || short === 'anonymous' ? place : `${place}.${short}`
  }
  return 'unknown'
}

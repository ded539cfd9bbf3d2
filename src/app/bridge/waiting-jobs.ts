import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { JobRegistry } from '../../platform/jobs/worker.ts'

interface Waiting {
  id: number
  kind: 'event' | 'job'
  name: string
  payload: unknown
}

/** Names of former versions, by their beginnings and ends. */
const renamed: readonly [RegExp, string][] = [
  [/>tell-customer$/, '>notify-customer'],
  [/^prestore\./, 'transfer.'],
  [/^order\.settleDispute\b/, 'order.dismissDispute'],
  [/^settlement\.payByHouse\b/, 'settlement.payFromReceived'],
]

/**
 * Work that waited when the former version stopped. Its names become today's; what nobody can do today, or has a payload of another shape,
 * ends as a failed job with the reason, which administrators see. Answers how many failed so.
 */
export async function takeOverJobs(db: Db, registry: JobRegistry): Promise<number> {
  const waiting = await db.rows<Waiting>(
    sql`select id, kind, name, payload from jobs where state in ('waiting', 'running') order by id`,
  )
  const parsers = parsersOf(registry)
  const rows = waiting.map(({ id, kind, name: before, payload }) => {
    const name = renamed.reduce((text, [from, to]) => text.replace(from, to), before)
    return { id, name, fault: faultOf(parsers, kind, name, payload) }
  })
  await db.run(sql`
    update jobs j set name = x.name, holder = null, lease_until = null, state = case when x.fault is null then 'waiting' else 'dead' end,
      last_error = coalesce(x.fault, j.last_error)
    from jsonb_to_recordset(${json(rows)}::jsonb) as x (id bigint, name text, fault text) where j.id = x.id`)
  return rows.filter(({ fault }) => fault !== null).length
}

type Parse = (payload: unknown) => unknown

function parsersOf({ handlers, subscribers, periodic = [] }: JobRegistry): Map<string, Parse> {
  return new Map<string, Parse>([
    ...periodic.map(({ name }) => [name, () => undefined] as const),
    ...handlers.map(({ job }) => [job.name, job.parse] as const),
    ...subscribers.flatMap(({ event, name }) => [
      [event.name, event.parse] as const,
      [`${event.name}>${name}`, event.parse] as const,
    ]),
  ])
}

function faultOf(parsers: Map<string, Parse>, kind: Waiting['kind'], name: string, payload: unknown): string | null {
  const parse = parsers.get(name)
  // An event without subscribers reaches nobody and ends by itself.
  if (parse === undefined) return kind === 'event' ? null : '升级前留下的任务，当前版本不再处理，请人工核对'
  try {
    parse(payload)
    return null
  } catch (error) {
    return `升级前留下的任务，内容与当前版本不符，请人工核对：${(error as Error).message}`
  }
}

import { globSync } from 'node:fs'
import { join } from 'node:path'
import { jobs } from '../../src/app/jobs.ts'
import { lifecycles } from '../../src/app/lifecycles.ts'
import { filledSchema } from '../../src/app/testing/filled-input.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { sql } from '../../src/platform/db/sql.ts'
import type { Declared } from '../../src/platform/jobs/declared.ts'
import { handlersByName } from '../../src/platform/jobs/worker.ts'
import type { Payload, ReleasePayloads } from './parts.ts'

type AnyDeclared = Declared<'event' | 'job', string, unknown, unknown>
/** What can be queued; the events of lifecycles have no schema. */
export type Queued = Pick<AnyDeclared, 'kind' | 'name' | 'parse'> & Partial<Pick<AnyDeclared, 'schema'>>

const source = join(import.meta.dirname, '../../src')

/** A transition's event and a job may share a name. The job of a subscriber is named after its event. */
export function keyOf({ kind, name }: Pick<Payload, 'kind' | 'name'>): string {
  const [event = '', subscriber] = name.split('>')
  return subscriber === undefined ? `${kind} ${name}` : `event ${event}`
}

/** The events that a gathering job has together, or the payload itself. */
export function eventsOf({ name, payload }: Pick<Payload, 'name' | 'payload'>): readonly unknown[] {
  const { events } = payload as { events?: unknown[] }
  return name.includes('>>') && Array.isArray(events) ? events : [payload]
}

/** Every event and job of this version, by kind and name. */
export async function queuedByKey(): Promise<Map<string, Queued>> {
  const files = globSync('*/*/**/{*-events,events}.ts', { cwd: source })
  const modules = await Promise.all(files.map((file) => import(join(source, file)) as Promise<Record<string, unknown>>))
  const declared = modules.flatMap((each) => Object.values(each)).filter(isDeclared)
  const moves = lifecycles.flatMap(({ events }) => Object.values(events)) as Queued[]
  return new Map([...declared, ...moves].map((each) => [keyOf(each), each]))
}

const isDeclared = (value: unknown): value is AnyDeclared =>
  typeof value === 'object' && value !== null && 'parse' in value && 'schema' in value

/** From now on the database keeps one payload of each shape that is queued. The clean-up removes what was added to the schema. */
export async function keepPayloads(db: { script: (text: string) => Promise<unknown> }): Promise<void> {
  await db.script(`
    create table kept_payloads (kind text, name text, shape text, payload jsonb, primary key (kind, name, shape));
    create function keep_payload() returns trigger language plpgsql as $$
    begin
      insert into kept_payloads
      select new.kind, new.name, coalesce((select string_agg(key || ' ' || jsonb_typeof(value), ', ' order by key) from jsonb_each(new.payload)), ''), new.payload
      on conflict do nothing;
      return new;
    end $$;
    create trigger keep_payload after insert on jobs for each row execute function keep_payload();`)
}

/** What was kept, completed from the schemas, and the database without what keepPayloads() added. */
export async function takePayloads(db: Db & { script: (text: string) => Promise<unknown> }): Promise<ReleasePayloads> {
  const kept = await db.rows<Omit<Payload, 'from'>>(
    sql`select kind, name, payload from kept_payloads order by name, shape`,
  )
  await db.script('drop trigger keep_payload on jobs; drop function keep_payload; drop table kept_payloads')
  const queued = await queuedByKey()
  const seen = new Set(kept.map((each) => keyOf(each)))
  const missing = [...queued.values()].filter((each) => !seen.has(keyOf(each)))
  return {
    payloads: [
      ...kept.map((each) => ({ ...each, from: 'life' as const })),
      ...missing.map(({ kind, name, schema }) => ({
        kind,
        name,
        payload: filledPayload(schema),
        from: 'schema' as const,
      })),
    ],
    handled: [...handlersByName(jobs).keys()].sort(),
  }
}

function filledPayload(schema: AnyDeclared['schema'] | undefined): Record<string, unknown> {
  if (!schema) return { id: 1, from: 'a', to: 'b', version: 2 }
  return filledSchema(schema) as Record<string, unknown>
}

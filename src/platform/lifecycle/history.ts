import { type Sql, sql } from '../db/sql.ts'
import type { Actor } from '../http/ctx.ts'

/** A subquery for the stage history of a record as JSON, for use in a statement on the record's table; `id` is the id column there. */
export function historyAsJson(entity: string, id: Sql): Sql {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'action', h.action, 'stage', h.to_stage, 'by', h.actor_kind, 'reason', h.reason)
    order by h.version), '[]') from stage_history h where h.entity = ${entity} and h.entity_id = ${id})`
}

/** A subquery for the last transition of a record as JSON, `{action, reason}`, or null; `id` is the id column of the statement's table. */
export function lastMoveAsJson(entity: string, id: Sql): Sql {
  return sql`(select jsonb_build_object('action', h.action, 'reason', coalesce(h.reason, '')) from stage_history h
    where h.entity = ${entity} and h.entity_id = ${id} order by h.version desc limit 1)`
}

/** Whether an actor of this kind made the last transition, as a condition of a statement on the record's table; `id` is the id column there. */
export function lastMovedBy(entity: string, id: Sql, kind: Actor['kind']): Sql {
  return sql`${kind} = (select h.actor_kind from stage_history h
    where h.entity = ${entity} and h.entity_id = ${id} order by h.version desc limit 1)`
}

/** Whether the record made one of these transitions, as a condition of a statement on the record's table; `id` is the id column there. */
export function hasMoved(entity: string, id: Sql, actions: readonly string[]): Sql {
  return sql`exists (select 1 from stage_history h where h.entity = ${entity} and h.entity_id = ${id} and h.action = any(${[...actions]}::text[]))`
}

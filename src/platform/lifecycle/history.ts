import { type Sql, sql } from '../db/sql.ts'

/** What happened to one thing as JSON, for a statement of the slice that owns it: `id` is its column there. */
export function historyAsJson(entity: string, id: Sql): Sql {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'action', h.action, 'stage', h.to_stage, 'by', h.actor_kind, 'reason', h.reason)
    order by h.version), '[]') from stage_history h where h.entity = ${entity} and h.entity_id = ${id})`
}

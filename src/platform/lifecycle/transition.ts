import { commonErrors, defineRefusals, refuse } from '../contract/refusal.ts'
import { identifier, joined, json, type Sql, sql } from '../db/sql.ts'
import { recordAudit } from '../http/audit.ts'
import { actorIdOf, type Ctx } from '../http/ctx.ts'
import { eventInsertion, wakeAfterCommit } from '../jobs/outbox.ts'
import type { Lifecycle } from './lifecycle.ts'

export const lifecycleErrors = defineRefusals({
  reasonRequired: '请填写原因',
})

export interface TransitionOptions<Facts = object> {
  reason?: string
  /** The version the person saw. The transition is refused when the record has a newer one, so that two people cannot change it at once. */
  version?: number
  /** More columns to write in the same update, e.g. `sql\`delivered_at = ${now}\``. */
  set?: Sql[]
  /** Another condition on the row, such as its owner: `sql\`customer_id = ${id}\``. */
  where?: Sql
  /** Added to the payload of the event. */
  payload?: Facts
}

export interface Moved<Stage extends string> {
  id: number
  from: Stage
  to: Stage
  version: number
}

/**
 * The only function that writes a stage: one conditional update, one history row, an audit row for staff, one outbox event
 * `${entity}.${action}` with `{id, from, to, version, ...payload}`; id and version together identify this transition. Runs in the caller's transaction.
 * Refuses with stageConflict (409) when the stage, version or condition does not hold, forbidden (403) for the wrong party.
 */
export async function transition<Stage extends string, Action extends string, Facts>(
  ctx: Ctx,
  lifecycle: Lifecycle<Stage, Action, string, Facts>,
  id: number,
  action: NoInfer<Action>,
  options: TransitionOptions<NoInfer<Facts>> = {},
): Promise<Moved<Stage>> {
  const rule = lifecycle.transitions[action]
  const party = ctx.actor.kind
  if (party === 'visitor' || !rule.by.includes(party)) throw refuse(commonErrors.forbidden)
  if (rule.reason === 'required' && !options.reason?.trim()) throw refuse(lifecycleErrors.reasonRequired)
  return ctx.db.tx(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const row = await tx.row<{ from: Stage; version: number }>(moveStatement(inTx, lifecycle, id, action, options))
    if (!row) throw refuse(commonErrors.stageConflict)
    wakeAfterCommit(tx)
    const moved = { id, from: row.from, to: rule.to, version: row.version }
    if (party === 'staff') {
      await recordAudit(inTx, {
        action: `${lifecycle.entity}.${action}`,
        subject: `${lifecycle.entity}:${id}`,
        before: { stage: moved.from },
        after: { stage: moved.to },
        reason: options.reason,
      })
    }
    return moved
  })
}

/**
 * Update, history row and event in one statement. The row is locked first, so that the stage it had is the one that the update replaces, also
 * when another transaction has just moved it.
 */
function moveStatement<Stage extends string, Action extends string, Facts>(
  ctx: Ctx,
  lifecycle: Lifecycle<Stage, Action, string, Facts>,
  id: number,
  action: Action,
  { reason, version, set = [], where, payload }: TransitionOptions<Facts>,
): Sql {
  const rule = lifecycle.transitions[action]
  const table = identifier(lifecycle.table)
  const sets = joined([sql`stage = ${rule.to}`, sql`version = version + 1`, ...set], ', ')
  const conditions = [sql`id = ${id}`, sql`old_stage = any(${[...rule.from]}::text[])`]
  if (version !== undefined) conditions.push(sql`old_version = ${version}`)
  if (where) conditions.push(where)
  const facts = sql`jsonb_build_object('id', ${id}::bigint, 'from', old_stage, 'to', ${rule.to}::text, 'version', version)
    || ${json(payload ?? {})}::jsonb`
  return sql`
    with before as (select stage as old_stage, version as old_version from ${table} where id = ${id} for update),
      after as (update ${table} set ${sets} from before where ${joined(conditions, ' and ')} returning version, old_stage),
      history as (
        insert into stage_history (entity, entity_id, version, from_stage, to_stage, action, actor_kind, actor_id, reason, at)
        select ${lifecycle.entity}, ${id}::bigint, version, old_stage, ${rule.to}, ${action}, ${ctx.actor.kind}, ${actorIdOf(ctx.actor)}::bigint, ${reason ?? null}::text, ${ctx.clock.now()}::timestamptz
        from after),
      event as (${eventInsertion(ctx, lifecycle.events[action], facts, 'after')})
    select old_stage as "from", version from after`
}

/** The first history row of a record; call it where the record is inserted, so that the history starts at version 1. */
export async function recordCreation(ctx: Ctx, lifecycle: Lifecycle, id: number, stage: string): Promise<void> {
  await recordCreations(ctx, [{ lifecycle, id, stage }])
}

/** The first history rows of several records that are inserted together, in one statement. */
export async function recordCreations(
  ctx: Ctx,
  created: readonly { lifecycle: Lifecycle; id: number; stage: string }[],
): Promise<void> {
  const records = created.map(({ lifecycle, id, stage }) => ({ entity: lifecycle.entity, id, stage }))
  const rows = sql`
    select entity, id, stage from jsonb_to_recordset(${json(records)}::jsonb) as b (entity text, id bigint, stage text)`
  await ctx.db.run(firstRows(ctx, rows))
}

/**
 * The insert of the first history rows of records that the same statement inserts: `from` is the name of the part of the statement that
 * answers their ids.
 */
export function creationsFrom(
  ctx: Ctx,
  created: readonly { lifecycle: Lifecycle; from: string; stage: string }[],
): Sql {
  const parts = created.map(
    ({ lifecycle, from, stage }) => sql`select ${lifecycle.entity}::text, id, ${stage}::text from ${identifier(from)}`,
  )
  return firstRows(ctx, joined(parts, ' union all '))
}

function firstRows(ctx: Ctx, created: Sql): Sql {
  return sql`
    insert into stage_history (entity, entity_id, version, from_stage, to_stage, action, actor_kind, actor_id, reason, at)
    select entity, id, 1, null, stage, 'create', ${ctx.actor.kind}, ${actorIdOf(ctx.actor)}::bigint, null, ${ctx.clock.now()}::timestamptz
    from (${created}) as c (entity, id, stage)`
}

export interface HistoryRow {
  /** Version of the record after this transition. */
  version: number
  fromStage: string | null
  toStage: string
  action: string
  actorKind: string
  actorId: number | null
  reason: string | null
  at: Date
}

/** The stage history of a record, oldest first. */
export function historyOf(ctx: Pick<Ctx, 'db'>, entity: string, id: number): Promise<HistoryRow[]> {
  return ctx.db.rows(sql`
    select version, from_stage, to_stage, action, actor_kind, actor_id, reason, at
    from stage_history where entity = ${entity} and entity_id = ${id} order by version`)
}

export interface LastMove {
  actorKind: string
  actorId: number | null
  reason: string | null
  at: Date
}

/** The last of these transitions of each record that made one. */
export async function lastMoves<Action extends string>(
  { db }: Pick<Ctx, 'db'>,
  lifecycle: { entity: string; transitions: Record<Action, unknown> },
  actions: readonly NoInfer<Action>[],
  ids: readonly number[],
): Promise<Map<number, LastMove>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<LastMove & { id: number }>(sql`
    select distinct on (entity_id) entity_id as id, actor_kind, actor_id, reason, at from stage_history
    where entity = ${lifecycle.entity} and entity_id = any(${[...ids]}::bigint[]) and action = any(${[...actions]}::text[])
    order by entity_id, version desc`)
  return new Map(rows.map(({ id, ...move }) => [id, move]))
}

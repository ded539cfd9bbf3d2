import { commonErrors, defineRefusals, refuse } from '../contract/refusal.ts'
import { identifier, joined, json, type Sql, sql } from '../db/sql.ts'
import { recordAudit } from '../http/audit.ts'
import { actorIdOf, type Ctx } from '../http/ctx.ts'
import { insertJob } from '../jobs/outbox.ts'
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

interface StageRow {
  stage: string
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
    const table = identifier(lifecycle.table)
    const before = await tx.row<StageRow>(sql`select stage, version from ${table} where id = ${id} for update`)
    const expected = options.version ?? before?.version
    const sets = joined([sql`stage = ${rule.to}`, sql`version = version + 1`, ...(options.set ?? [])], ', ')
    const conditions = [sql`id = ${id}`, sql`stage = any(${[...rule.from]}::text[])`, sql`version = ${expected ?? 0}`]
    const where = joined(options.where ? [...conditions, options.where] : conditions, ' and ')
    const after =
      before && (await tx.row<StageRow>(sql`update ${table} set ${sets} where ${where} returning stage, version`))
    if (!after) throw refuse(commonErrors.stageConflict)
    const moved = { id, from: before.stage as Stage, to: rule.to, version: after.version }
    const inTx = { ...ctx, db: tx }
    await recordHistory(inTx, lifecycle.entity, moved, action, options.reason)
    const event = `${lifecycle.entity}.${action}`
    if (party === 'staff') {
      await recordAudit(inTx, {
        action: event,
        subject: `${lifecycle.entity}:${id}`,
        before: { stage: moved.from },
        after: { stage: moved.to },
        reason: options.reason,
      })
    }
    await insertJob(inTx, lifecycle.events[action], { ...moved, ...options.payload }, {})
    return moved
  })
}

/** The first history row of a record; call it where the record is inserted, so that the history starts at version 1. */
export async function recordCreation(ctx: Ctx, lifecycle: Lifecycle, id: number, stage: string): Promise<void> {
  await recordHistory(ctx, lifecycle.entity, { id, from: null, to: stage, version: 1 }, 'create', undefined)
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

async function recordHistory(
  ctx: Ctx,
  entity: string,
  moved: { id: number; from: string | null; to: string; version: number },
  action: string,
  reason: string | undefined,
): Promise<void> {
  const actorId = actorIdOf(ctx.actor)
  await ctx.db.run(sql`
    insert into stage_history (entity, entity_id, version, from_stage, to_stage, action, actor_kind, actor_id, reason, at)
    values (${entity}, ${moved.id}, ${moved.version}, ${moved.from}, ${moved.to}, ${action}, ${ctx.actor.kind}, ${actorId}, ${reason ?? null}, ${ctx.clock.now()})`)
}

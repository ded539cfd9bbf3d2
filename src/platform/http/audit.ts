import { json, sql } from '../db/sql.ts'
import type { Db } from '../db/db.ts'
import { withoutBodies } from './audit-copy.ts'
import { actorIdOf, type Ctx } from './ctx.ts'

export interface AuditEntry {
  action: string
  /** The record that was changed, such as `order:12`. */
  subject: string
  before?: unknown
  after?: unknown
  reason?: string
}

/** Writes one audit row, in the transaction of the action. */
export async function recordAudit(ctx: Ctx, entry: AuditEntry): Promise<void> {
  const actorId = actorIdOf(ctx.actor)
  await ctx.db.run(sql`
    insert into audit_log (at, actor_kind, actor_id, action, subject, before, after, reason, ip, request_id)
    values (${ctx.clock.now()}, ${ctx.actor.kind}, ${actorId}, ${entry.action}, ${entry.subject}, ${json(withoutBodies(entry.before ?? null))}::jsonb,
      ${json(withoutBodies(entry.after ?? null))}::jsonb, ${entry.reason ?? null}, ${ctx.request.ip}, ${ctx.request.id})`)
}

/** Many rows, such as those of an import, in one statement. */
export async function recordAudits(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const records = entries.map(({ action, subject, before, after, reason }) => ({
    action,
    subject,
    before: withoutBodies(before ?? null),
    after: withoutBodies(after ?? null),
    reason: reason ?? null,
  }))
  await ctx.db.run(sql`
    insert into audit_log (at, actor_kind, actor_id, action, subject, before, after, reason, ip, request_id)
    select ${ctx.clock.now()}, ${ctx.actor.kind}, ${actorIdOf(ctx.actor)}::bigint, e.action, e.subject,
      coalesce(e.before, 'null'::jsonb), coalesce(e.after, 'null'::jsonb), e.reason, ${ctx.request.ip}, ${ctx.request.id}
    from jsonb_to_recordset(${json(records)}::jsonb) as e (action text, subject text, before jsonb, after jsonb, reason text)`)
}

/** Like `recordAudit`, unless the same person left the same row since then: a page that refreshes itself is one reading. */
export async function recordAuditOnce(ctx: Ctx, entry: Pick<AuditEntry, 'action' | 'subject' | 'after'>, since: Date) {
  const after = json(withoutBodies(entry.after ?? null))
  const { again } = await ctx.db.one<{ again: boolean }>(sql`
    select exists (select 1 from audit_log where actor_kind = ${ctx.actor.kind} and actor_id = ${actorIdOf(ctx.actor)} and action = ${entry.action}
      and at > ${since} and subject = ${entry.subject} and after = ${after}::jsonb) as again`)
  if (!again) await recordAudit(ctx, entry)
}

export interface SubjectCounts {
  hour: number
  day: number
  /** Whether this subject was already counted within the last hour. */
  again: boolean
}

/** For how many subjects a member of staff did this action since an hour and since a day ago, counted in the audit log. */
export function subjectsOfStaff(
  db: Db,
  { staffId, action, subject }: { staffId: number; action: string; subject: string },
  since: { hour: Date; day: Date },
): Promise<SubjectCounts> {
  return db.one(sql`
    select count(distinct subject) filter (where at > ${since.hour}) as hour, count(distinct subject) as day,
      coalesce(bool_or(subject = ${subject} and at > ${since.hour}), false) as again
    from audit_log where actor_kind = 'staff' and actor_id = ${staffId} and action = ${action} and at > ${since.day}`)
}

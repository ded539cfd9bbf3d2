import { brokenLinksTonight, unsealedRows } from './audit/seal.ts'
import type { BookCheck } from './book-check.ts'
import { sql } from './db/sql.ts'

/** Checks of the tables that every slice shares: audit log, outbox. Histories: `lifecycle/history-checks.ts`. */
export const bookChecks: readonly BookCheck[] = [
  {
    key: 'platform.audited',
    title: '员工的每次状态操作有且只有一条操作日志',
    invariant: 'I-19',
    // Only rows that tell a stage: the parts in which money is assigned have the name of the step that assigns the last one.
    faults: () => sql`
      with done as (
        select entity || '.' || action as action, entity || ':' || entity_id as subject, actor_id, count(*) as times
        from stage_history where actor_kind = 'staff' and action <> 'create' group by 1, 2, 3),
      audited as (
        select action, subject, actor_id, count(*) as times from audit_log
        where actor_kind = 'staff' and after ? 'stage' and (action, subject) in (select action, subject from done) group by 1, 2, 3)
      select d.subject || ' ' || d.action || '：员工 ' || d.actor_id || ' 操作 ' || d.times || ' 次，操作日志 ' || coalesce(a.times, 0) || ' 条' as fault
      from done d left join audited a on a.action = d.action and a.subject = d.subject and a.actor_id = d.actor_id
      where d.times <> coalesce(a.times, 0)`,
  },
  {
    key: 'platform.auditChain',
    title: '操作日志与校验链一致，没有被改动、删除或事后插入',
    invariant: 'I-22',
    faults: (now) => sql`${brokenLinksTonight(now)} union all ${unsealedRows(now)}`,
  },
  {
    key: 'platform.delivered',
    title: '没有被遗漏的事件：较晚的事件已送达时，较早的不会仍在等待',
    invariant: 'I-20',
    faults: () => sql`
      select '事件 ' || id || '（' || name || '）未送达' as fault
      from jobs where kind = 'event' and state in ('waiting', 'running')
        and run_at < (select max(run_at) - interval '1 hour' from jobs where kind = 'event' and state = 'done')
        and coalesce(lease_until, run_at) < (select max(done_at) - interval '1 hour' from jobs where kind = 'event' and state = 'done')`,
  },
]

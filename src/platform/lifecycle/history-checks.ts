import type { BookCheck } from '../book-check.ts'
import { identifier, joined, json, type Sql, sql } from '../db/sql.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Whether the history of every record is a path of its declared lifecycle, with consecutive versions, that ends at the stage of the record. */
export function historyChecks(lifecycles: readonly Lifecycle[]): BookCheck[] {
  return [
    {
      key: 'platform.history',
      title: '每条记录的状态历史首尾相接，版本逐一递增',
      invariant: 'I-16',
      faults: () => faultsOfVersions(lifecycles.filter((each) => each.countsParts).map(({ entity }) => entity)),
    },
    {
      key: 'platform.steps',
      title: '每次状态变化都是允许的操作，由允许的一方进行',
      invariant: 'I-16',
      faults: () => faultsOfSteps(lifecycles),
    },
    {
      key: 'platform.stages',
      title: '每条记录的当前状态就是状态历史的最后一步',
      invariant: 'I-16',
      faults: () => faultsOfStages(lifecycles),
    },
  ]
}

const faultsOfVersions = (countParts: string[]): Sql => sql`
  select entity || ' ' || entity_id || ' 的第 ' || version || ' 版从 ' || coalesce(from_stage, '（新建）') || ' 开始，上一版'
    || coalesce('（第 ' || before_version || ' 版）到 ' || before_stage, '不存在') as fault
  from (
    select entity, entity_id, version, from_stage, lag(to_stage) over stages as before_stage,
      lag(version) over stages as before_version, row_number() over stages as number
    from stage_history window stages as (partition by entity, entity_id order by version)) as steps
  where (number > 1 and from_stage is distinct from before_stage) or (number = 1 and (from_stage is null) <> (version = 1))
    or (number > 1 and version <> before_version + 1 and entity <> all(${countParts}::text[]))`

function faultsOfSteps(lifecycles: readonly Lifecycle[]): Sql {
  const steps = lifecycles.flatMap(({ entity, transitions }) =>
    Object.entries(transitions).flatMap(([action, { from, to, by }]) =>
      from.flatMap((stage) => by.map((party) => ({ entity, action, from: stage, to, party }))),
    ),
  )
  const begins = lifecycles.flatMap(({ entity, stages }) => Object.keys(stages).map((to) => ({ entity, to })))
  return sql`
    select entity || ' ' || entity_id || ' 的第 ' || version || ' 版：' || actor_kind || ' 的操作 ' || action || ' 不能从 '
      || coalesce(from_stage, '（新建）') || ' 到 ' || to_stage as fault
    from stage_history
    where (from_stage is not null and (entity, action, from_stage, to_stage, actor_kind) not in (
        select d.entity, d.action, d."from", d."to", d.party
        from jsonb_to_recordset(${json(steps)}::jsonb) as d (entity text, action text, "from" text, "to" text, party text)))
      or (from_stage is null and (action <> 'create' or (entity, to_stage) not in (
        select d.entity, d."to" from jsonb_to_recordset(${json(begins)}::jsonb) as d (entity text, "to" text))))`
}

function faultsOfStages(lifecycles: readonly Lifecycle[]): Sql {
  const records = lifecycles.map(
    ({ entity, table, countsParts }) => sql`
      select ${entity}::text as entity, id, stage, version, ${countsParts === true}::boolean as counts_parts from ${identifier(table)}`,
  )
  return sql`
    select r.entity || ' ' || r.id || ' 为 ' || r.stage || '（第 ' || r.version || ' 版），状态历史到 '
      || coalesce(h.to_stage || '（第 ' || h.version || ' 版）', '（无）') as fault
    from (${joined(records, ' union all ')}) as r
    left join (
      select distinct on (entity, entity_id) entity, entity_id, to_stage, version from stage_history order by entity, entity_id, version desc) as h
      on h.entity = r.entity and h.entity_id = r.id
    where (h.entity is not null and (h.to_stage <> r.stage or (h.version <> r.version and not r.counts_parts)))
      or (h.entity is null and r.version > 1 and not r.counts_parts)`
}

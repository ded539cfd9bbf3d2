import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import { filterKeys } from './scope-rules.ts'

export type IndexEntry = {
  projectId: number
  score: number
  priceFen: number
  days: number
  text: string
  grams: string[]
  scopes: string[]
}

/** Removes a project from all lists and searches. Counters are updated in the order of their keys, so that two editors cannot deadlock. */
export async function removeFromIndex(db: Db, projectId: number): Promise<void> {
  const old = await db.row<{ score: number; grams: string[]; scopes: string[] }>(
    sql`delete from search_documents where project_id = ${projectId} returning score, grams, scopes`,
  )
  if (!old) return
  await db.run(sql`
    delete from search_postings where gram = any(${old.grams}::text[]) and score = ${old.score} and project_id = ${projectId}`)
  await db.run(sql`delete from listings where scope = any(${old.scopes}::text[]) and project_id = ${projectId}`)
  await count(db, old.grams, old.scopes, -1)
}

export async function addToIndex(db: Db, entry: IndexEntry): Promise<void> {
  await db.run(sql`
    insert into search_documents (project_id, score, text, grams, scopes)
    values (${entry.projectId}, ${entry.score}, ${entry.text}, ${entry.grams}::text[], ${entry.scopes}::text[])`)
  await db.run(sql`
    insert into search_postings (gram, score, project_id)
    select gram, ${entry.score}::bigint, ${entry.projectId}::bigint from unnest(${entry.grams}::text[]) as g (gram)`)
  await db.run(sql`
    insert into listings (scope, project_id, score, price_fen, days)
    select scope, ${entry.projectId}::bigint, ${entry.score}::bigint, ${entry.priceFen}::bigint, ${entry.days}::smallint
    from unnest(${entry.scopes}::text[]) as s (scope)`)
  await count(db, entry.grams, entry.scopes, 1)
}

/** Adds many projects that are in no list yet. */
export async function addAllToIndex(db: Db, entries: readonly IndexEntry[]): Promise<void> {
  const rows = json(entries)
  await db.run(sql`
    insert into search_documents (project_id, score, text, grams, scopes)
    select "projectId", score, text, array(select jsonb_array_elements_text(grams)), array(select jsonb_array_elements_text(scopes))
    from jsonb_to_recordset(${rows}::jsonb) as x ("projectId" bigint, score bigint, text text, grams jsonb, scopes jsonb)`)
  await db.run(sql`
    insert into search_postings (gram, score, project_id)
    select gram, score, "projectId" from jsonb_to_recordset(${rows}::jsonb) as x ("projectId" bigint, score bigint, grams jsonb),
      jsonb_array_elements_text(grams) as g (gram)`)
  await db.run(sql`
    insert into listings (scope, project_id, score, price_fen, days)
    select scope, "projectId", score, "priceFen", days
    from jsonb_to_recordset(${rows}::jsonb) as x ("projectId" bigint, score bigint, "priceFen" bigint, days smallint, scopes jsonb),
      jsonb_array_elements_text(scopes) as s (scope)`)
  const ids = entries.map(({ projectId }) => projectId)
  await db.run(sql`
    insert into search_grams (gram, projects)
    select gram, count(*) from search_postings where project_id = any(${ids}::bigint[]) group by gram order by gram
    on conflict (gram) do update set projects = search_grams.projects + excluded.projects`)
  await db.run(sql`
    insert into listing_scopes (scope, projects)
    select scope, count(*) from listings where project_id = any(${ids}::bigint[]) group by scope order by scope
    on conflict (scope) do update set projects = listing_scopes.projects + excluded.projects`)
  await countFilters(
    db,
    entries.map(({ scopes }) => ({ scopes, projects: 1 })),
  )
}

/** Changes the counters of combinations of filters by the given numbers of projects. */
export async function countFilters(
  db: Db,
  added: readonly { scopes: readonly string[]; projects: number }[],
): Promise<void> {
  const counts = new Map<string, number>()
  for (const { scopes, projects } of added)
    for (const key of filterKeys(scopes)) counts.set(key, (counts.get(key) ?? 0) + projects)
  const rows = [...counts].map(([filter, projects]) => ({ filter, projects }))
  await db.run(sql`
    insert into listing_counts (filter, projects)
    select filter, projects from jsonb_to_recordset(${json(rows)}::jsonb) as x (filter text, projects bigint) order by filter
    on conflict (filter) do update set projects = listing_counts.projects + excluded.projects`)
}

async function count(db: Db, grams: string[], scopes: string[], step: 1 | -1): Promise<void> {
  await db.run(sql`
    insert into search_grams (gram, projects) select gram, ${step}::bigint from unnest(${grams}::text[]) as g (gram) order by gram
    on conflict (gram) do update set projects = search_grams.projects + excluded.projects`)
  await db.run(sql`
    insert into listing_scopes (scope, projects) select scope, ${step}::bigint from unnest(${scopes}::text[]) as s (scope) order by scope
    on conflict (scope) do update set projects = listing_scopes.projects + excluded.projects`)
  await countFilters(db, [{ scopes, projects: step }])
}

/** Projects whose order count differs from their score in the lists. */
export function outdatedScores(db: Db, limit: number): Promise<{ id: number }[]> {
  return db.rows(sql`
    select p.id from projects p join search_documents d on d.project_id = p.id
    where p.published and d.score <> p.order_count order by p.id limit ${limit}`)
}

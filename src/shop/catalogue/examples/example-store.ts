import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { ProjectContent } from '../content-rules.ts'
import { type ExampleData, type ExamplePlot, plotOf } from './example-rules.ts'

export function examplesOf(db: Db, projectId: number): Promise<{ position: number; data: ExampleData }[]> {
  return db.rows(sql`select position, data from project_examples where project_id = ${projectId} order by position`)
}

/** An example of a published project. */
export function publishedExample(
  db: Db,
  projectId: number,
  position: number,
): Promise<{ data: ExampleData; slug: string } | undefined> {
  return db.row(sql`
    select e.data, p.slug from project_examples e join projects p on p.id = e.project_id
    where e.project_id = ${projectId} and e.position = ${position} and p.published`)
}

/** Inserts examples of many new projects, given by slug. */
export async function insertExamples(
  db: Db,
  examples: readonly { slug: string; position: number; data: ExampleData }[],
): Promise<void> {
  await db.run(sql`
    insert into project_examples (project_id, position, data, plot)
    select p.id, x.position, x.data, x.plot
    from jsonb_to_recordset(${json(drawn(examples))}::jsonb) as x (slug text, position smallint, data jsonb, plot jsonb)
    join projects p on p.slug = x.slug
    on conflict do nothing`)
}

export type ResultContent = ProjectContent['results'][number]

/** The results of a project for editors, on sale or not. */
export function projectResults(
  db: Db,
  projectId: number,
): Promise<{ name: string; results: ResultContent[] } | undefined> {
  return db.row(sql`select name, content -> 'results' as results from projects where id = ${projectId}`)
}

/** Writes results and their examples together, as the page shows them together. */
export async function putResults(
  db: Db,
  projectId: number,
  results: readonly ResultContent[],
  examples: readonly { position: number; data: ExampleData }[],
  now: Date,
): Promise<void> {
  await db.run(sql`
    update projects set content = jsonb_set(content, '{results}', ${json(results)}::jsonb), version = version + 1, updated_at = ${now}
    where id = ${projectId}`)
  await db.run(sql`delete from project_examples where project_id = ${projectId}`)
  await db.run(sql`
    insert into project_examples (project_id, position, data, plot)
    select ${projectId}::bigint, x.position, x.data, x.plot
    from jsonb_to_recordset(${json(drawn(examples))}::jsonb) as x (position smallint, data jsonb, plot jsonb)`)
}

function drawn<T extends { data: ExampleData }>(examples: readonly T[]): (T & { plot: ExamplePlot })[] {
  return examples.map((example) => ({ ...example, plot: plotOf(example.data) }))
}

/** First the projects in `also`, then the most ordered ones, at most `most`, so that a console list cannot slow the site down. */
export function projectTitles(
  db: Db,
  { kw, also, most }: { kw: string; also: readonly number[]; most: number },
): Promise<{ id: number; title: string; published: boolean }[]> {
  const pattern = `%${kw.replace(/[\\%_]/g, '\\$&')}%`
  return db.rows(sql`
    select id, name as title, published from projects
    where published and name ilike ${pattern} or id = any(${[...also]}::bigint[])
    order by id = any(${[...also]}::bigint[]) desc, order_count desc, id desc limit ${most}`)
}

export function projectCount(db: Db): Promise<{ count: number }> {
  return db.one(sql`select count(*) as count from projects where published`)
}

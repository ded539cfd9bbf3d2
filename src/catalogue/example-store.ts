import type { Db } from '../platform/db/db.ts'
import { json, sql } from '../platform/db/sql.ts'
import type { ExampleData } from './example-rules.ts'

export function examplesOf(db: Db, projectId: number): Promise<{ position: number; data: ExampleData }[]> {
  return db.rows(sql`select position, data from project_examples where project_id = ${projectId} order by position`)
}

/** Of a project that everybody may see. */
export function publishedExample(
  db: Db,
  projectId: number,
  position: number,
): Promise<{ data: ExampleData; slug: string } | undefined> {
  return db.row(sql`
    select e.data, p.slug from project_examples e join projects p on p.id = e.project_id
    where e.project_id = ${projectId} and e.position = ${position} and p.published`)
}

/** Those of many new projects, by their slugs. */
export async function insertExamples(
  db: Db,
  examples: readonly { slug: string; position: number; data: ExampleData }[],
): Promise<void> {
  await db.run(sql`
    insert into project_examples (project_id, position, data)
    select p.id, x.position, x.data from jsonb_to_recordset(${json(examples)}::jsonb) as x (slug text, position smallint, data jsonb)
    join projects p on p.slug = x.slug
    on conflict do nothing`)
}

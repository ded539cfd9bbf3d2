import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { Seo } from '../../../core/settings/search-engines/seo-rules.ts'

/** A node of the tree for its editors, hidden or not. */
export interface CategoryNodeRow {
  id: number
  parentId: number | null
  level: number
  name: string
  img: string
  sketch: string
  description: string
  seo: Seo | null
  published: boolean
}

/** Serialises changes of the tree: otherwise one editor could hide a node under which another moves something. */
export async function lockTree(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('category', 0))`)
}

export function nodeRows(db: Db): Promise<CategoryNodeRow[]> {
  return db.rows(sql`
    select id, parent_id, level, name, img, sketch, description, seo, published from categories order by position, id`)
}

export async function nextCategoryId(db: Db): Promise<number> {
  return (await db.one<{ id: number }>(sql`select nextval('category_ids') as id`)).id
}

export async function insertCategory(
  db: Db,
  node: Omit<CategoryNodeRow, 'published'> & { parentId: number },
): Promise<void> {
  await db.run(sql`
    insert into categories (id, parent_id, level, name, img, sketch, description, seo, position)
    values (${node.id}, ${node.parentId}, ${node.level}, ${node.name}, ${node.img}, ${node.sketch}, ${node.description}, ${node.seo && json(node.seo)}::jsonb,
      (select coalesce(max(position), 0) + 1 from categories))`)
}

export async function updateCategory(
  db: Db,
  id: number,
  change: { name: string; img: string; sketch: string; description: string; seo: Seo | null; parentId: number | null },
): Promise<void> {
  await db.run(sql`
    update categories set name = ${change.name}, img = ${change.img}, sketch = ${change.sketch},
      description = ${change.description}, seo = ${change.seo && json(change.seo)}::jsonb, parent_id = ${change.parentId}, published = true
    where id = ${id}`)
}

export async function setCategoryPublished(db: Db, id: number, published: boolean): Promise<void> {
  await db.run(sql`update categories set published = ${published} where id = ${id}`)
}

export async function setCategoryOrder(db: Db, ids: readonly number[]): Promise<void> {
  await db.run(sql`
    update categories c set position = o.position
    from unnest(${[...ids]}::bigint[]) with ordinality as o (id, position) where c.id = o.id`)
}

/** Numbers of projects in a node or below it: on sale, and in total. */
export function projectCounts(db: Db, id: number): Promise<{ onSale: number; all: number }> {
  return db.one(sql`
    select count(*) filter (where published) as on_sale, count(*) as all from projects
    where type_id = ${id} or category_id = ${id} or child_id = ${id}`)
}

/** Moves the projects of a sub-category to another category of the same type, in all lists that contain them. */
export async function moveProjects(db: Db, child: number, from: number, to: number): Promise<void> {
  const [old, next] = [`n${from}`, `n${to}`]
  await db.run(sql`update projects set category_id = ${to} where child_id = ${child}`)
  const moved = await db.run(sql`
    update listings set scope = ${next}
    where scope = ${old} and project_id in (select id from projects where child_id = ${child})`)
  await db.run(sql`
    update search_documents set scopes = array(
      select s from unnest(array_replace(scopes, ${old}, ${next})) as u (s) order by s collate "C")
    where project_id in (select id from projects where child_id = ${child})`)
  await db.run(sql`update listing_scopes set projects = projects - ${moved}::bigint where scope = ${old}`)
  await db.run(sql`
    insert into listing_scopes (scope, projects) values (${next}, ${moved}::bigint)
    on conflict (scope) do update set projects = listing_scopes.projects + excluded.projects`)
}

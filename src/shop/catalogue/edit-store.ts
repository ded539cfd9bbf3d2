import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { FigureData } from '../media/figure-rules.ts'
import type { ProjectContent } from './content-rules.ts'
import type { ParameterForm } from './forms/form-rules.ts'
import type { PriceRule } from './prices/price-rules.ts'

/** A project for its editors, on sale or not; form and rule are null before it was on sale once. */
export interface EditedRow {
  id: number
  slug: string
  name: string
  aliases: string[]
  sketch: string
  tags: string[]
  img: string
  figure: FigureData | null
  typeId: number
  categoryId: number
  childId: number | null
  daysFrom: number
  daysTo: number
  content: ProjectContent
  published: boolean
  retiredAt: Date | null
  openEdit: 'draft' | 'scheduled' | null
  form: ParameterForm | null
  rule: PriceRule | null
}

const edited = sql`
    select p.id, p.slug, p.name, p.aliases, p.sketch, p.tags, p.img, p.figure, p.type_id, p.category_id, p.child_id,
      p.days_from, p.days_to, p.content, p.published, p.retired_at, p.open_edit,
      f.form, r.rule
    from projects p
    left join form_versions f on f.project_id = p.id and f.stage = 'in_use'
    left join price_rules r on r.project_id = p.id and r.stage = 'in_use'`

export function editedProject(db: Db, id: number): Promise<EditedRow | undefined> {
  return db.row(sql`${edited} where p.id = ${id}`)
}

/** In the order of the ids. */
export function editedProjects(db: Db, ids: readonly number[]): Promise<EditedRow[]> {
  return db.rows(
    sql`${edited} where p.id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], p.id)`,
  )
}

/** The columns of a project that its editors write. */
export type EditedColumns = Pick<
  EditedRow,
  | 'slug'
  | 'name'
  | 'aliases'
  | 'sketch'
  | 'tags'
  | 'img'
  | 'figure'
  | 'typeId'
  | 'categoryId'
  | 'childId'
  | 'daysFrom'
  | 'daysTo'
> & { content: Omit<ProjectContent, 'results'>; foundBy: string }

/** Everything except the results, which are edited elsewhere. */
export async function putProject(db: Db, id: number, to: EditedColumns, now: Date): Promise<void> {
  await db.run(sql`
    update projects set slug = ${to.slug}, name = ${to.name}, aliases = ${to.aliases}::text[], sketch = ${to.sketch},
      tags = ${to.tags}::text[], img = ${to.img}, figure = ${to.figure && json(to.figure)}::jsonb, type_id = ${to.typeId},
      category_id = ${to.categoryId}, child_id = ${to.childId}, days_from = ${to.daysFrom}, days_to = ${to.daysTo},
      content = content || ${json(to.content)}::jsonb,
      found_by = ${to.foundBy}, version = version + 1, updated_at = ${now}
    where id = ${id}`)
}

export async function setOpenEdit(db: Db, id: number, open: 'draft' | 'scheduled' | null, now: Date): Promise<void> {
  await db.run(sql`update projects set open_edit = ${open}, updated_at = ${now} where id = ${id}`)
}

export function slugOwner(db: Db, slug: string): Promise<{ id: number } | undefined> {
  return db.row(sql`select id from projects where slug = ${slug}`)
}

export function takenSlugs(db: Db, slugs: readonly string[]): Promise<{ slug: string }[]> {
  return db.rows(sql`select slug from projects where slug = any(${[...slugs]}::text[])`)
}

/** A node with its ancestors, itself first. */
export function categoryPath(db: Db, id: number): Promise<{ id: number; level: number; published: boolean }[]> {
  return db.rows(sql`
    with recursive path as (
      select id, parent_id, level, published from categories where id = ${id}
      union all
      select c.id, c.parent_id, c.level, c.published from categories c join path p on c.id = p.parent_id
    )
    select id, level, published from path order by level desc`)
}

export function slugsOf(db: Db, ids: readonly number[]): Promise<{ id: number; slug: string }[]> {
  return db.rows(sql`select id, slug from projects where id = any(${[...ids]}::bigint[])`)
}

/** Whether the form and the rule in use are these already. */
export function inUse(
  db: Db,
  id: number,
  { form, rule }: { form: ParameterForm; rule: PriceRule },
): Promise<{ form: boolean; rule: boolean }> {
  return db.one(sql`
    select
      exists (select 1 from form_versions where project_id = ${id} and stage = 'in_use' and form = ${json(form)}::jsonb) as form,
      exists (select 1 from price_rules where project_id = ${id} and stage = 'in_use' and rule = ${json(rule)}::jsonb) as rule`)
}

export async function retire(db: Db, id: number, now: Date): Promise<number> {
  return db.run(sql`
    update projects set published = false, retired_at = ${now}, version = version + 1, updated_at = ${now}
    where id = ${id} and published`)
}

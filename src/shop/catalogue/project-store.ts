import type { Db } from '../../platform/db/db.ts'
import { anyId, json, sql, type Sql } from '../../platform/db/sql.ts'
import type { FigureData } from '../media/figure-rules.ts'
import type { ProjectContent } from './content-rules.ts'
import type { ParameterForm } from './forms/form-rules.ts'
import { contains } from '../../platform/db/index-query.ts'
import { cardColumns, type ProjectCard } from './listing/listing-store.ts'
import type { PriceRule } from './prices/price-rules.ts'
import { IMAGE_ID } from '../media/image-use-rules.ts'
import type { Seo } from '../../core/settings/search-engines/seo-rules.ts'

/** The columns of a project on sale that fit into a row; the large ones are in `ProjectDocument`. */
export type ProjectHead = ProjectCard & {
  slug: string
  aliases: string[]
  published: boolean
  childId: number | null
  typeName: string
  categoryName: string
  childName: string | null
  formVersion: number
  priceVersion: number
  /** Another one after every write of the project's row. */
  revision: string
}

/** What a project's editors wrote, with the form and price rule in use. */
export type ProjectDocument = { content: ProjectContent; form: ParameterForm; rule: PriceRule }

export type ProjectRow = ProjectHead & ProjectDocument

// PostgreSQL's own columns say which transaction wrote the row (`xmin`) and where it stands (`ctid`), so no writer can forget to count it.
const headColumns = sql`${cardColumns}, p.slug, p.aliases, p.published, p.child_id, p.xmin::text || p.ctid::text as revision,
  t.name as type_name, c.name as category_name, k.name as child_name, f.version as form_version, r.version as price_version`

/** With the large columns. */
export const orderColumns = sql`${headColumns}, p.content, f.form, r.rule`

const projectsOnSale = (ids: readonly number[]) => sql`
    from projects p
    join categories t on t.id = p.type_id
    join categories c on c.id = p.category_id
    left join categories k on k.id = p.child_id
    join form_versions f on f.project_id = p.id and f.stage = 'in_use'
    join price_rules r on r.project_id = p.id and r.stage = 'in_use'
    where p.id = ${anyId(ids)} and p.published`

/** Projects with the form and price rule in use, in one query. `project-documents.ts` reads the large columns once. */
export function projectsInUse(db: Db, ids: readonly number[]): Promise<ProjectRow[]> {
  return db.rows(sql`select ${orderColumns} ${projectsOnSale(ids)}`)
}

export function projectHeads(db: Db, ids: readonly number[]): Promise<ProjectHead[]> {
  return db.rows(sql`select ${headColumns} ${projectsOnSale(ids)}`)
}

/** What a price is calculated from, and where the project belongs. */
export type PricingRow = Pick<ProjectRow, 'typeId' | 'categoryId' | 'formVersion' | 'form' | 'rule'> & { rid: number }

export function pricingInUse(db: Db, id: number): Promise<PricingRow | undefined> {
  return db.row(sql`
    select p.id as rid, p.type_id, p.category_id, f.version as form_version, f.form, r.rule
    from projects p
    join form_versions f on f.project_id = p.id and f.stage = 'in_use'
    join price_rules r on r.project_id = p.id and r.stage = 'in_use'
    where p.id = ${id} and p.published`)
}

export function idsBySlug(db: Db, slugs: string[]): Promise<{ slug: string; id: number }[]> {
  return db.rows(sql`select slug, id from projects where slug = any(${slugs}::text[])`)
}

/** A form version in use or retired; drafts are not answered. */
export function formVersion(db: Db, projectId: number, version: number): Promise<{ form: ParameterForm } | undefined> {
  return db.row(
    sql`select form from form_versions where project_id = ${projectId} and version = ${version} and stage <> 'draft'`,
  )
}

export function mostDays(db: Db, ids: readonly number[]): Promise<{ days: number | null }> {
  return db.one(sql`select max(days_to) as days from projects where id = any(${[...ids]}::bigint[])`)
}

export function daysOfProjects(
  db: Db,
  ids: readonly number[],
): Promise<{ rid: number; days: number | null; booked: boolean }[]> {
  return db.rows(
    sql`select id as rid, days_to as days, type_id = 2 as booked from projects where id = any(${[...ids]}::bigint[])`,
  )
}

/** Adds one order for each time that a project is named. Rows are locked in the order of their ids, so that two such statements never deadlock. */
export function addOrderCounts(db: Db, projectIds: readonly number[]): Promise<number> {
  return db.run(sql`
    with named as (select id, count(*) as orders from unnest(${[...projectIds]}::bigint[]) as id group by id),
      locked as (select p.id from projects p where p.id in (select id from named) order by p.id for update)
    update projects p set order_count = order_count + named.orders from named join locked using (id) where p.id = named.id`)
}

export type CategoryRow = {
  id: number
  parentId: number | null
  level: number
  name: string
  img: string
  figure: FigureData | null
  sketch: string
  description: string
  position: number
  featured: boolean
  seo: Seo | null
  count: number
}

export function categoryRows(db: Db): Promise<CategoryRow[]> {
  return db.rows(sql`
    select c.id, c.parent_id, c.level, c.name, c.img, c.figure, c.sketch, c.description, c.position, c.featured, c.seo,
      coalesce(s.projects, 0) as count
    from categories c left join listing_scopes s on s.scope = 'n' || c.id
    where c.published order by c.position, c.id`)
}

export type NewCategory = Omit<CategoryRow, 'count' | 'seo'>

export async function insertCategories(db: Db, categories: NewCategory[]): Promise<void> {
  await db.run(sql`
    insert into categories (id, parent_id, level, name, img, figure, sketch, description, position, featured)
    select id, parent_id, level, name, img, figure, sketch, description, position, featured
    from jsonb_to_recordset(${json(categories.map(snakeCategory))}::jsonb) as x (id bigint, parent_id bigint, level smallint,
      name text, img text, figure jsonb, sketch text, description text, position integer, featured boolean)
    on conflict (id) do nothing`)
}

function snakeCategory({ parentId, ...rest }: NewCategory) {
  return { ...rest, parent_id: parentId }
}

export type NewProject = {
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
  orderCount: number
  content: ProjectContent
}

/** Undefined when the slug is taken. */
export function insertProject(db: Db, project: NewProject, now: Date): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into projects (slug, name, aliases, sketch, tags, img, figure, type_id, category_id, child_id, days_from, days_to,
      order_count, content, created_at, updated_at)
    values (${project.slug}, ${project.name}, ${project.aliases}::text[], ${project.sketch}, ${project.tags}::text[], ${project.img},
      ${project.figure && json(project.figure)}::jsonb, ${project.typeId}, ${project.categoryId}, ${project.childId},
      ${project.daysFrom}, ${project.daysTo}, ${project.orderCount}, ${json(project.content)}::jsonb, ${now}, ${now})
    on conflict (slug) do nothing returning id`)
}

export type PricedProject = NewProject & {
  form: ParameterForm
  rule: PriceRule
  priceFromFen: number | null
  unit: string
  foundBy: string
}

/** Inserts published projects with the first version of their form and price; answers their ids by slug. Existing slugs are skipped. */
export async function insertProjects(
  db: Db,
  projects: readonly PricedProject[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = projects.map(({ form: _, rule: __, ...project }) => project)
  const inserted = await db.rows<{ slug: string; id: number }>(sql`
    insert into projects (slug, name, aliases, sketch, tags, img, figure, type_id, category_id, child_id, days_from, days_to,
      order_count, content, price_from_fen, unit, found_by, published, created_at, updated_at)
    select slug, name, array(select jsonb_array_elements_text(aliases)), sketch, array(select jsonb_array_elements_text(tags)), img, figure,
      "typeId", "categoryId", "childId", "daysFrom", "daysTo", "orderCount", content, "priceFromFen", unit, "foundBy", true,
      ${now}::timestamptz, ${now}::timestamptz
    from rows from (jsonb_to_recordset(${json(rows)}::jsonb) as (slug text, name text, aliases jsonb, sketch text, tags jsonb, img text,
      figure jsonb, "typeId" bigint, "categoryId" bigint, "childId" bigint, "daysFrom" smallint, "daysTo" smallint, "orderCount" bigint,
      content jsonb, "priceFromFen" bigint, unit text, "foundBy" text)) with ordinality
      as x (slug, name, aliases, sketch, tags, img, figure, "typeId", "categoryId", "childId", "daysFrom", "daysTo", "orderCount",
        content, "priceFromFen", unit, "foundBy", nr)
    order by nr
    on conflict (slug) do nothing returning slug, id`)
  const ids = new Map(inserted.map(({ slug, id }) => [slug, id]))
  const versions = projects.flatMap(({ slug, form, rule }) =>
    ids.has(slug) ? [{ id: ids.get(slug), form, rule }] : [],
  )
  await db.run(sql`
    insert into form_versions (project_id, version, stage, form, created_at)
    select id, 1, 'in_use', form, ${now}::timestamptz from jsonb_to_recordset(${json(versions)}::jsonb) as x (id bigint, form jsonb)`)
  await db.run(sql`
    insert into price_rules (project_id, version, stage, rule, created_at)
    select id, 1, 'in_use', rule, ${now}::timestamptz from jsonb_to_recordset(${json(versions)}::jsonb) as x (id bigint, rule jsonb)`)
  return ids
}

export interface PicturedRow {
  kind: 'category' | 'project'
  id: number
  title: string
}

/** Categories and projects whose picture matches. */
export function picturedBy(db: Db, pattern: string): Promise<PicturedRow[]> {
  return db.rows(sql`
    select 'category' as kind, id, name as title from categories where img like ${pattern} or seo ->> 'img' like ${pattern}
    union all select 'project', id, name from projects where img like ${pattern} or content -> 'seo' ->> 'img' like ${pattern} limit 50`)
}

/** Ids of all pictures of categories and projects. */
export async function picturesInUse(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct found[1] as id from (
      select img from categories union all select seo ->> 'img' from categories
      union all select img from projects union all select content -> 'seo' ->> 'img' from projects
    ) named,
      regexp_matches(named.img, ${IMAGE_ID}) as found`)
  return rows.map(({ id }) => id)
}

export async function replacePicture(db: Db, from: string, to: string): Promise<number> {
  const changed = (seo: Sql) =>
    sql`case when ${seo} ->> 'img' = ${from} then jsonb_set(${seo}, '{img}', to_jsonb(${to}::text)) else ${seo} end`
  const own = sql`img = case when img = ${from} then ${to} else img end`
  const categories = await db.run(sql`
    update categories set ${own}, seo = ${changed(sql`seo`)} where img = ${from} or seo ->> 'img' = ${from}`)
  const projects = await db.run(sql`
    update projects set ${own}, content = case when content ? 'seo'
      then jsonb_set(content, '{seo}', ${changed(sql`(content -> 'seo')`)}) else content end
    where img = ${from} or content -> 'seo' ->> 'img' = ${from}`)
  return categories + projects
}

/** `rid`: not counted; null: every project counts. */
export async function anyOnSaleBesides(db: Db, rid: number | null): Promise<boolean> {
  const found = await db.row(sql`select 1 from projects where published and id is distinct from ${rid}::bigint limit 1`)
  return found !== undefined
}

export async function hasProjects(db: Db): Promise<boolean> {
  return (await db.row(sql`select 1 from projects limit 1`)) !== undefined
}

/** Retires the form in use and inserts the next version. */
export async function putFormInUse(db: Db, projectId: number, form: ParameterForm, now: Date): Promise<void> {
  await db.run(sql`update form_versions set stage = 'retired' where project_id = ${projectId} and stage = 'in_use'`)
  await db.run(sql`
    insert into form_versions (project_id, version, stage, form, created_at)
    select ${projectId}::bigint, coalesce(max(version), 0) + 1, 'in_use', ${json(form)}::jsonb, ${now}::timestamptz
    from form_versions where project_id = ${projectId}`)
}

export async function putPriceInUse(db: Db, projectId: number, rule: PriceRule, now: Date): Promise<void> {
  await db.run(sql`update price_rules set stage = 'retired' where project_id = ${projectId} and stage = 'in_use'`)
  await db.run(sql`
    insert into price_rules (project_id, version, stage, rule, created_at)
    select ${projectId}::bigint, coalesce(max(version), 0) + 1, 'in_use', ${json(rule)}::jsonb, ${now}::timestamptz
    from price_rules where project_id = ${projectId}`)
}

/** Locks the row, so that two editors publish the same project one after the other. */
export async function lockProject(db: Db, projectId: number): Promise<boolean> {
  return (await db.row(sql`select id from projects where id = ${projectId} for update`)) !== undefined
}

export function setPublished(
  db: Db,
  projectId: number,
  set: { priceFromFen: number | null; unit: string },
  now: Date,
): Promise<number> {
  return db.run(sql`
    update projects set published = true, retired_at = null, price_from_fen = ${set.priceFromFen}, unit = ${set.unit}, version = version + 1, updated_at = ${now}
    where id = ${projectId}`)
}

export async function putRating(
  db: Db,
  projectId: number,
  { reviewCount, starSum }: { reviewCount: number; starSum: number },
): Promise<void> {
  await db.run(sql`update projects set review_count = ${reviewCount}, star_sum = ${starSum} where id = ${projectId}`)
}

/** A draft that was never on sale has no name for customers. */
export function publicNames(db: Db, ids: readonly number[]): Promise<{ rid: number; name: string }[]> {
  return db.rows(sql`
    select id as rid, name from projects where id = any(${[...ids]}::bigint[]) and (published or retired_at is not null) order by id`)
}

export function projectIdsLike(db: Db, typed: string): Promise<{ id: number }[]> {
  return db.rows(sql`select id from projects where ${contains(sql`name`, typed)}`)
}

import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { OpenEdit, ProjectState } from './project-list-rules.ts'

const state = sql`case when published then 'onSale' when retired_at is null then 'draft' else 'retired' end`
const openEdit = sql`coalesce(open_edit, 'none')`
const aliases = sql`array_to_string(aliases, '、')`

/** `words` are the parts of a typed text as the index of the storefront cuts them; all must be found. */
export function projectSource(words: (typed: string) => string[]): IndexSource {
  const inCategory = (typed: string, level: 1 | 2) =>
    level === 1
      ? sql`type_id in (select id from categories where ${contains(sql`name`, typed)})`
      : sql`(category_id in (select id from categories where ${contains(sql`name`, typed)})
          or child_id in (select id from categories where ${contains(sql`name`, typed)}))`
  return {
    from: sql`from projects`,
    key: sql`id`,
    columns: {
      name: { sql: sql`name` },
      state: { sql: state },
      edit: { sql: openEdit },
      category: { match: (typed) => inCategory(typed, 2) },
      type: { match: (typed) => inCategory(typed, 1) },
      price: { sql: sql`price_from_fen`, nullable: true },
      days: { sql: sql`days_to::bigint` },
      orders: { sql: sql`order_count` },
      updated: { sql: sql`updated_at` },
      slug: { sql: sql`slug` },
      aliases: { sql: aliases },
    },
    search: (typed) =>
      sql`(${contains(sql`name`, typed)} or ${contains(aliases, typed)} or ${contains(sql`slug`, typed)} or ${foundBy(words(typed))})`,
  }
}

/** Every word occurs: a Chinese one anywhere, a Latin one at the beginning of a word, pinyin or initials. */
function foundBy(words: readonly string[]): Sql {
  if (words.length === 0) return sql`false`
  return sql`(select bool_and(strpos(found_by, word) > 0) from unnest(${[...words]}::text[]) as w (word))`
}

export interface ProjectLineRow {
  rid: number
  name: string
  slug: string
  aliases: string[]
  typeName: string
  categoryName: string
  state: ProjectState
  openEdit: OpenEdit
  priceFromFen: number | null
  unit: string
  daysTo: number
  orderCount: number
  updatedAt: Date
}

export function projectLineRows(db: Db, ids: readonly number[]): Promise<ProjectLineRow[]> {
  return db.rows(sql`
    select p.id as rid, p.name, p.slug, p.aliases, t.name as type_name, concat_ws(' / ', c.name, k.name) as category_name,
      case when p.published then 'onSale' when p.retired_at is null then 'draft' else 'retired' end as state,
      coalesce(p.open_edit, 'none') as open_edit, p.price_from_fen, p.unit, p.days_to, p.order_count, p.updated_at
    from projects p
    join categories t on t.id = p.type_id
    join categories c on c.id = p.category_id
    left join categories k on k.id = p.child_id
    where p.id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], p.id)`)
}

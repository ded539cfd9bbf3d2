import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { Related as Belonging } from '../../platform/db/related.ts'
import { containsTyped } from '../../platform/db/typed-words.ts'
import type { AccountState } from './rules.ts'
import { accountState } from './store.ts'

/** What other slices, and the search by sound, know of a typed text. */
export interface Related {
  customers: (typed: string) => Promise<number[]>
  found: (typed: string) => Promise<Belonging>
  advisors: (typed: string) => Promise<number[]>
}

const type = sql`case when kind = 'group' then 'group' else coalesce(user_type::text, 'none') end`
const name = sql`case when name = '' then nickname else name end`

/** The index on the words finds the rows; the second condition is on the column that is meant. */
const inWords = (column: Sql, typed: string): Sql =>
  sql`(${containsTyped(sql`words`, typed)} and strpos(folded(${column}), folded(${typed})) > 0)`

export function customerSource({ customers, found, advisors }: Related): IndexSource {
  return {
    from: sql`from customers`,
    key: sql`id`,
    columns: {
      name: { match: (typed) => inWords(name, typed) },
      company: { match: (typed) => inWords(sql`company`, typed) },
      type: { sql: type },
      region: { match: (typed) => contains(sql`province || city || area`, typed) },
      advisor: { match: async (typed) => sql`advisor_id = any(${await advisors(typed)}::bigint[])` },
      created: { sql: sql`created_at` },
      completed: { sql: sql`profile_completed_at`, nullable: true },
      state: { sql: accountState },
    },
    search: async (typed) => sql`id = any(${await customers(typed)}::bigint[])`,
    wideSearch: async (typed) => {
      const { found: those, here } = await found(typed)
      return { table: 'customers', found: those, here: here(sql`customers.id`) }
    },
  }
}

export interface ListedRow {
  id: number
  name: string
  company: string
  type: string
  phone: string
  email: string
  region: string
  advisorId: number | null
  createdAt: Date
  completedAt: Date | null
  state: AccountState
}

/** In the order of the ids. */
export function listedCustomers(db: Db, ids: number[]): Promise<ListedRow[]> {
  return db.rows(sql`
    select id, ${name} as name, company, ${type} as type, case when closed_at is null then coalesce(phone, '') else '' end as phone, email,
      province || case when city = province then '' else city end || area as region, advisor_id, created_at, profile_completed_at as completed_at, ${accountState} as state
    from customers where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

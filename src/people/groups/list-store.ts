import type { Db } from '../../platform/db/db.ts'
import type { IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { containsTyped } from '../../platform/db/typed-words.ts'
import type { Group } from './store.ts'

/** `people` answers which customers a typed text means. */
export function groupSource(people: (typed: string) => Promise<number[]>): IndexSource {
  return {
    from: sql`from groups`,
    key: sql`id`,
    columns: {
      name: { sql: sql`name` },
      no: { sql: sql`group_no` },
      unit: { sql: sql`unit` },
      kind: { sql: sql`kind` },
      owner: {
        match: async (typed): Promise<Sql> => sql`exists (select 1 from group_members m
          where m.group_id = groups.id and m.role = 'owner' and m.customer_id = any(${await people(typed)}::bigint[]))`,
      },
      members: {
        sql: sql`(select count(*) from group_members m where m.group_id = groups.id and m.stage = 'joined')`,
      },
      stage: { sql: sql`stage` },
      created: { sql: sql`created_at` },
      verified: { sql: sql`verified_at`, nullable: true },
    },
    search: (typed) => containsTyped(sql`words`, typed),
  }
}

export interface ListedGroup extends Group {
  memberCount: number
  verifiedAt: Date | null
}

const columns = sql`id, group_no, account_id, name, unit, kind, note, stage, version, refuse_reason, join_code, needs_factor, founder_id, created_at,
  verified_at,
  (select count(*) from group_members m where m.group_id = groups.id and m.stage = 'joined') as member_count`

/** In the order of the ids. */
export function listedGroups(db: Db, ids: readonly number[]): Promise<ListedGroup[]> {
  return db.rows(sql`
    select ${columns} from groups where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}

export function listedGroup(db: Db, groupNo: string): Promise<ListedGroup | undefined> {
  return db.row(sql`select ${columns} from groups where group_no = ${groupNo}`)
}

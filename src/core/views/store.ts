import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Role } from '../staff/rules.ts'

export interface ViewRow {
  id: number
  staffId: number
  name: string
  role: Role | null
  address: string
}

/** Own views, and those shared with the role. */
export function viewsFor(db: Db, index: string, staffId: number, role: string): Promise<ViewRow[]> {
  return db.rows(sql`
    select id, staff_id, name, role, address from saved_views
    where index_name = ${index} and (staff_id = ${staffId} or role = ${role}) order by id`)
}

export async function countOwnViews(db: Db, index: string, staffId: number, exceptName: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from saved_views where index_name = ${index} and staff_id = ${staffId} and name <> ${exceptName}`)
  return count
}

export type NewView = Omit<ViewRow, 'id'> & { index: string }

export function putView(db: Db, view: NewView, now: Date): Promise<{ id: number }> {
  return db.one(sql`
    insert into saved_views (staff_id, index_name, name, role, address, created_at)
    values (${view.staffId}, ${view.index}, ${view.name}, ${view.role}, ${view.address}, ${now})
    on conflict (staff_id, index_name, name) do update set role = excluded.role, address = excluded.address returning id`)
}

export function deleteView(db: Db, id: number, staffId: number): Promise<number> {
  return db.run(sql`delete from saved_views where id = ${id} and staff_id = ${staffId}`)
}

import type { Db } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'
import type { UserType } from './rules.ts'

export interface CustomerRow {
  id: number
  phone: string
  passwordHash: string
  userType: UserType | null
  name: string
  nickname: string
  email: string
  company: string
  teacher: string
  teacherPhone: string
  teacherMail: string
  areaCode: string
  province: string
  city: string
  area: string
  address: string
  profileCompletedAt: Date | null
  advisorId: number | null
}

const columns = sql`id, phone, password_hash, user_type, name, nickname, email, company, teacher, teacher_phone, teacher_mail, area_code, province, city, area, address,
  profile_completed_at, advisor_id`

export function customerById(db: Db, id: number): Promise<CustomerRow | undefined> {
  return db.row(sql`select ${columns} from customers where id = ${id}`)
}

export function customerByPhone(db: Db, phone: string): Promise<CustomerRow | undefined> {
  return db.row(sql`select ${columns} from customers where phone = ${phone} and disabled_at is null`)
}

/** Undefined when the phone has an account already. */
export function insertCustomer(
  db: Db,
  row: { phone: string; passwordHash: string; advisorId: number | undefined; inviterCode: string },
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into customers (phone, password_hash, advisor_id, inviter_code, created_at)
    values (${row.phone}, ${row.passwordHash}, ${row.advisorId ?? null}, ${row.inviterCode}, ${now})
    on conflict (phone) do nothing returning id`)
}

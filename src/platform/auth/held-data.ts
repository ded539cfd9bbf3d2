import type { Db } from '../db/db.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { ClosedAccount, HeldData, HeldOf } from '../held-data.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'sessions', title: '登录设备', closing: 'gone', rows: heldSessions },
    { table: 'sign_ins', title: '登录记录', closing: 'gone', rows: heldSignIns },
  ],
  clear: clearSignIns,
}

function heldSessions(customerId: HeldOf): Sql {
  return sql`
      select jsonb_build_object('created_at', created_at, 'last_seen_at', last_seen_at, 'ip', ip, 'user_agent', user_agent, 'revoked_at', revoked_at) as row
      from sessions where kind = 'customer' and subject_id = ${customerId} order by id`
}

function heldSignIns(customerId: HeldOf): Sql {
  return sql`
      select jsonb_build_object('at', at, 'method', method, 'outcome', outcome, 'ip', ip, 'user_agent', user_agent) as row
      from sign_ins where kind = 'customer' and subject_id = ${customerId} order by id`
}

async function clearSignIns(db: Db, { customerId, phone }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from sessions where kind = 'customer' and subject_id = ${customerId}`)
  await db.run(sql`delete from sign_ins where kind = 'customer' and subject_id = ${customerId}`)
  await db.run(sql`delete from idempotency_keys where owner = ${`customer:${customerId}`}`)
  await db.run(
    sql`delete from login_failures where account = ${`customer:${phone}`} or account like ${`customer:${phone}@%`}`,
  )
}

import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { CLOSED_NAME, type ClosedAccount, type HeldOf } from '../../platform/held-data.ts'

export function heldAccount(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'password_hash' - 'words' - 'sounds' - 'sounds_of' - 'unsounded' as row from customers t where id = ${customerId}`
}

export function heldConsents(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from consents t where customer_id = ${customerId} order by id`
}

/** Afterwards the phone can register another account. */
export async function clearAccount(db: Db, { customerId, now }: ClosedAccount): Promise<void> {
  await db.run(sql`
    update customers set phone = ${`closed-${customerId}`}, password_hash = '', name = ${CLOSED_NAME}, nickname = ${CLOSED_NAME}, avatar = '', email = '',
      company = '', teacher = '', teacher_phone = '', teacher_mail = '', area_code = '', province = '', city = '', area = '', address = '',
      inviter_code = '', invite_code = null, sounds = null, sounds_of = null, notice_choices = '{"sms": false, "mail": false}', disabled_at = ${now}, closed_at = ${now}, closes_at = null
    where id = ${customerId}`)
}

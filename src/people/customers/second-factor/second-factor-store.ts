import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../../platform/held-data.ts'
import type { KeptSecret, SecretPlace } from '../../../platform/auth/kept-secrets.ts'

export const customerSecrets: SecretPlace = {
  table: 'customer_second_factors',
  key: 'customer_id',
  owner: 'customer_id',
  columns: ['secret', 'pending'],
}

export interface SecondFactor {
  /** The secret of the app, in base32; null until its first code was confirmed. */
  secret: KeptSecret | null
  enrolledAt: Date | null
  /** A secret that no code has confirmed yet. */
  pending: KeptSecret | null
  lastStep: number
}

export function secondFactorOf(db: Db, customerId: number): Promise<SecondFactor | undefined> {
  return db.row(sql`
    select secret, enrolled_at, pending, last_step from customer_second_factors where customer_id = ${customerId}`)
}

export async function hasSecondFactor(db: Db, customerId: number): Promise<boolean> {
  const { has } = await db.one<{ has: boolean }>(sql`
    select exists (select 1 from customer_second_factors
      where customer_id = ${customerId} and secret is not null) as has`)
  return has
}

export async function enrolledAmong(db: Db, customerIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.rows<{ customerId: number }>(sql`
    select customer_id from customer_second_factors
    where customer_id = any(${[...customerIds]}::bigint[]) and secret is not null`)
  return new Set(rows.map(({ customerId }) => customerId))
}

/** Whoever switches the factor on locks the customer, and so waits until the caller's transaction ends. Several sign-ins may hold it at the same time. */
export async function holdSecondFactor(db: Db, customerId: number): Promise<void> {
  await db.run(sql`select id from customers where id = ${customerId} for share`)
}

export async function keepPendingSecret(db: Db, customerId: number, secret: KeptSecret): Promise<void> {
  await db.run(sql`
    insert into customer_second_factors (customer_id, pending) values (${customerId}, ${secret})
    on conflict (customer_id) do update set pending = excluded.pending`)
}

/** Puts the pending secret into effect; false when another has replaced it meanwhile. */
export async function confirmPendingSecret(
  db: Db,
  customerId: number,
  { secret, step, now }: { secret: KeptSecret; step: number; now: Date },
): Promise<boolean> {
  const changed = await db.run(sql`
    update customer_second_factors set secret = pending, pending = null, enrolled_at = ${now}, last_step = ${step}
    where customer_id = ${customerId} and pending = ${secret}`)
  return changed > 0
}

/** Marks a time step as used; of two requests with one code, one gets true. */
export async function spendAppStep(db: Db, customerId: number, step: number): Promise<boolean> {
  const spent = await db.run(sql`
    update customer_second_factors set last_step = ${step} where customer_id = ${customerId} and last_step < ${step}`)
  return spent > 0
}

/** Forgets secret and recovery codes; false when there was no factor in effect. */
export async function dropSecondFactor(db: Db, customerId: number): Promise<boolean> {
  await db.run(sql`delete from customer_recovery_codes where customer_id = ${customerId}`)
  const dropped = await db.rows<{ wasOn: boolean }>(sql`
    delete from customer_second_factors where customer_id = ${customerId} returning secret is not null as was_on`)
  return dropped.some(({ wasOn }) => wasOn)
}

export async function replaceCustomerRecoveryCodes(
  db: Db,
  customerId: number,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await db.run(sql`delete from customer_recovery_codes where customer_id = ${customerId}`)
  await db.run(sql`
    insert into customer_recovery_codes (code_hash, customer_id, created_at)
    select hash, ${customerId}, ${now} from unnest(${[...hashes]}::text[]) as hash`)
}

export async function spendCustomerRecoveryCode(db: Db, customerId: number, hash: string, now: Date): Promise<boolean> {
  const spent = await db.run(sql`
    update customer_recovery_codes set used_at = ${now}
    where code_hash = ${hash} and customer_id = ${customerId} and used_at is null`)
  return spent > 0
}

export async function unspentRecoveryHashesOf(db: Db, customerId: number): Promise<string[]> {
  const rows = await db.rows<{ codeHash: string }>(sql`
    select code_hash from customer_recovery_codes where customer_id = ${customerId} and used_at is null`)
  return rows.map(({ codeHash }) => codeHash)
}

/** Without the secret: a copy of the data must not make codes. */
export function heldSecondFactors(customerId: HeldOf): Sql {
  return sql`
    select jsonb_build_object('enrolled_at', enrolled_at) as row from customer_second_factors t
    where customer_id = ${customerId} and secret is not null`
}

export function heldRecoveryCodes(customerId: HeldOf): Sql {
  return sql`
    select jsonb_build_object('created_at', created_at, 'used_at', used_at) as row from customer_recovery_codes t
    where customer_id = ${customerId} order by created_at`
}

export async function clearSecondFactor(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await dropSecondFactor(db, customerId)
}

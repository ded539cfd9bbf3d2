import type { Region } from '../../core/regions/region-rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { joined, json, type Sql, sql } from '../../platform/db/sql.ts'
import { hasOne, type Related } from '../../platform/db/related.ts'
import { containsTyped, hasTyped } from '../../platform/db/typed-words.ts'
import type { AccountState, ContactKind, CustomerKind, NoticeChoices, UserType } from './rules.ts'

export interface CustomerRow {
  id: number
  kind: CustomerKind
  phone: string
  passwordHash: string
  userType: UserType | null
  name: string
  nickname: string
  avatar: string
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
  noticeChoices: NoticeChoices
}

/** The phone of a closed account is a placeholder that keeps the column unique; it is shown as empty. The account of a group has none. */
const columns = sql`id, kind, case when closed_at is null then coalesce(phone, '') else '' end as phone, password_hash, user_type, name, nickname, avatar, email, company, teacher, teacher_phone, teacher_mail, area_code,
  province, city, area, address, profile_completed_at, advisor_id, '{"sms": true, "mail": true}'::jsonb || notice_choices as notice_choices`

export function customerById(db: Db, id: number): Promise<CustomerRow | undefined> {
  return db.row(sql`select ${columns} from customers where id = ${id}`)
}

export function customersByIds(db: Db, ids: number[]): Promise<CustomerRow[]> {
  return db.rows(sql`select ${columns} from customers where id = any(${ids}::bigint[])`)
}

/** Customers by their words, by pinyin when the text can be pinyin, and these. */
export function customersMatching(typed: string, sound: string | undefined, ids: readonly number[]): Related {
  const heard = sound === undefined ? [] : [`|${sound}`]
  const open = sql`not c.unsounded and c.closed_at is null`
  const these = sql`c.id = any(${[...ids]}::bigint[])`
  const byIndex = [
    these,
    containsTyped(sql`c.words`, typed),
    ...heard.map((each) => sql`${containsTyped(sql`c.sounds`, each)} and ${open}`),
  ]
  const byRow = [
    these,
    hasTyped(sql`c.words`, typed),
    ...heard.map((each) => sql`(strpos(c.sounds, ${each}) > 0 and ${open})`),
  ]
  return {
    found: joined(
      byIndex.map((condition) => sql`select c.id from customers c where ${condition}`),
      ' union all ',
    ),
    here: (customer) => hasOne(sql`customers c where c.id = ${customer} and (${joined(byRow, ' or ')})`),
  }
}

export function customerIdsLike(db: Db, typed: string): Promise<{ id: number }[]> {
  return db.rows(sql`select id from customers where ${containsTyped(sql`words`, typed)}`)
}

/** Customers whose name or company sounds like this from one of its characters on; those without sounds yet are for the caller to compare. */
export function customersSounding(db: Db, typed: string): Promise<{ id: number }[]> {
  return db.rows(sql`
    select id from customers where ${containsTyped(sql`sounds`, `|${typed}`)} and not unsounded and closed_at is null`)
}

export function unsoundedCustomers(
  db: Db,
  limit: number | null,
): Promise<{ id: number; name: string; company: string }[]> {
  return db.rows(sql`select id, name, company from customers where unsounded order by id limit ${limit}::bigint`)
}

export function keepCustomerSounds(
  db: Db,
  rows: readonly { id: number; name: string; company: string; sounds: string }[],
): Promise<number> {
  return db.run(sql`
    update customers c set sounds = r.sounds, sounds_of = r.name || '|' || r.company
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (id bigint, name text, company text, sounds text)
    where c.id = r.id and c.name = r.name and c.company = r.company`)
}

export function customerByPhone(db: Db, phone: string): Promise<CustomerRow | undefined> {
  return db.row(sql`select ${columns} from customers where phone = ${phone} and disabled_at is null`)
}

export function customerIdByInviteCode(db: Db, code: string): Promise<{ id: number } | undefined> {
  return db.row(sql`select id from customers where invite_code = ${code} and disabled_at is null`)
}

/** The customer's code; the given one becomes it when there is none yet. Throws a unique violation when somebody else has this code. */
export function keepInviteCode(db: Db, id: number, fresh: string): Promise<{ inviteCode: string }> {
  return db.one(sql`
    update customers set invite_code = coalesce(invite_code, ${fresh}) where id = ${id} returning invite_code`)
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

export interface GroupAccountColumns {
  name: string
  company: string
  userType: UserType
}

/** The account of a group. Its profile is complete from the beginning, because its name and unit are all that it has. */
export function insertGroupAccount(
  db: Db,
  row: GroupAccountColumns & { advisorId: number | null },
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into customers (kind, password_hash, user_type, name, company, advisor_id, profile_completed_at, created_at)
    values ('group', '', ${row.userType}, ${row.name}, ${row.company}, ${row.advisorId}, ${now}, ${now}) returning id`)
}

export async function updateGroupAccount(db: Db, id: number, row: GroupAccountColumns): Promise<void> {
  await db.run(sql`
    update customers set name = ${row.name}, company = ${row.company}, user_type = ${row.userType} where id = ${id} and kind = 'group'`)
}

export async function disableGroupAccount(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update customers set disabled_at = ${now} where id = ${id} and kind = 'group'`)
}

export function lockCustomer(
  db: Db,
  id: number,
): Promise<{ phone: string; email: string; userType: UserType | null; profileCompletedAt: Date | null }> {
  return db.one(
    sql`select coalesce(phone, '') as phone, email, user_type, profile_completed_at from customers where id = ${id} for update`,
  )
}

export interface ProfileColumns {
  name: string
  email: string
  userType: UserType
  company: string
  teacher: string
  teacher_phone: string
  teacher_mail: string
  address: string
  region: Region
}

export async function updateProfile(db: Db, id: number, profile: ProfileColumns, now: Date): Promise<void> {
  const { region } = profile
  await db.run(sql`
    update customers set name = ${profile.name}, email = ${profile.email}, user_type = ${profile.userType}, company = ${profile.company},
      teacher = ${profile.teacher}, teacher_phone = ${profile.teacher_phone}, teacher_mail = ${profile.teacher_mail}, area_code = ${region.code},
      province = ${region.province}, city = ${region.city}, area = ${region.area}, address = ${profile.address},
      profile_completed_at = coalesce(profile_completed_at, ${now})
    where id = ${id}`)
}

export async function updateCustomerInfo(
  db: Db,
  id: number,
  info: { nickname: string; avatar: string; noticeChoices: NoticeChoices },
): Promise<void> {
  await db.run(sql`
    update customers set nickname = ${info.nickname}, avatar = ${info.avatar}, notice_choices = ${json(info.noticeChoices)}::jsonb where id = ${id}`)
}

export async function setPassword(db: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await db.run(sql`update customers set password_hash = ${passwordHash}, password_set_at = ${now} where id = ${id}`)
}

export async function hasConsent(db: Db, customerId: number, document: string, version: string): Promise<boolean> {
  const { given } = await db.one<{ given: boolean }>(sql`
    select exists (select 1 from consents
      where customer_id = ${customerId} and document = ${document} and version = ${version}) as given`)
  return given
}

export async function insertConsent(
  db: Db,
  customerId: number,
  document: string,
  version: string,
  ip: string,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into consents (customer_id, document, version, ip, agreed_at) values (${customerId}, ${document}, ${version}, ${ip}, ${now})`)
}

/** Throws a unique violation when the phone belongs to another account. */
export async function setContact(db: Db, id: number, kind: ContactKind, contact: string): Promise<void> {
  await db.run(
    kind === 'phone'
      ? sql`update customers set phone = ${contact} where id = ${id}`
      : sql`update customers set email = ${contact} where id = ${id}`,
  )
}

/** For `sessionWithSubject`: a disabled account has no valid session, and nobody signs in to the account of a group. */
export const openAccounts = sql`select id from customers where disabled_at is null and kind = 'person'`

export async function isOpenAccount(db: Db, id: number): Promise<boolean> {
  return (await db.row(sql`select id from customers where id = ${id} and disabled_at is null`)) !== undefined
}

export interface SignInFacts {
  createdAt: Date
  passwordSetAt: Date | null
  doubtSettledAt: Date | null
}

export function signInFacts(db: Db, id: number): Promise<SignInFacts> {
  return db.one(sql`select created_at, password_set_at, doubt_settled_at from customers where id = ${id}`)
}

/** Later sign-ins are in doubt only after another long absence. */
export async function settleDoubt(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update customers set doubt_settled_at = ${now} where id = ${id}`)
}

export interface OpenAccountRow {
  id: number
  name: string
  company: string
  phone: string
  createdAt: Date
}

export function openAccountsByIds(db: Db, ids: readonly number[]): Promise<OpenAccountRow[]> {
  return db.rows(sql`
    select id, name, company, coalesce(phone, '') as phone, created_at from customers where id = any(${[...ids]}::bigint[]) and disabled_at is null`)
}

export async function setAdvisor(db: Db, id: number, advisorId: number): Promise<void> {
  await db.run(sql`update customers set advisor_id = ${advisorId} where id = ${id}`)
}

export function advisorsById(db: Db, ids: readonly number[]): Promise<{ id: number; advisorId: number }[]> {
  return db.rows(sql`
    select id, advisor_id from customers where id = any(${[...ids]}::bigint[]) and advisor_id is not null`)
}

export function advisedBy(db: Db, staffIds: readonly number[]): Promise<{ id: number }[]> {
  return db.rows(sql`select id from customers where advisor_id = any(${[...staffIds]}::bigint[])`)
}

/** The one of these members of staff who advises the fewest customers. */
export function leastBusyAdvisor(db: Db, staffIds: readonly number[]): Promise<{ id: number } | undefined> {
  return db.row(sql`
    select s.id from unnest(${[...staffIds]}::bigint[]) as s(id)
    order by (select count(*) from customers c where c.advisor_id = s.id), s.id limit 1`)
}

export interface ClosingRow {
  phone: string
  closesAt: Date | null
  closedAt: Date | null
  state: AccountState
}

/** A key of `accountStates`. */
export const accountState = sql`(case when closed_at is not null then 'closed' when disabled_at is not null then 'disabled'
  when closes_at is not null then 'closing' else 'open' end)`

export function closingById(db: Db, id: number): Promise<ClosingRow> {
  return db.one(
    sql`select coalesce(phone, '') as phone, closes_at, closed_at, ${accountState} as state from customers where id = ${id}`,
  )
}

/** Locks the row: cancelling the closing and carrying it out must not run at the same time. */
export function lockClosingById(db: Db, id: number): Promise<ClosingRow> {
  return db.one(
    sql`select coalesce(phone, '') as phone, closes_at, closed_at, ${accountState} as state from customers where id = ${id} for update`,
  )
}

export async function setClosingTime(db: Db, id: number, at: Date | null): Promise<void> {
  await db.run(sql`update customers set closes_at = ${at} where id = ${id}`)
}

export function latestConsents(
  db: Db,
  customerId: number,
): Promise<{ document: string; version: string; agreedAt: Date }[]> {
  return db.rows(sql`
    select document, version, agreed_at from consents where customer_id = ${customerId} order by id desc limit 50`)
}

export interface CustomerSegment {
  /** Empty: every type. */
  userTypes: readonly UserType[]
  registeredSince: Date | null
}

function inSegment({ userTypes, registeredSince }: CustomerSegment): Sql {
  return sql`disabled_at is null and kind = 'person' and (${userTypes.length === 0} or user_type = any(${[...userTypes]}::smallint[]))
    and created_at >= coalesce(${registeredSince}::timestamptz, '-infinity')`
}

/** The next customers of a segment after this id. */
export function customersInSegment(
  db: Db,
  segment: CustomerSegment,
  afterId: number,
  most: number,
): Promise<{ id: number }[]> {
  return db.rows(sql`
    select id from customers where id > ${afterId} and ${inSegment(segment)} order by id limit ${most}`)
}

export async function countSegment(db: Db, segment: CustomerSegment): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from customers where ${inSegment(segment)}`))
    .count
}

import { hashOf, type NewPassword } from '../../platform/auth/passwords.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { isUniqueViolation } from '../../platform/db/db.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { staffInRole } from '../../core/staff/actions.ts'
import { findRegion } from '../../core/regions/region-actions.ts'
import type { Region } from '../../core/regions/region-rules.ts'
import { accountErrors } from './errors.ts'
import { customerNumber } from './name-rules.ts'
import { isUserType, type ProfileValues } from './profile-rules.ts'
import { type ContactKind, type CustomerGroup, groupOf, type NoticeChoices, type UserType } from './rules.ts'
import {
  advisedBy,
  advisorsById,
  countSegment,
  customerById,
  customerByPhone,
  customerIdByInviteCode,
  customerIdsLike,
  type CustomerRow,
  customersByIds,
  type CustomerSegment,
  customersInSegment,
  customersSounding,
  disableGroupAccount,
  type GroupAccountColumns,
  insertCustomer,
  insertGroupAccount,
  isOpenAccount,
  keepCustomerSounds,
  keepInviteCode,
  leastBusyAdvisor,
  lockCustomer,
  setAdvisor,
  setContact,
  setPassword,
  signInFacts,
  unsoundedCustomers,
  updateCustomerInfo,
  updateGroupAccount,
  updateProfile,
} from './store.ts'

/** Undefined when the phone has an account already. */
export async function createCustomer(
  ctx: Ctx,
  person: { phone: string; inviterCode?: string } & NewPassword,
): Promise<number | undefined> {
  const passwordHash = await hashOf(person)
  const advisorId = (await leastBusyAdvisor(ctx.db, await staffInRole(ctx, 'manager')))?.id
  const row = await insertCustomer(
    ctx.db,
    { phone: person.phone, passwordHash, advisorId, inviterCode: person.inviterCode ?? '' },
    ctx.clock.now(),
  )
  return row?.id
}

/** The account managers of these customers, by customer. */
export async function advisorsOf(ctx: Pick<Ctx, 'db'>, customerIds: readonly number[]): Promise<Map<number, number>> {
  const rows = customerIds.length === 0 ? [] : await advisorsById(ctx.db, customerIds)
  return new Map(rows.map(({ id, advisorId }) => [id, advisorId]))
}

/** The customers whose account manager is one of these. */
export async function customersAdvisedBy(ctx: Pick<Ctx, 'db'>, staffIds: readonly number[]): Promise<number[]> {
  return (await advisedBy(ctx.db, staffIds)).map(({ id }) => id)
}

/** The caller has checked that this is an account manager. */
export function assignAdvisor(ctx: Ctx, customerId: number, advisorId: number): Promise<void> {
  return setAdvisor(ctx.db, customerId, advisorId)
}

/** Opens the account of a group; it has the advisor of the person who founds it. */
export async function openGroupAccount(ctx: Ctx, founderId: number, account: GroupAccountColumns): Promise<number> {
  const { advisorId } = await customerOf(ctx, founderId)
  return (await insertGroupAccount(ctx.db, { ...account, advisorId }, ctx.clock.now())).id
}

/** The name of the account follows the name of its group. */
export function renameGroupAccount(ctx: Ctx, accountId: number, account: GroupAccountColumns): Promise<void> {
  return updateGroupAccount(ctx.db, accountId, account)
}

/** Nothing can be done in the name of the group any more; its records stay. */
export function closeGroupAccount(ctx: Ctx, accountId: number): Promise<void> {
  return disableGroupAccount(ctx.db, accountId, ctx.clock.now())
}

/** Whether a customer with an open account has this invite code. */
export async function isInviter(ctx: Pick<Ctx, 'db'>, code: string): Promise<boolean> {
  return (await inviterOf(ctx, code)) !== undefined
}

/** The customer with an open account who has this invite code. */
export async function inviterOf(ctx: Pick<Ctx, 'db'>, code: string): Promise<number | undefined> {
  return (await customerIdByInviteCode(ctx.db, code))?.id
}

/** The customer's invite code; `make` proposes one for a customer without a code. */
export async function inviteCodeOf(ctx: Ctx, customerId: number, make: () => string): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return (await inTx(ctx, (inner) => keepInviteCode(inner.db, customerId, make()))).inviteCode
    } catch (error) {
      if (!isUniqueViolation(error) || tries === 5) throw error
    }
  }
}

export type Account = CustomerRow

/** A customer as other slices see one. */
export async function customerOf(ctx: Pick<Ctx, 'db'>, id: number): Promise<CustomerRow & { group: CustomerGroup }> {
  const row = await customerById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return { ...row, group: groupOf(row.userType) }
}

/** The customer who signs in with this phone, including the password hash; undefined when there is no open account. */
export function accountOfPhone(ctx: Pick<Ctx, 'db'>, phone: string): Promise<CustomerRow | undefined> {
  return customerByPhone(ctx.db, phone)
}

/** Whether the account exists and is not disabled. */
export function mayStillSignIn(ctx: Pick<Ctx, 'db'>, id: number): Promise<boolean> {
  return isOpenAccount(ctx.db, id)
}

/**
 * Saves a validated profile in the caller's transaction. `first` is true when the profile was incomplete until now. From then on the
 * customer type cannot change, because it decides on credit and prices.
 */
export async function saveProfile(
  ctx: Ctx,
  customerId: number,
  { organization: userType, ...values }: ProfileValues,
): Promise<{ first: boolean; userType: UserType; phone: string; region: Region }> {
  const region = findRegion(values.address_code)
  if (!region) throw refuseAt('address_code', accountErrors.unknownRegion)
  if (!isUserType(userType)) throw new Error('a profile is checked before it is saved')
  const before = await lockCustomer(ctx.db, customerId)
  const completed = before.profileCompletedAt !== null
  if (completed && before.userType !== userType) throw refuseAt('organization', accountErrors.typeFixed)
  // [P-04] The first e-mail address is accepted without proof; to change it, the person confirms a code sent to the new one.
  if (completed && before.email !== '' && before.email !== values.email)
    throw refuseAt('email', accountErrors.emailByCode)
  await updateProfile(ctx.db, customerId, { ...values, userType, region }, ctx.clock.now())
  return { first: !completed, userType, phone: before.phone, region }
}

export interface InfoChanges {
  nickname?: string
  avatar?: string
  noticeChoices?: NoticeChoices
}

/** What is not given stays as it is. */
export async function changeInfo(ctx: Ctx<Customer>, changes: InfoChanges): Promise<void> {
  const row = await customerOf(ctx, ctx.actor.id)
  await updateCustomerInfo(ctx.db, ctx.actor.id, {
    nickname: changes.nickname ?? row.nickname,
    avatar: changes.avatar ?? row.avatar,
    noticeChoices: changes.noticeChoices ?? row.noticeChoices,
  })
}

/** Joins the caller's transaction. Throws a unique violation when the phone belongs to another account. */
export function replaceContact(ctx: Ctx, id: number, kind: ContactKind, contact: string): Promise<void> {
  return setContact(ctx.db, id, kind, contact)
}

export function replacePasswordHash(ctx: Ctx, id: number, passwordHash: string): Promise<void> {
  return setPassword(ctx.db, id, passwordHash, ctx.clock.now())
}

/** When the account was opened. */
export async function openedAtOf(ctx: Pick<Ctx, 'db'>, id: number): Promise<Date> {
  return (await signInFacts(ctx.db, id)).createdAt
}

/** Several customers by id in one query, for lists of staff. */
export async function customersOf(ctx: Pick<Ctx, 'db'>, ids: number[]): Promise<Map<number, CustomerRow>> {
  const rows = ids.length === 0 ? [] : await customersByIds(ctx.db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Customers by name, firm, phone or e-mail, as typed. With pinyin: `customersAbout` in search-actions.ts, which lists use. */
export async function customersLike(ctx: Pick<Ctx, 'db'>, typed: string): Promise<number[]> {
  const id = customerNumber(typed)
  if (id !== undefined) return [id]
  return (await customerIdsLike(ctx.db, typed)).map((row) => row.id)
}

/** Customers whose name or company sounds like this, by what a job has written. */
export async function customersSoundingLike(ctx: Pick<Ctx, 'db'>, typed: string): Promise<number[]> {
  return (await customersSounding(ctx.db, typed)).map((row) => row.id)
}

/** Customers of whose name or company the sound is not written yet; null: all of them. */
export function customersWithoutSounds(ctx: Pick<Ctx, 'db'>, limit: number | null) {
  return unsoundedCustomers(ctx.db, limit)
}

export function writeCustomerSounds(
  ctx: Pick<Ctx, 'db'>,
  rows: readonly { id: number; name: string; company: string; sounds: string }[],
): Promise<number> {
  return keepCustomerSounds(ctx.db, rows)
}

/** The customer with this phone, for demo data; undefined when there is none. */
export async function customerIdOf(ctx: Pick<Ctx, 'db'>, phone: string): Promise<number | undefined> {
  return (await customerByPhone(ctx.db, phone))?.id
}

/** The next open accounts of a segment after this id, for work in parts. */
export async function segmentAfter(
  ctx: Pick<Ctx, 'db'>,
  segment: CustomerSegment,
  afterId: number,
  most: number,
): Promise<number[]> {
  return (await customersInSegment(ctx.db, segment, afterId, most)).map(({ id }) => id)
}

/** How many open accounts a segment has. */
export function sizeOfSegment(ctx: Pick<Ctx, 'db'>, segment: CustomerSegment): Promise<number> {
  return countSegment(ctx.db, segment)
}

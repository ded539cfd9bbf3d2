import { createHash } from 'node:crypto'
import type { AddressWire } from '../../people/addresses/contract.ts'
import { type AddressInput, addAddress, listAddresses } from '../../people/addresses/actions.ts'
import { findRegion } from '../../ground/regions/region-actions.ts'
import { addressToWire } from '../../people/addresses/wire-rules.ts'
import { unreadCount } from '../notices/actions.ts'
import { planCount } from '../../lab/plans/actions.ts'
import { liveSessions } from '../../platform/auth/sessions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { contactOfStaff } from '../../ground/staff/actions.ts'
import { customerOf } from '../../people/customers/actions.ts'
import { missingConsent } from '../../people/sign-in/consent-actions.ts'
import { accountErrors } from '../../people/customers/errors.ts'
import { refuseInDoubt } from '../../people/customers/session-actions.ts'
import { isUserType, type ProfileValues } from '../../people/customers/profile-rules.ts'
import type { NoticeChoices } from '../../people/customers/rules.ts'
import { lockCustomer, updateCustomerInfo, updateProfile } from '../../people/customers/store.ts'
import { isBound } from '../../people/sign-in/wechat-store.ts'
import { profileCompleted } from '../../people/customers/events.ts'

/** What the browser keeps of a person: shown in the header and filled into forms. */
export async function userInfoOf(ctx: Ctx<Customer>) {
  const id = ctx.actor.id
  const row = await customerOf(ctx, id)
  const addressList: AddressWire[] = (await listAddresses(ctx, id)).map(addressToWire)
  const userInfo = {
    account: row.phone,
    personKey: createHash('sha256').update(`customer ${id}`).digest('base64url').slice(0, 22),
    nickname: row.nickname,
    avatar: row.avatar,
    name: row.name,
    email: row.email,
    organization: row.userType,
    company: row.company,
    teacher: row.teacher,
    teacher_phone: row.teacherPhone,
    teacher_mail: row.teacherMail,
    province: row.province,
    city: row.city,
    area: row.area,
    address_code: row.areaCode,
    address: row.address,
    profileComplete: row.profileCompletedAt !== null,
    group: row.group,
    noticeChoices: row.noticeChoices,
    wechatBound: await isBound(ctx.db, id),
  }
  const advisor = row.advisorId === null ? null : await contactOfStaff(ctx, row.advisorId)
  return {
    userInfo,
    addressList,
    consentNeeded: await missingConsent(ctx, id),
    cartNum: await planCount(ctx, id),
    messageNum: await unreadCount(ctx, id),
    advisor,
  }
}

/**
 * Saves a checked profile. The first time, the profile becomes complete and `profile.completed` tells the other slices
 * (credit opens for institute customers). From then on the type stands: it decides on credit and prices.
 */
export function completeProfile(ctx: Ctx, customerId: number, values: ProfileValues): Promise<void> {
  // The e-mail address on record may prove the person; whoever has only the phone must not put another in its place.
  if (ctx.actor.kind === 'customer') refuseInDoubt(ctx as Ctx<Customer>)
  const region = findRegion(values.address_code)
  if (!region) {
    throw refuse(accountErrors.unknownRegion, undefined, {
      fields: { address_code: accountErrors.unknownRegion.message },
    })
  }
  const userType = values.organization
  if (!isUserType(userType)) throw new Error('a profile is checked before it is saved')
  return inTx(ctx, async (ctx) => {
    const before = await lockCustomer(ctx.db, customerId)
    const completed = before.profileCompletedAt !== null
    if (completed && before.userType !== userType) {
      throw refuse(accountErrors.typeFixed, undefined, { fields: { organization: accountErrors.typeFixed.message } })
    }
    // P-04. The first address is taken as it is given; another one is proved by a code sent to it.
    if (completed && before.email !== '' && before.email !== values.email) {
      throw refuse(accountErrors.emailByCode, undefined, { fields: { email: accountErrors.emailByCode.message } })
    }
    await updateProfile(ctx.db, customerId, { ...values, userType, region }, ctx.clock.now())
    if (completed) return
    await emit(ctx, profileCompleted, { customerId, userType })
    await keepAsFirstAddress(ctx, customerId, {
      name: values.name,
      phone: before.phone,
      address: values.address,
      addressCode: region.code,
    })
  })
}

/** The place a person has just typed is where samples are fetched and returned, until another one is entered. */
async function keepAsFirstAddress(ctx: Ctx, customerId: number, address: AddressInput): Promise<void> {
  const existing = await listAddresses(ctx, customerId)
  if (existing.length === 0) await addAddress(ctx, customerId, address)
}

export interface InfoChanges {
  nickname?: string | undefined
  avatar?: string | undefined
  noticeChoices?: NoticeChoices | undefined
}

export async function changeInfo(ctx: Ctx<Customer>, changes: InfoChanges): Promise<void> {
  const row = await customerOf(ctx, ctx.actor.id)
  await updateCustomerInfo(ctx.db, ctx.actor.id, {
    nickname: changes.nickname ?? row.nickname,
    avatar: changes.avatar ?? row.avatar,
    noticeChoices: changes.noticeChoices ?? row.noticeChoices,
  })
}

export async function sessionsOf(ctx: Ctx<Customer>) {
  const rows = await liveSessions(ctx, 'customer', ctx.actor.id)
  return rows.map((row) => ({
    id: row.id,
    current: row.id === ctx.actor.sessionId,
    createdAt: shanghaiTime(row.createdAt),
    lastSeenAt: shanghaiTime(row.lastSeenAt),
    ip: row.ip,
    userAgent: row.userAgent,
  }))
}

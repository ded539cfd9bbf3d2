import { createHash } from 'node:crypto'
import type { AddressWire } from '../../people/customers/address-contract.ts'
import { type AddressInput, addAddress, listAddresses } from '../../people/addresses/actions.ts'
import { addressToWire } from '../../people/addresses/wire-rules.ts'
import { unreadCount } from '../notices/actions.ts'
import { planCount } from '../../lab/plans/actions.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { contactOfStaff } from '../../core/staff/actions.ts'
import { customerOf, saveProfile } from '../../people/customers/actions.ts'
import { missingConsent } from '../../people/customers/consent-actions.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import type { ProfileValues } from '../../people/customers/profile-rules.ts'
import { isWechatBound } from '../../people/sign-in/wechat/wechat-actions.ts'
import { profileCompleted } from '../../people/customers/events.ts'

/** What the browser stores about the customer: shown in the header and filled into forms. */
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
    wechatBound: await isWechatBound(ctx, id),
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
 * Saves a validated profile. When it becomes complete for the first time, emits `profile.completed` (credit opens for institute customers),
 * and the address becomes the first one of the address book.
 */
export function completeProfile(ctx: Ctx, customerId: number, values: ProfileValues): Promise<void> {
  // The e-mail address on record may prove the identity, so somebody who has only the phone must not replace it.
  refuseInDoubt(ctx)
  return inTx(ctx, async (ctx) => {
    const { first, userType, phone, region } = await saveProfile(ctx, customerId, values)
    if (!first) return
    await emit(ctx, profileCompleted, { customerId, userType })
    const { name, address } = values
    await keepAsFirstAddress(ctx, customerId, { name, phone, address, addressCode: region.code })
  })
}

/** Uses the address of the profile for pickup and return until the customer enters another one. */
async function keepAsFirstAddress(ctx: Ctx, customerId: number, address: AddressInput): Promise<void> {
  const existing = await listAddresses(ctx, customerId)
  if (existing.length === 0) await addAddress(ctx, customerId, address)
}

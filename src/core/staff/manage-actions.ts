import { hashPassword } from '../../platform/auth/passwords.ts'
import { lastUses, revokeAll } from '../../platform/auth/sessions.ts'
import { forgetTries } from '../../platform/auth/throttle.ts'
import { newReadableSecret } from '../../platform/auth/totp.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { createStaff } from './actions.ts'
import { staffErrors } from './errors.ts'
import type { staffEmail, StaffListItem } from './manage-contract.ts'
import { roleOfKey } from './roles/role-actions.ts'
import { roles } from './rules.ts'
import { factorTries, passwordTries } from './try-rules.ts'
import { clearSecret, dropSignIns } from './second-factor/second-factor-store.ts'
import {
  accountExists,
  lockStaff,
  setDisabled,
  setRole,
  setStaffContact,
  setStaffPassword,
  staffList,
} from './store.ts'

export async function listStaff(ctx: Ctx<Staff>): Promise<StaffListItem[]> {
  const rows = await staffList(ctx.db)
  const seen = await lastUses(
    ctx,
    'staff',
    rows.map(({ id }) => id),
  )
  return rows.map(({ disabledAt, totpEnrolledAt, customRole, customRoleId, ...row }) => {
    const lastSeenAt = seen.get(row.id)
    return {
      ...row,
      roleKey: customRoleId === null ? row.role : String(customRoleId),
      roleName: customRole ?? roles[row.role],
      disabled: disabledAt !== null,
      secondFactor: totpEnrolledAt !== null,
      lastSeenAt: lastSeenAt ? shanghaiTime(lastSeenAt) : null,
      self: row.id === ctx.actor.id,
    }
  })
}

/** Adds a member of staff with a password that must be replaced at the first sign-in. */
export async function addStaff(
  ctx: Ctx,
  { role: key, ...person }: { account: string; name: string; role: string; phone: string; email: string },
): Promise<{ id: number; password: string }> {
  const password = newFirstPassword()
  const passwordHash = await hashPassword(password)
  return inTx(ctx, async (ctx) => {
    if (await accountExists(ctx.db, person.account)) {
      const { message } = staffErrors.accountTaken
      throw refuse(staffErrors.accountTaken, message, { fields: { account: message } })
    }
    const { role, customRoleId } = await roleOfKey(ctx, key)
    const made = { ...person, role, customRoleId, passwordHash, passwordTemporary: true }
    return { id: await createStaff(ctx, made), password }
  })
}

interface Target {
  id: number
  confirm: string
}

export function changeContact(ctx: Ctx<Staff>, { id, ...given }: InputOf<typeof staffEmail>): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const person = await lockStaff(ctx.db, id)
    if (!person) throw refuse(commonErrors.notFound)
    const { name, phone, email } = person
    const before = {
      ...(given.name === undefined ? {} : { name }),
      ...(given.phone === undefined ? {} : { phone }),
      email,
    }
    await setStaffContact(ctx.db, id, { name, phone, ...given })
    await audit(ctx, 'staff.email', id, before, given)
  })
}

/** The role is read at every call, so the change takes effect at the next one. */
export function changeRole(ctx: Ctx<Staff>, input: Target & { role: string }): Promise<void> {
  return onAnother(ctx, input, async (ctx, person) => {
    const { role, customRoleId } = await roleOfKey(ctx, input.role)
    await setRole(ctx.db, person.id, role, customRoleId)
    const before = { role: person.role, customRoleId: person.customRoleId }
    await audit(ctx, 'staff.role', person.id, before, { role, customRoleId })
  })
}

export function disableStaff(ctx: Ctx<Staff>, input: Target & { disabled: boolean }): Promise<void> {
  return onAnother(ctx, input, async (ctx, person) => {
    await setDisabled(ctx.db, person.id, input.disabled ? ctx.clock.now() : null)
    await endAll(ctx, person.id)
    await audit(ctx, 'staff.disable', person.id, { disabled: person.disabledAt !== null }, { disabled: input.disabled })
  })
}

/** `reason` says how the administrator recognised the person who asks for it. */
export function resetFactor(ctx: Ctx<Staff>, { reason, ...input }: Target & { reason: string }): Promise<void> {
  return onAnother(ctx, input, async (ctx, person) => {
    await clearSecret(ctx.db, person.id)
    await forgetTries(ctx, factorTries(person.id))
    await endAll(ctx, person.id)
    await recordAudit(ctx, { action: 'staff.resetFactor', subject: `staff:${person.id}`, reason })
  })
}

/** Nobody can read the secret of this person's app any more: the next sign-in asks for a new one. */
export function forgetLostStaffFactor(ctx: Ctx, staffId: number, reason: string): Promise<void> {
  return inTx(ctx, async (ctx) => {
    await clearSecret(ctx.db, staffId)
    await endAll(ctx, staffId)
    await recordAudit(ctx, { action: 'staff.resetFactor', subject: `staff:${staffId}`, reason })
  })
}

/** Resets only the password: the new one alone does not pass the second factor. Who tried the forgotten one too often need not wait. */
export async function resetStaffPassword(ctx: Ctx<Staff>, input: Target): Promise<{ id: number; password: string }> {
  const password = newFirstPassword()
  const passwordHash = await hashPassword(password)
  await onAnother(ctx, input, async (ctx, person) => {
    await setStaffPassword(ctx.db, person.id, passwordHash, true)
    await forgetTries(ctx, passwordTries(person.account))
    await endAll(ctx, person.id)
    await audit(ctx, 'staff.resetPassword', person.id)
  })
  return { id: input.id, password }
}

/** Administrators cannot change their own role, access or sign-in. */
function onAnother(
  ctx: Ctx<Staff>,
  { id, confirm }: Target,
  work: (ctx: Ctx, person: NonNullable<Awaited<ReturnType<typeof lockStaff>>>) => Promise<void>,
): Promise<void> {
  if (id === ctx.actor.id) throw refuse(staffErrors.notYourself)
  return inTx(ctx, async (ctx) => {
    const person = await lockStaff(ctx.db, id)
    if (!person) throw refuse(commonErrors.notFound)
    if (person.account !== confirm) throw refuse(staffErrors.notConfirmed)
    await work(ctx, person)
  })
}

async function endAll(ctx: Ctx, staffId: number): Promise<void> {
  await dropSignIns(ctx.db, staffId)
  await revokeAll(ctx, 'staff', staffId)
}

function audit(ctx: Ctx, action: string, staffId: number, before?: unknown, after?: unknown): Promise<void> {
  return recordAudit(ctx, { action, subject: `staff:${staffId}`, before, after })
}

/** A hundred random bits in four groups that can be dictated over the telephone. */
function newFirstPassword(): string {
  return newReadableSecret(4, 5)
}

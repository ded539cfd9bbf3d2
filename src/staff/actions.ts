import { hashOf, type NewPassword, verifyNothing, verifyPassword } from '../platform/auth/passwords.ts'
import { type IssuedTokens, openSession, rotateSession } from '../platform/auth/sessions.ts'
import { forgetTries, takeTry } from '../platform/auth/throttle.ts'
import { commonErrors, refuse } from '../platform/contract/refusal.ts'
import type { Ctx, Services, Staff } from '../platform/http/ctx.ts'
import { staffErrors } from './errors.ts'
import { DEMO_STAFF_PASSWORD, type Role } from './rules.ts'
import {
  insertStaff,
  leastBusyManager,
  staffByAccount,
  staffById,
  staffBySessionToken,
  staffContact,
  staffNames,
} from './store.ts'

/** The staff member of a live token; undefined for anything else. */
export async function authenticateStaff(services: Services, token: string): Promise<Staff | undefined> {
  const found = await staffBySessionToken(services.db, token, services.clock.now())
  return found && { kind: 'staff', ...found }
}

export async function signInStaff(ctx: Ctx, account: string, password: string): Promise<IssuedTokens> {
  const key = `staff:${account}`
  if ((await takeTry(ctx, key)) > 0) throw refuse(staffErrors.tooManyAttempts)
  const found = await staffByAccount(ctx.db, account)
  const right = found ? await verifyPassword(password, found.passwordHash) : await verifyNothing(password)
  if (!found || !right || isDemoOutsideDemo(ctx, account, password)) throw refuse(staffErrors.wrongPassword)
  await forgetTries(ctx, key)
  return openSession(ctx, 'staff', found.id)
}

export async function refreshStaff(ctx: Ctx, refreshToken: string): Promise<IssuedTokens> {
  const rotated = await rotateSession(ctx, 'staff', refreshToken)
  if (!rotated) throw refuse(commonErrors.notSignedIn)
  return rotated
}

export async function createStaff(
  ctx: Ctx,
  person: { account: string; name: string; role: Role; phone?: string } & NewPassword,
): Promise<number> {
  const passwordHash = await hashOf(person)
  const row = await insertStaff(
    ctx.db,
    { account: person.account, name: person.name, role: person.role, passwordHash, phone: person.phone ?? '' },
    ctx.clock.now(),
  )
  return row.id
}

/** The manager who will look after a new customer; undefined while the house has none. */
export async function nextAdvisor(ctx: Ctx): Promise<number | undefined> {
  return (await leastBusyManager(ctx.db))?.id
}

/** Names by id, for showing who did what. */
export async function namesOfStaff(ctx: Pick<Ctx, 'db'>, ids: number[]): Promise<Map<number, string>> {
  const rows = ids.length === 0 ? [] : await staffNames(ctx.db, ids)
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** What a customer sees of an advisor; null for somebody who has left. */
export async function contactOfStaff(
  ctx: Pick<Ctx, 'db'>,
  id: number,
): Promise<{ name: string; phone: string } | null> {
  return (await staffContact(ctx.db, id)) ?? null
}

export async function staffIdOf(ctx: Pick<Ctx, 'db'>, account: string): Promise<number | undefined> {
  return (await staffByAccount(ctx.db, account))?.id
}

/** Role and name of a staff member who may still work here; undefined otherwise. */
export async function staffMember(ctx: Pick<Ctx, 'db'>, id: number): Promise<{ role: Role; name: string } | undefined> {
  const found = await staffById(ctx.db, id)
  return found && { role: found.role, name: found.name }
}

/** A database that once held demo data and now serves in earnest must not open to a published password. */
function isDemoOutsideDemo(ctx: Ctx, account: string, password: string): boolean {
  return !ctx.config.demo && (password === DEMO_STAFF_PASSWORD || account.endsWith('@demo'))
}

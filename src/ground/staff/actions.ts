import { hashOf, type NewPassword } from '../../platform/auth/passwords.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import type { Role } from './rules.ts'
import {
  activeStaffIds,
  insertStaff,
  staffAddresses,
  staffByAccount,
  staffById,
  staffContact,
  staffIdsNamed,
  staffNames,
} from './store.ts'

export async function createStaff(
  ctx: Ctx,
  person: {
    account: string
    name: string
    role: Role
    phone?: string
    email?: string
    passwordTemporary?: boolean
  } & NewPassword,
): Promise<number> {
  const passwordHash = await hashOf(person)
  const row = await insertStaff(ctx.db, { ...person, passwordHash }, ctx.clock.now())
  return row.id
}

/** Ids of the active staff with this role. */
export async function staffInRole(ctx: Pick<Ctx, 'db'>, role: Role): Promise<number[]> {
  return (await activeStaffIds(ctx.db, role)).map(({ id }) => id)
}

/** Names by id, for showing who did something. */
export async function namesOfStaff(ctx: Pick<Ctx, 'db'>, ids: number[]): Promise<Map<number, string>> {
  const rows = ids.length === 0 ? [] : await staffNames(ctx.db, ids)
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Ids of staff whose name contains what was typed. */
export async function staffNamed(ctx: Pick<Ctx, 'db'>, typed: string): Promise<number[]> {
  return (await staffIdsNamed(ctx.db, typed)).map(({ id }) => id)
}

/** E-mail addresses of the active staff with this role; staff without an address are left out. */
export async function mailAddressesOf(ctx: Pick<Ctx, 'db'>, role: Role): Promise<string[]> {
  return (await staffAddresses(ctx.db, role)).map(({ email }) => email)
}

/** What a customer sees of an advisor; null when the advisor has left. */
export async function contactOfStaff(
  ctx: Pick<Ctx, 'db'>,
  id: number,
): Promise<{ name: string; phone: string } | null> {
  return (await staffContact(ctx.db, id)) ?? null
}

export async function staffIdOf(ctx: Pick<Ctx, 'db'>, account: string): Promise<number | undefined> {
  return (await staffByAccount(ctx.db, account))?.id
}

/** Role and name of an active member of staff; undefined otherwise. */
export async function staffMember(ctx: Pick<Ctx, 'db'>, id: number): Promise<{ role: Role; name: string } | undefined> {
  const found = await staffById(ctx.db, id)
  return found && { role: found.role, name: found.name }
}

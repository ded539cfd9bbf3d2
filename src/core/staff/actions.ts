import { hashOf, type NewPassword } from '../../platform/auth/passwords.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { whoWorks } from './absences/absence-rules.ts'
import { absencesOn } from './absences/absence-store.ts'
import { mayAct, type Role, type StaffAction } from './rules.ts'
import {
  activeStaffIds,
  activeStaffList,
  insertStaff,
  staffAddresses,
  staffByAccount,
  staffById,
  staffContact,
  staffCount,
  staffIdsNamed,
  staffNames,
} from './store.ts'

export async function createStaff(
  ctx: Ctx,
  person: {
    account: string
    name: string
    role: Role
    customRoleId?: number | null
    phone?: string
    email?: string
    passwordTemporary?: boolean
  } & NewPassword,
): Promise<number> {
  const passwordHash = await hashOf(person)
  const row = await insertStaff(ctx.db, { ...person, passwordHash }, ctx.clock.now())
  return row.id
}

/** Active members of staff. */
export function countStaff(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return staffCount(ctx.db)
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

/** What a customer sees of an advisor: the deputy while the advisor is away; null when the advisor has left. */
export async function contactOfStaff(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  id: number,
): Promise<{ name: string; phone: string } | null> {
  const advisor = await staffContact(ctx.db, id)
  if (!advisor) return null
  const works = whoWorks(id, await absencesOn(ctx.db, shanghaiDate(ctx.clock.now())))
  if (works === undefined || works === id) return advisor
  const deputy = await staffContact(ctx.db, works)
  return deputy ? { ...deputy, name: `${deputy.name}（代${advisor.name}）` } : advisor
}

export async function staffIdOf(ctx: Pick<Ctx, 'db'>, account: string): Promise<number | undefined> {
  return (await staffByAccount(ctx.db, account))?.id
}

/** Name and rights of an active member of staff; undefined otherwise. */
export async function staffMember(
  ctx: Pick<Ctx, 'db'>,
  id: number,
): Promise<{ role: Role; actions: string[] | null; name: string } | undefined> {
  const found = await staffById(ctx.db, id)
  return found && { role: found.role, actions: found.actions, name: found.name }
}

/** Ids of the active staff who may take the action. */
export async function staffWhoMay(ctx: Pick<Ctx, 'db'>, action: StaffAction): Promise<number[]> {
  return (await activeStaffList(ctx.db)).filter((person) => mayAct(person, action)).map(({ id }) => id)
}

import { tokenHash } from '../../platform/auth/tokens.ts'
import { hashOf, type NewPassword } from '../../platform/auth/passwords.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer, Services } from '../../platform/http/ctx.ts'
import { nextAdvisor } from '../../ground/staff/actions.ts'
import { type CustomerGroup, groupOf } from './rules.ts'
import { customerSession } from './step-up-store.ts'
import {
  type CustomerRow,
  customerById,
  customerByPhone,
  customerIdByInviteCode,
  customerIdsLike,
  customerNames,
  customersByIds,
  insertCustomer,
} from './store.ts'

/** The customer of a live token; undefined for anything else. */
export async function authenticateCustomer(services: Services, token: string): Promise<Customer | undefined> {
  const session = await customerSession(services.db, tokenHash(token), services.clock.now())
  return session && { kind: 'customer', id: session.customerId, sessionId: session.id, inDoubt: session.inDoubt }
}

/** Undefined when the phone has an account already. */
export async function createCustomer(
  ctx: Ctx,
  person: { phone: string; inviterCode?: string } & NewPassword,
): Promise<number | undefined> {
  const passwordHash = await hashOf(person)
  const advisorId = await nextAdvisor(ctx)
  const row = await insertCustomer(
    ctx.db,
    { phone: person.phone, passwordHash, advisorId, inviterCode: person.inviterCode ?? '' },
    ctx.clock.now(),
  )
  return row?.id
}

/** Whether somebody with a live account gives this code to friends. */
export async function isInviter(ctx: Pick<Ctx, 'db'>, code: string): Promise<boolean> {
  return (await customerIdByInviteCode(ctx.db, code)) !== undefined
}

/** A customer as other slices see one. */
export async function customerOf(ctx: Pick<Ctx, 'db'>, id: number): Promise<CustomerRow & { group: CustomerGroup }> {
  const row = await customerById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return { ...row, group: groupOf(row.userType) }
}

/** Several customers by their number, one query, for lists of staff. */
export async function customersOf(ctx: Pick<Ctx, 'db'>, ids: number[]): Promise<Map<number, CustomerRow>> {
  const rows = ids.length === 0 ? [] : await customersByIds(ctx.db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Customers by name, firm, phone or e-mail, for the search of staff; the pattern is one of LIKE, with its wildcards escaped. */
export async function customersLike(ctx: Pick<Ctx, 'db'>, pattern: string): Promise<number[]> {
  return (await customerIdsLike(ctx.db, pattern)).map((row) => row.id)
}

/** What customers are called, for a search that compares sounds. */
export async function namesOfCustomers(ctx: Pick<Ctx, 'db'>): Promise<{ id: number; names: string[] }[]> {
  return (await customerNames(ctx.db)).map(({ id, name, company }) => ({ id, names: [name, company] }))
}

/** The customer with this phone, for demo data; undefined when there is none. */
export async function customerIdOf(ctx: Pick<Ctx, 'db'>, phone: string): Promise<number | undefined> {
  return (await customerByPhone(ctx.db, phone))?.id
}

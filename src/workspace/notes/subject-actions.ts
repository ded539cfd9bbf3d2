import { groupNumbered } from '../../people/groups/actions.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { mayAct } from '../../core/staff/rules.ts'
import { orderRecord } from '../../lab/orders/read-actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { type SubjectKind, subjectKinds } from './rules.ts'

export interface AskedSubject {
  kind: SubjectKind
  no: string
}

export interface Subject {
  kind: SubjectKind
  id: number
  no: string
  /** For titles: the name of the customer or group, or the title of the order. */
  name: string
  customerId: number
}

/** The record that a note, call or todo is about, when this person's role may read such records. */
export async function subjectOf(ctx: Ctx<Staff>, asked: AskedSubject): Promise<Subject> {
  if (!mayAct(ctx.actor, subjectKinds[asked.kind].action)) throw refuse(commonErrors.forbidden)
  const found = await finders[asked.kind](ctx, asked.no)
  if (!found) throw refuse(commonErrors.notFound)
  return { kind: asked.kind, ...found }
}

type Found = Omit<Subject, 'kind'> | undefined

const finders: Record<SubjectKind, (ctx: Ctx<Staff>, no: string) => Promise<Found>> = {
  customer: async (ctx, no) => {
    if (!/^[1-9]\d{0,14}$/.test(no)) return undefined
    const id = Number(no)
    const row = (await customersOf(ctx, [id])).get(id)
    return row && { id, no, name: customerName(row), customerId: id }
  },
  order: async (ctx, no) => {
    const row = await orderRecord(ctx, no)
    return row && { id: row.id, no: row.orderNo, name: row.title, customerId: row.customerId }
  },
  group: async (ctx, no) => {
    const row = await groupNumbered(ctx, no)
    return row && { id: row.id, no: row.groupNo, name: row.name, customerId: row.accountId }
  },
}

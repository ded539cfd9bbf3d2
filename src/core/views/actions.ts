import type { InputOf } from '../../platform/contract/call.ts'
import { addressOf, queryOfAddress } from '../../platform/contract/index-address.ts'
import type { AnyIndex } from '../../platform/contract/index-list.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { namesOfStaff } from '../staff/actions.ts'
import { mayAct, roleMayAct } from '../staff/rules.ts'
import type { viewSave } from './contract.ts'
import { viewErrors } from './errors.ts'
import { countOwnViews, deleteView, putView, viewsFor } from './store.ts'

const MOST_VIEWS = 30

export async function savedViews(ctx: Ctx<Staff>, indexes: readonly AnyIndex[], name: string) {
  const index = readable(ctx, indexes, name)
  const rows = await viewsFor(ctx.db, index.name, ctx.actor.id, ctx.actor.role)
  const names = await namesOfStaff(
    ctx,
    rows.map((row) => row.staffId),
  )
  const list = rows.map(({ staffId, ...row }) => ({
    ...row,
    own: staffId === ctx.actor.id,
    ownerName: names.get(staffId) ?? '',
  }))
  return { list }
}

/** Keeps what the index knows of the address, without the position in the list. */
export async function saveView(
  ctx: Ctx<Staff>,
  indexes: readonly AnyIndex[],
  { index: indexName, name, address, role }: InputOf<typeof viewSave>,
) {
  const index = readable(ctx, indexes, indexName)
  if (role !== null && !roleMayAct(role, index.action)) throw refuse(viewErrors.roleHasNoList)
  const query = queryOfAddress(index, new URLSearchParams(address))
  const kept = addressOf(index, { ...query, after: undefined, before: undefined })
  return inTx(ctx, async (inner) => {
    const staffId = ctx.actor.id
    if ((await countOwnViews(inner.db, index.name, staffId, name)) >= MOST_VIEWS) throw refuse(viewErrors.tooManyViews)
    return putView(inner.db, { staffId, index: index.name, name, role, address: kept }, ctx.clock.now())
  })
}

/** Only its owner removes a view, also a shared one. */
export async function removeView(ctx: Ctx<Staff>, id: number): Promise<void> {
  if ((await deleteView(ctx.db, id, ctx.actor.id)) === 0) throw refuse(commonErrors.notFound)
}

function readable(ctx: Ctx<Staff>, indexes: readonly AnyIndex[], name: string): AnyIndex {
  const index = indexes.find((each) => each.name === name)
  if (!index) throw refuse(viewErrors.noSuchList)
  if (!mayAct(ctx.actor, index.action)) throw refuse(commonErrors.forbidden)
  return index
}

import { randomBytes } from 'node:crypto'
import { mayStillSignIn } from '../../../people/customers/actions.ts'
import { groupAccounts } from '../../../people/groups/actions.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../../platform/http/in-doubt.ts'
import { addDays, shanghaiTime } from '../../../platform/time.ts'
import { axesOf, drawnCurves, ownCurves, pointsOf, readerFor, readerOf } from '../actions.ts'
import { libraryErrors } from '../errors.ts'
import { mostCollections } from '../rules.ts'
import { type CurveRow, curvesByIds } from '../store.ts'
import type { collectionAdd, collectionEdit, collectionList, collectionShare } from './collection-contract.ts'
import {
  collectionByToken,
  type CollectionCurve,
  collectionOf,
  type CollectionRow,
  collectionsOf,
  countCollections,
  curvesOfCollection,
  deleteCollection,
  insertCollection,
  lockCollections,
  setShare,
  updateCollection,
} from './collection-store.ts'
import { type OverlayView, overlayProblem } from './overlay-rules.ts'

export async function listCollections(ctx: Ctx<Customer>, { kw, page, size }: InputOf<typeof collectionList>) {
  const rows = await collectionsOf(ctx.db, ctx.actor.id, { kw, limit: size, offset: (page - 1) * size })
  const now = ctx.clock.now()
  return {
    list: rows.map((row) => wired(row, now)),
    total: await countCollections(ctx.db, ctx.actor.id, kw),
    page,
    size,
  }
}

export async function collectionPage(ctx: Ctx<Customer>, id: number) {
  refuseInDoubt(ctx)
  const row = await ownCollection(ctx, id)
  const wanted = await curvesOfCollection(ctx.db, id)
  const found = named(
    wanted,
    await curvesByIds(
      ctx.db,
      await readerOf(ctx),
      wanted.map((curve) => curve.id),
    ),
  )
  return {
    ...wired(row, ctx.clock.now()),
    view: viewWithout(row.view, wanted, found),
    curves: await drawnCurves(ctx, ctx.actor.id, found),
    gone: wanted.filter((curve) => !found.some((each) => each.id === curve.id)).map(({ label }) => label),
  }
}

export async function addCollection(ctx: Ctx<Customer>, { name, remark, curves, view }: InputOf<typeof collectionAdd>) {
  return inTx(ctx, async (inner) => {
    await lockCollections(inner.db, ctx.actor.id)
    if ((await countCollections(inner.db, ctx.actor.id)) >= mostCollections)
      throw refuse(libraryErrors.tooManyCollections)
    await checkDrawable(inner, curves, view)
    return insertCollection(inner.db, { accountId: ctx.actor.id, name, remark, view, curves }, ctx.clock.now())
  })
}

export async function editCollection(ctx: Ctx<Customer>, input: InputOf<typeof collectionEdit>) {
  return inTx(ctx, async (inner) => {
    await ownCollection(inner, input.id)
    await checkDrawable(inner, input.curves, input.view)
    const changed = await updateCollection(inner.db, { ...input, accountId: ctx.actor.id }, ctx.clock.now())
    if (!changed) throw refuse(libraryErrors.collectionChanged)
    return changed
  })
}

export async function removeCollection(ctx: Ctx<Customer>, id: number): Promise<void> {
  if ((await deleteCollection(ctx.db, ctx.actor.id, id)) === 0) throw refuse(commonErrors.notFound)
}

/** A new link ends the one before. */
export async function shareCollection(ctx: Ctx<Customer>, { id, days }: InputOf<typeof collectionShare>) {
  refuseInDoubt(ctx)
  const share = { token: randomBytes(16).toString('base64url'), expiresAt: addDays(ctx.clock.now(), days) }
  if ((await setShare(ctx.db, ctx.actor.id, id, share)) === 0) throw refuse(commonErrors.notFound)
  return { token: share.token, expiresAt: shanghaiTime(share.expiresAt) }
}

export async function unshareCollection(ctx: Ctx<Customer>, id: number): Promise<void> {
  if ((await setShare(ctx.db, ctx.actor.id, id, null)) === 0) throw refuse(commonErrors.notFound)
}

/** What anybody with the link sees: a curve that its owner may no longer read is not shown to visitors either. */
export async function sharedCollection(ctx: Ctx, token: string) {
  const row = await collectionByToken(ctx.db, token, ctx.clock.now())
  if (!row?.shareExpiresAt || !(await mayStillSignIn(ctx, row.accountId))) throw refuse(libraryErrors.shareEnded)
  const asPayer = (await groupAccounts(ctx, [row.accountId])).has(row.accountId)
  const wanted = await curvesOfCollection(ctx.db, row.id)
  const reader = await readerFor(ctx, row.accountId, asPayer)
  const found = named(
    wanted,
    await curvesByIds(
      ctx.db,
      reader,
      wanted.map((curve) => curve.id),
    ),
  )
  const points = await pointsOf(ctx, found)
  return {
    name: row.name,
    remark: row.remark,
    expiresAt: shanghaiTime(row.shareExpiresAt),
    view: viewWithout(row.view, wanted, found),
    curves: found.map((curve, i) => ({ ...axesOf(curve), ...(points[i] as (typeof points)[number]) })),
    goneCount: wanted.length - found.length,
  }
}

async function ownCollection(ctx: Ctx<Customer>, id: number): Promise<CollectionRow> {
  const row = await collectionOf(ctx.db, ctx.actor.id, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

/** The same question as the page asks before it draws. */
async function checkDrawable(ctx: Ctx<Customer>, curves: readonly CollectionCurve[], view: OverlayView): Promise<void> {
  const rows = await ownCurves(
    ctx,
    curves.map(({ id }) => id),
  )
  const problem = overlayProblem(rows, view)
  if (problem) throw refuse(libraryErrors[problem])
  if (view.difference && Math.max(view.difference.of, view.difference.minus) >= rows.length)
    throw refuse(commonErrors.invalid)
}

/** Curves under the names that the collection gives them. */
function named(wanted: readonly CollectionCurve[], rows: readonly CurveRow[]): CurveRow[] {
  return rows.map((row) => ({ ...row, label: wanted.find(({ id }) => id === row.id)?.label ?? row.label }))
}

/** Places move up when a curve is gone; a difference of which one is gone cannot be drawn any more. */
function viewWithout(view: OverlayView, wanted: readonly CollectionCurve[], found: readonly CurveRow[]): OverlayView {
  if (!view.difference) return view
  const placeOf = (place: number) => found.findIndex(({ id }) => id === wanted[place]?.id)
  const difference = { of: placeOf(view.difference.of), minus: placeOf(view.difference.minus) }
  return { ...view, difference: difference.of < 0 || difference.minus < 0 ? null : difference }
}

function wired(row: CollectionRow, now: Date) {
  const { id, version, name, remark, curveCount, updatedAt, shareToken: token, shareExpiresAt: expiresAt } = row
  return {
    ...{ id, version, name, remark, curveCount },
    updatedAt: shanghaiTime(updatedAt),
    share: token && expiresAt && expiresAt > now ? { token, expiresAt: shanghaiTime(expiresAt) } : null,
  }
}

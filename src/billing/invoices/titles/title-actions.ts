import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import type { InvoiceTitle } from '../../../lab/orders/invoicing/title-contract.ts'
import { invoiceErrors } from '../errors.ts'
import {
  deleteTitle,
  insertTitle,
  lockTitles,
  makeDefault,
  titleById,
  type TitleFields,
  type TitleRow,
  titlesOf,
  updateTitle,
} from './title-store.ts'

const MOST_TITLES = 50

export interface TitleInput extends TitleFields {
  default?: boolean | undefined
}

export async function listTitles(ctx: Ctx<Customer>): Promise<InvoiceTitle[]> {
  return (await titlesOf(ctx.db, ctx.actor.id)).map(titleView)
}

/** The first title becomes the default. */
export function addTitle(ctx: Ctx<Customer>, input: TitleInput): Promise<InvoiceTitle> {
  const customerId = ctx.actor.id
  return inTx(ctx, async (inner) => {
    await lockTitles(inner.db, customerId)
    const existing = await titlesOf(inner.db, customerId)
    if (existing.length >= MOST_TITLES) throw refuse(invoiceErrors.tooManyTitles)
    const row = await insertTitle(inner.db, customerId, input, ctx.clock.now())
    if (existing.length === 0 || input.default) await makeDefault(inner.db, customerId, row.id)
    return titleView(await ownTitle(inner, row.id))
  })
}

/** A title cannot stop being the default: choose another one as the default instead. */
export function editTitle(ctx: Ctx<Customer>, id: number, input: TitleInput): Promise<InvoiceTitle> {
  const customerId = ctx.actor.id
  return inTx(ctx, async (inner) => {
    await lockTitles(inner.db, customerId)
    if ((await updateTitle(inner.db, customerId, id, input, ctx.clock.now())) === 0) throw refuse(commonErrors.notFound)
    if (input.default) await makeDefault(inner.db, customerId, id)
    return titleView(await ownTitle(inner, id))
  })
}

/** When the default title is removed, the most recently changed one becomes the default. */
export function removeTitle(ctx: Ctx<Customer>, id: number): Promise<void> {
  const customerId = ctx.actor.id
  return inTx(ctx, async (inner) => {
    await lockTitles(inner.db, customerId)
    if ((await deleteTitle(inner.db, customerId, id)) === 0) throw refuse(commonErrors.notFound)
    const [first] = await titlesOf(inner.db, customerId)
    if (first && !first.isDefault) await makeDefault(inner.db, customerId, first.id)
  })
}

export function chooseDefaultTitle(ctx: Ctx<Customer>, id: number): Promise<void> {
  return inTx(ctx, async (inner) => {
    await lockTitles(inner.db, ctx.actor.id)
    await ownTitle(inner, id)
    await makeDefault(inner.db, ctx.actor.id, id)
  })
}

/** A title of somebody else is refused like one that does not exist. */
export async function ownTitle(ctx: Ctx<Customer>, id: number): Promise<TitleRow> {
  const row = await titleById(ctx.db, ctx.actor.id, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

function titleView({ isDefault, ...row }: TitleRow): InvoiceTitle {
  return { ...row, default: isDefault }
}

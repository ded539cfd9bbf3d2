import { randomBytes } from 'node:crypto'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { commonErrors, Refusal, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import { addToPlan, planCount, planOf } from './actions.ts'
import { planErrors } from './errors.ts'
import { filesIn } from './rules.ts'
import type { planShare } from './share-contract.ts'
import { MOST_SHARES, SHARE_DAYS } from './share-rules.ts'
import {
  countShares,
  deleteShare,
  insertShare,
  shareByToken,
  type SharedLine,
  type ShareRow,
  sharesOf,
} from './share-store.ts'

/** The chosen lines of the caller's plan as the page shows them. */
export async function chosenLines(ctx: Ctx<Customer>, ids: readonly number[], groupNo?: string) {
  const { dataArr } = await planOf(ctx, groupNo)
  const lines = dataArr.flatMap(({ items }) => items).filter(({ id }) => ids.includes(id))
  if (lines.length !== new Set(ids).size) throw refuse(planErrors.linesGone)
  return lines
}

export async function sharePlan(ctx: Ctx<Customer>, { ids, note, showsPrices }: InputOf<typeof planShare>) {
  return inTx(ctx, async (inner) => {
    const now = ctx.clock.now()
    if ((await countShares(inner.db, ctx.actor.id, now)) >= MOST_SHARES) throw refuse(planErrors.tooManyShares)
    const lines = (await chosenLines(inner, ids)).map(
      ({ rid, name, parameters, described, count, urgent, days, priceLines, amountFen }): SharedLine => ({
        ...{ rid, name, parameters, described, count, urgent, days, priceLines, amountFen },
      }),
    )
    const row = {
      token: randomBytes(16).toString('base64url'),
      customerId: ctx.actor.id,
      ...{ note, showsPrices, lines },
      createdAt: now,
      expiresAt: addDays(now, SHARE_DAYS),
    }
    return shareView({ ...row, ...(await insertShare(inner.db, row)) })
  })
}

export async function ownShares(ctx: Ctx<Customer>) {
  return { list: (await sharesOf(ctx.db, ctx.actor.id, ctx.clock.now(), MOST_SHARES)).map(shareView) }
}

export async function stopSharing(ctx: Ctx<Customer>, id: number): Promise<void> {
  if ((await deleteShare(ctx.db, ctx.actor.id, id)) === 0) throw refuse(commonErrors.notFound)
}

/** What anybody with the link reads. The name of the owner is shown without the rest of the account. */
export async function sharedPlan(ctx: Ctx, token: string) {
  const row = await openShare(ctx, token)
  const owner = (await customersOf(ctx, [row.customerId])).get(row.customerId)
  const amounts = row.lines.map(({ amountFen }) => amountFen ?? 0)
  return {
    sharedBy: customerName(owner),
    note: row.note,
    expiresAt: shanghaiTime(row.expiresAt),
    showsPrices: row.showsPrices,
    lines: row.lines.map(({ parameters: _, ...line }) =>
      row.showsPrices ? line : { ...line, priceLines: [], amountFen: null },
    ),
    totalFen: row.showsPrices ? amounts.reduce((sum, fen) => sum + fen, 0) : null,
  }
}

/** Adds the lines to the reader's plan, each by the rules for a line that was filled in by hand; what does not fit is left out. */
export async function takeSharedPlan(ctx: Ctx<Customer>, token: string) {
  return inTx(ctx, async (inner) => {
    const { lines } = await openShare(inner, token)
    const left: { name: string; reason: string }[] = []
    for (const line of lines) {
      const reason = await problemOfTaking(inner, line)
      if (reason !== undefined) left.push({ name: line.name, reason })
    }
    return { added: lines.length - left.length, left, planCount: await planCount(inner, ctx.actor.id) }
  })
}

/** Why a line was not added; undefined when it was. A refused line has written nothing. */
async function problemOfTaking(ctx: Ctx<Customer>, line: SharedLine): Promise<string | undefined> {
  const { rid, parameters, count: sampleCount, urgent } = line
  if (rid === 0) return '定制报价只对原客户有效'
  if (Object.values(parameters).some((value) => filesIn(value).length > 0)) return '含有他人的附件，请在项目页重新填写'
  try {
    await addToPlan(ctx, { rid, parameters, sampleCount, urgent })
    return undefined
  } catch (cause) {
    if (cause instanceof Refusal) return cause.message
    throw cause
  }
}

async function openShare(ctx: Pick<Ctx, 'db' | 'clock'>, token: string): Promise<ShareRow> {
  const row = await shareByToken(ctx.db, token, ctx.clock.now())
  if (!row) throw refuse(planErrors.shareEnded)
  return row
}

function shareView({ id, token, note, showsPrices, lines, createdAt, expiresAt }: ShareRow) {
  return {
    ...{ id, token, note, showsPrices },
    lineCount: lines.length,
    createdAt: shanghaiTime(createdAt),
    expiresAt: shanghaiTime(expiresAt),
  }
}

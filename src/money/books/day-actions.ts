import { listed } from '../../core/lists/listed-actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { refuseAt } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { firstPosting, movesBetween, stepsBetween } from '../ledger/actions.ts'
import { dayIndex } from './contract.ts'
import { booksErrors } from './errors.ts'
import {
  type DayAccount,
  dayAccounts,
  differenceOf,
  type Figure,
  figuresAfter,
  givenBack,
  MINUTES_AFTER_MIDNIGHT,
} from './rules.ts'
import { closingOf, figuresByIds, figuresOfDay, figureSource, insertDay, lastClosing, lockClosing } from './store.ts'

/** The days that can be closed: after the last closed one, or from the first posting, up to the last one that is over. */
export async function openDays(
  ctx: Ctx,
): Promise<{ lastClosed: string | null; from: string | null; to: string | null }> {
  const lastClosed = (await lastClosing(ctx.db))?.day ?? null
  const first = lastClosed === null ? await firstPosting(ctx) : undefined
  const from = lastClosed ? dayAfter(lastClosed) : first ? shanghaiDate(first) : null
  const to = lastDayOver(ctx)
  return from !== null && from <= to ? { lastClosed, from, to } : { lastClosed, from: null, to: null }
}

const DAY_MILLISECONDS = 24 * 3600 * 1000

/** How many days wait to be closed; none in a laboratory that has never closed a day. */
export async function daysToClose(ctx: Ctx): Promise<number> {
  const { lastClosed, to } = await openDays(ctx)
  if (lastClosed === null || to === null) return 0
  return (Date.parse(to) - Date.parse(lastClosed)) / DAY_MILLISECONDS
}

/** Fixes the figures of a day and of every open day before it. */
export async function closeDays(ctx: Ctx<Staff>, until: string): Promise<{ closed: number }> {
  if (until > lastDayOver(ctx)) throw refuseAt('day', booksErrors.dayNotOver)
  return inTx(ctx, async (inner) => {
    await lockClosing(inner.db)
    if (await closingOf(inner.db, until)) throw refuseAt('day', booksErrors.dayClosed)
    const { from } = await openDays(inner)
    if (from === null || from > until) throw refuseAt('day', booksErrors.nothingToClose)
    let closed = 0
    for (let day = from; day <= until; day = dayAfter(day)) {
      const figures = await figuresFor(inner, day)
      await insertDay(inner.db, { day, closedBy: ctx.actor.id, closedAt: ctx.clock.now() }, figures)
      closed += 1
    }
    await recordAudit(inner, { action: 'books.close', subject: `day:${until}`, after: { from, until, closed } })
    return { closed }
  })
}

/** The figures of a day: fixed ones beside those of the ledger now, or for an open day those of now. */
export async function dayForStaff(ctx: Ctx, day: string) {
  const closing = await closingOf(ctx.db, day)
  const [start, end] = [fromShanghai(day), fromShanghai(dayAfter(day))]
  const now = figuresAfter([], await movesBetween(ctx, start, end))
  const steps = await stepsBetween(ctx, Object.keys(givenBack), start, end)
  const figures: Figure[] = closing ? await figuresOfDay(ctx.db, day) : await figuresFor(ctx, day)
  const names = await namesOfStaff(ctx, closing ? [closing.closedBy] : [])
  return {
    day,
    over: day <= lastDayOver(ctx),
    closedAt: closing ? shanghaiTime(closing.closedAt) : null,
    closedByName: closing ? (names.get(closing.closedBy) ?? '') : '',
    figures: figures.map((figure) => {
      const current = now.find(({ account }) => account === figure.account)
      return { ...figureView(figure), nowInFen: current?.inFen ?? 0, nowOutFen: current?.outFen ?? 0 }
    }),
    givenBack: Object.entries(givenBack).map(([name, label]) => {
      const step = steps.find(({ kind, operation }) => `${kind}.${operation}` === name)
      return { label, count: step?.count ?? 0, amountFen: step?.amountFen ?? 0 }
    }),
    differenceFen: differenceOf(figures),
  }
}

export const days = listed({
  index: dayIndex,
  source: () => figureSource,
  rows: async (ctx, ids) => {
    const rows = await figuresByIds(ctx.db, ids)
    const names = await namesOfStaff(
      ctx,
      rows.map(({ closedBy }) => closedBy),
    )
    const view = (row: (typeof rows)[number]) => ({
      ...figureView(row),
      id: row.id,
      day: row.day,
      closedAt: shanghaiTime(row.closedAt),
      closedByName: names.get(row.closedBy) ?? '',
    })
    const byId = new Map(rows.map((row) => [row.id, view(row)]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  },
})

/** From the latest closed day before it, which has all earlier postings in its closing figures. */
async function figuresFor(ctx: Ctx, day: string): Promise<Figure[]> {
  const last = await lastClosing(ctx.db)
  const before = last && last.day < day ? last : undefined
  const base = before ? await figuresOfDay(ctx.db, before.day) : []
  const start = fromShanghai(day)
  const opening = figuresAfter(base, await movesBetween(ctx, before ? fromShanghai(dayAfter(before.day)) : null, start))
  return figuresAfter(opening, await movesBetween(ctx, start, fromShanghai(dayAfter(day))))
}

function figureView({ account, openingFen, inFen, outFen, closingFen }: Figure) {
  return {
    account: account as DayAccount,
    label: dayAccounts[account] ?? account,
    openingFen,
    inFen,
    outFen,
    closingFen,
  }
}

function lastDayOver(ctx: Ctx): string {
  const settled = new Date(ctx.clock.now().getTime() - MINUTES_AFTER_MIDNIGHT * 60_000)
  return shanghaiDate(addDays(settled, -1))
}

function dayAfter(day: string): string {
  return shanghaiDate(addDays(fromShanghai(day), 1))
}

import { keepGenerated, linkTo } from '../../core/files/actions.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { gbkOf } from '../../platform/sheet/gbk.ts'
import { csvOf, xlsxOf } from '../../platform/sheet/sheet.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { openDays } from '../books/day-actions.ts'
import { dailyMoves, postingMoves } from '../ledger/journal-actions.ts'
import type {
  JournalExport,
  staffAccountCodes,
  staffAccountCodesSave,
  staffJournalFile,
  staffJournalMake,
} from './contract.ts'
import { accountingErrors } from './errors.ts'
import {
  codedAccounts,
  type Codes,
  type Detail,
  details,
  journalCells,
  journalHead,
  type JournalLine,
  journalOf,
  labelOf,
  MOST_LINES,
  type Move,
  sumsOf,
  usualCodes,
} from './rules.ts'
import {
  codeRows,
  countJournals,
  insertJournal,
  journalById,
  journalPage,
  journalWithin,
  lockJournals,
  type JournalRow,
  putCode,
} from './store.ts'

const MOST_DAYS = 366

interface Range {
  fromDay: string
  toDay: string
  detail: Detail
}

export async function accountCodes(ctx: Ctx): Promise<OutputOf<typeof staffAccountCodes>> {
  const codes = await codesOf(ctx)
  return {
    list: codedAccounts.map((account) => ({
      ...{ account, label: labelOf(account), usual: usualCodes[account] },
      ...codes[account],
    })),
    taxPercent: (await readSetting(ctx, 'invoicing')).ratePercent,
    closedUntil: (await openDays(ctx)).lastClosed,
  }
}

export function saveCodes(ctx: Ctx<Staff>, { codes }: InputOf<typeof staffAccountCodesSave>): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const before = await codesOf(ctx)
    for (const { account, code, name } of codes) await putCode(ctx.db, account, code, name)
    const words = (all: Codes) =>
      Object.fromEntries(codes.map(({ account }) => [labelOf(account), `${all[account].code} ${all[account].name}`]))
    await recordAudit(ctx, {
      action: 'accounting.codes',
      subject: 'accounting:codes',
      before: words(before),
      after: words(await codesOf(ctx)),
    })
  })
}

/** Only closed days, because no posting is added to them: the journal made again has the same lines. */
export function makeJournal(ctx: Ctx<Staff>, range: InputOf<typeof staffJournalMake>): Promise<JournalExport> {
  const { fromDay, toDay, detail, again } = range
  if (toDay < fromDay) throw refuseAt('toDay', accountingErrors.daysSwapped)
  if (toDay > shanghaiDate(addDays(fromShanghai(fromDay), MOST_DAYS - 1)))
    throw refuseAt('toDay', accountingErrors.rangeTooLong)
  return inTx(ctx, async (ctx) => {
    const { lastClosed } = await openDays(ctx)
    if (lastClosed === null || toDay > lastClosed) {
      const says = lastClosed ? `只能导出到 ${lastClosed}，之后的日期尚未日结` : accountingErrors.daysOpen.message
      throw refuse(accountingErrors.daysOpen, says, { fields: { toDay: says } })
    }
    if (!again) await requireFirst(ctx, fromDay, toDay)
    const codes = await codesOf(ctx)
    const taxPercent = (await readSetting(ctx, 'invoicing')).ratePercent
    const lines = await linesOf(ctx, range, codes, taxPercent)
    if (lines.length === 0) throw refuse(accountingErrors.nothingMoved)
    const { debitFen, creditFen } = sumsOf(lines)
    if (debitFen !== creditFen)
      throw new Error(`journal ${fromDay} to ${toDay}: debit ${debitFen}, credit ${creditFen}`)
    const row = await insertJournal(ctx.db, {
      ...{ fromDay, toDay, detail, codes, taxPercent, lines: lines.length, sumFen: debitFen },
      ...{ madeBy: ctx.actor.id, madeAt: ctx.clock.now() },
    })
    await recordAudit(ctx, {
      action: 'accounting.export',
      subject: `journal:${row.id}`,
      after: { fromDay, toDay, detail: details[detail], lines: lines.length, sumFen: debitFen },
    })
    const [view] = await views(ctx, [row])
    return view as JournalExport
  })
}

/** The same days booked twice in the accounting software are found late, so somebody has to say that they are meant. */
async function requireFirst(ctx: Ctx, fromDay: string, toDay: string): Promise<void> {
  await lockJournals(ctx.db)
  const before = await journalWithin(ctx.db, fromDay, toDay)
  if (!before) return
  const [{ madeByName, madeAt }] = (await views(ctx, [before])) as [JournalExport]
  throw refuse(
    accountingErrors.exportedBefore,
    `${before.fromDay} 至 ${before.toDay} 的凭证已由 ${madeByName} 于 ${madeAt.slice(0, 16)} 导出过`,
  )
}

export async function journals(ctx: Ctx, { page, size }: { page: number; size: number }) {
  const rows = await journalPage(ctx.db, size, (page - 1) * size)
  return { list: await views(ctx, rows), total: await countJournals(ctx.db), page, size }
}

/** Made again from the ledger, with the codes of the first time. The file is removed after a day. */
export async function journalFile(ctx: Ctx<Staff>, { id, format, browserKey }: InputOf<typeof staffJournalFile>) {
  const row = await journalById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  const lines = await linesOf(ctx, row, row.codes, row.taxPercent)
  const { debitFen } = sumsOf(lines)
  if (lines.length !== row.lines || debitFen !== row.sumFen)
    throw new Error(`journal ${id} was ${row.lines} lines and ${row.sumFen} fen, now ${lines.length} and ${debitFen}`)
  const cells = [journalHead, ...journalCells(lines)]
  const file = await keepGenerated(ctx, {
    name: `会计凭证-${row.fromDay}至${row.toDay}-${details[row.detail]}.${format === 'xlsx' ? 'xlsx' : 'csv'}`,
    mime:
      format === 'xlsx'
        ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
        : `text/csv; charset=${format === 'gbk' ? 'gbk' : 'utf-8'}`,
    bytes: await bytesOf(cells, format),
    purpose: 'journal',
    customerId: null,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}

async function bytesOf(cells: (string | number | null)[][], format: 'xlsx' | 'csv' | 'gbk'): Promise<Buffer> {
  if (format === 'xlsx') return xlsxOf([{ name: '凭证', rows: cells }])
  const bytes = csvOf(cells)
  return format === 'gbk' ? gbkOf(bytes.toString().replace(/^\ufeff/, '')) : bytes
}

async function codesOf(ctx: Ctx): Promise<Codes> {
  const own = (await codeRows(ctx.db)).map(({ account, code, name }) => [account, { code, name }] as const)
  return { ...usualCodes, ...Object.fromEntries(own) }
}

async function linesOf(ctx: Ctx, range: Range, codes: Codes, taxPercent: number): Promise<JournalLine[]> {
  const [from, until] = [fromShanghai(range.fromDay), addDays(fromShanghai(range.toDay), 1)]
  const moves = range.detail === 'day' ? await sumsOfDays(ctx, from, until) : await postings(ctx, from, until)
  return journalOf(moves, codes, taxPercent)
}

/** One voucher for each day, with both sides of each account. */
async function sumsOfDays(ctx: Ctx, from: Date, until: Date): Promise<Move[]> {
  const days = await dailyMoves(ctx, from, until)
  return days.flatMap(({ day, account, downFen, upFen }) =>
    [downFen, upFen]
      .filter((amountFen) => amountFen !== 0)
      .map((amountFen) => ({
        ...{ day, voucher: day.replaceAll('-', ''), summary: `${day} 收支汇总`, account, amountFen },
        ...{ party: '', source: '' },
      })),
  )
}

/** One voucher for each posting. Names of customers are those of today. */
async function postings(ctx: Ctx, from: Date, until: Date): Promise<Move[]> {
  const rows = await postingMoves(ctx, from, until, MOST_LINES + 1)
  if (rows.length > MOST_LINES) throw refuse(accountingErrors.tooManyLines)
  const customers = await customersOf(ctx, [...new Set(rows.flatMap(({ customerId }) => customerId ?? []))])
  return rows.map(({ transferId, customerId, businessId, memo, ...row }) => ({
    ...row,
    voucher: String(transferId),
    summary: memo,
    party: customerId === null ? '' : `#${customerId} ${customerName(customers.get(customerId))}`,
    source: businessId,
  }))
}

async function views(ctx: Ctx, rows: readonly JournalRow[]): Promise<JournalExport[]> {
  const names = await namesOfStaff(
    ctx,
    rows.map(({ madeBy }) => madeBy),
  )
  return rows.map(({ codes: _, madeBy, madeAt, ...row }) => ({
    ...row,
    madeByName: names.get(madeBy) ?? '',
    madeAt: shanghaiTime(madeAt),
  }))
}

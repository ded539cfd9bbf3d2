import { customersOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { historyOf, transition } from '../../platform/lifecycle/transition.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { formatFen } from '../../platform/money.ts'
import { fromShanghai, shanghaiTime } from '../../platform/time.ts'
import { readSetting } from '../../ground/settings/actions.ts'
import { namesOfStaff } from '../../ground/staff/actions.ts'
import { applicationView } from './application-actions.ts'
import { balanceOf, creditPrestore } from './actions.ts'
import {
  type BankLineRow,
  bankLineById,
  bankLinesByIds,
  bankLinesBySerials,
  bankLinesPage,
  claimBankLine,
  countBankLines,
  insertBankLines,
  lockBankLine,
  releaseBankLine,
} from './bank-store.ts'
import { prestoreErrors } from './errors.ts'
import {
  type BankLineInput,
  customerOfMemo,
  type PrestoreStage,
  prestoreLifecycle,
  readBankLines,
  transferCode,
} from './rules.ts'
import {
  changes,
  amountIs,
  applicationById,
  type ApplicationRow,
  applicationsAt,
  countAt,
  matchedByAnother,
} from './store.ts'
import { prestoreMatched } from './events.ts'

interface Page {
  page: number
  size: number
}

/** Imports pasted rows of a statement, all or none. A serial imported before is skipped, unless its amount differs. */
export async function importBankLines(ctx: Ctx<Staff>, text: string): Promise<{ imported: number; skipped: number }> {
  const { lines, faults } = readBankLines(text, ctx.clock.now())
  if (faults.length > 0)
    throw refuse(prestoreErrors.badBankLines, `流水内容有误，未导入：${faults.slice(0, 5).join('；')}`)
  if (lines.length === 0) throw refuse(prestoreErrors.noBankLines)
  return inTx(ctx, async (inner) => {
    const rows = lines.map((line) => ({ ...line, receivedAt: fromShanghai(line.receivedAt) }))
    const fresh = new Set(await insertBankLines(inner.db, rows, ctx.actor.id, ctx.clock.now()))
    const known = lines.filter((line) => !fresh.has(line.serial))
    await assertSameAmounts(inner, known)
    return { imported: fresh.size, skipped: known.length }
  })
}

export async function bankLines(ctx: Ctx, { matched, page, size }: Page & { matched: boolean }) {
  const rows = await bankLinesPage(ctx.db, matched, size, (page - 1) * size)
  return { list: rows.map(bankLineView), total: await countBankLines(ctx.db, matched), page, size }
}

export async function applicationsForStaff(
  ctx: Ctx<Staff>,
  { stage, page, size, lineId }: Page & { stage: PrestoreStage | ''; lineId?: number },
) {
  const beside = lineId === undefined ? undefined : await bankLineById(ctx.db, lineId)
  const rows = await applicationsAt(ctx.db, stage, size, (page - 1) * size, beside && bankLineView(beside))
  const customers = await customersOf(
    ctx,
    rows.map((row) => row.customerId),
  )
  const names = await namesOfStaff(
    ctx,
    rows.flatMap((r) => r.matchedBy ?? []),
  )
  const lines = new Map(
    (
      await bankLinesByIds(
        ctx.db,
        rows.flatMap((r) => r.bankLineId ?? []),
      )
    ).map((line) => [line.id, line]),
  )
  const reasons = await overrideReasons(ctx, rows)
  const list = rows.map((row) => {
    const customer = customers.get(row.customerId)
    const line = row.bankLineId === null ? undefined : lines.get(row.bankLineId)
    return {
      ...applicationView(row),
      customerId: row.customerId,
      customerName: customer?.name ?? '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      transferCode: transferCode(row.customerId),
      matchedByName: (row.matchedBy !== null && names.get(row.matchedBy)) || '',
      mayConfirm: row.stage === 'checking' && row.matchedBy !== ctx.actor.id,
      overrideReason: reasons.get(row.id) ?? '',
      bankLine: line ? bankLineView(line) : null,
    }
  })
  return {
    list,
    total: await countAt(ctx.db, stage),
    page,
    size,
    secondPersonAboveFen: await readSetting(ctx, 'secondPersonAboveFen'),
  }
}

export interface MatchRequest {
  applicationId: number
  bankLineId: number
  version: number
  overrideReason?: string
}

/**
 * Matches an application with the bank line that brought its money: each line and each application once. Up to the amount in the settings
 * it is credited at once, above it a second person confirms. A line with another customer's code needs a reason.
 */
export async function matchApplication(
  ctx: Ctx<Staff>,
  { applicationId, bankLineId, version, overrideReason }: MatchRequest,
): Promise<{ stage: PrestoreStage }> {
  return inTx(ctx, async (inner) => {
    const [row, line] = [await applicationById(inner.db, applicationId), await lockBankLine(inner.db, bankLineId)]
    if (!row || !line) throw refuse(commonErrors.notFound)
    assertSameAmount(row, line)
    const foreign = await foreignCode(inner, row, line)
    if (foreign && overrideReason === undefined) throw refuse(prestoreErrors.foreignCode, foreign.text)
    const reason = foreign ? overrideReason : undefined
    const needsSecond = row.amountFen > (await readSetting(inner, 'secondPersonAboveFen'))
    const now = ctx.clock.now()
    const set = changes.matched(line.id, ctx.actor.id)
    const step = needsSecond ? 'propose' : 'match'
    await transition(inner, prestoreLifecycle, row.id, step, {
      version,
      where: amountIs(line.amountFen),
      reason,
      set: needsSecond ? set : [...set, ...changes.credited(now)],
    })
    if (!(await claimBankLine(inner.db, line.id, row.id))) throw refuse(prestoreErrors.bankLineTaken)
    if (foreign) {
      await recordAudit(inner, {
        action: 'prestore.overrideCode',
        subject: `prestore:${row.id}`,
        before: { bankLine: line.serial, codeOfCustomer: foreign.customerId },
        after: { customer: row.customerId },
        reason,
      })
    }
    if (needsSecond) return { stage: 'checking' }
    await credit(inner, row, line)
    return { stage: 'credited' }
  })
}

/** Confirms a match by a second person; refuses the person who made it. */
export async function confirmMatch(ctx: Ctx<Staff>, id: number, version: number): Promise<{ stage: PrestoreStage }> {
  return inTx(ctx, async (inner) => {
    const row = await applicationById(inner.db, id)
    if (!row) throw refuse(commonErrors.notFound)
    if (row.stage === 'checking' && row.matchedBy === ctx.actor.id) throw refuse(prestoreErrors.samePerson)
    const set = [...changes.confirmed(ctx.actor.id), ...changes.credited(ctx.clock.now())]
    await transition(inner, prestoreLifecycle, id, 'confirmMatch', {
      version,
      where: matchedByAnother(ctx.actor.id),
      set,
    })
    const line = row.bankLineId === null ? undefined : await bankLineById(inner.db, row.bankLineId)
    if (!line) throw refuse(commonErrors.stageConflict)
    await credit(inner, row, line)
    return { stage: 'credited' }
  })
}

/** Undoes a match that waits for the second person; the line can be matched again. */
export async function returnMatch(ctx: Ctx<Staff>, id: number, version: number, reason: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    if (!(await applicationById(inner.db, id))) throw refuse(commonErrors.notFound)
    await transition(inner, prestoreLifecycle, id, 'returnMatch', { version, reason, set: changes.unmatched() })
    await releaseBankLine(inner.db, id)
  })
}

export async function rejectApplication(ctx: Ctx<Staff>, id: number, version: number, reason: string): Promise<void> {
  const row = await applicationById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  const payload = { customerId: row.customerId, amountFen: row.amountFen, reason }
  await transition(ctx, prestoreLifecycle, id, 'reject', {
    version,
    reason,
    set: changes.rejected(reason),
    payload,
  })
}

async function credit(ctx: Ctx<Staff>, row: ApplicationRow, line: BankLineRow): Promise<void> {
  await creditPrestore(ctx, {
    customerId: row.customerId,
    amountFen: line.amountFen,
    // The posting is named by the bank line, so that another application cannot credit the same money again.
    kind: 'bank.in',
    businessId: line.id,
    operation: 'credit',
    memo: '银行转账预存',
  })
  await recordAudit(ctx, {
    action: 'prestore.credited',
    subject: `prestore:${row.id}`,
    after: { bankLine: line.serial, amountFen: line.amountFen },
  })
  const { balanceFen } = await balanceOf(ctx, row.customerId)
  await emit(ctx, prestoreMatched, { id: row.id, customerId: row.customerId, amountFen: line.amountFen, balanceFen })
}

/** The reasons of the matches that wait for their second person. */
async function overrideReasons(ctx: Ctx, rows: ApplicationRow[]): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const row of rows) {
    if (row.stage !== 'checking') continue
    const proposed = (await historyOf(ctx, prestoreLifecycle.entity, row.id)).findLast((e) => e.action === 'propose')
    if (proposed?.reason) found.set(row.id, proposed.reason)
  }
  return found
}

/** The customer whose code the line has, when it is not the applicant, with the name masked. */
async function foreignCode(ctx: Ctx, row: ApplicationRow, line: BankLineRow) {
  const customerId = customerOfMemo(line.memo)
  if (customerId === undefined || customerId === row.customerId) return undefined
  const other = (await customersOf(ctx, [customerId])).get(customerId)
  const whose = other
    ? `客户 ${other.name === '' ? '' : `${other.name.slice(0, 1)}** `}${maskPhone(other.phone)}`
    : '另一个客户编号'
  return { customerId, text: `该流水附言中的识别码属于${whose}，不是申请人；确需核销请填写原因` }
}

function assertSameAmount(row: ApplicationRow, line: BankLineRow): void {
  const overFen = line.amountFen - row.amountFen
  if (overFen === 0) return
  const said = `申请 ${formatFen(row.amountFen)}，到账 ${formatFen(line.amountFen)}`
  const text = overFen < 0 ? `到账金额少 ${formatFen(-overFen)}` : `到账金额多 ${formatFen(overFen)}`
  throw refuse(prestoreErrors.amountsDiffer, `${text}（${said}），请驳回申请并请客户修改金额`, { overFen })
}

async function assertSameAmounts(ctx: Ctx, known: BankLineInput[]): Promise<void> {
  const stored = new Map(
    (
      await bankLinesBySerials(
        ctx.db,
        known.map((line) => line.serial),
      )
    ).map((line) => [line.serial, line]),
  )
  const changed = known.filter((line) => stored.get(line.serial)?.amountFen !== line.amountFen)
  if (changed.length > 0) {
    throw refuse(
      prestoreErrors.badBankLines,
      `流水号 ${changed
        .slice(0, 5)
        .map((line) => line.serial)
        .join('、')} 已按其他金额导入`,
    )
  }
}

export function bankLineView(line: BankLineRow) {
  const { id, serial, amountFen, payer, payerAccount, receivedAt, memo } = line
  return {
    id,
    serial,
    amountFen,
    payer,
    payerAccount,
    receivedAt: shanghaiTime(receivedAt),
    memo,
    customerId: customerOfMemo(memo) ?? null,
  }
}

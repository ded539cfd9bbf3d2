import { decidesAlone, requireLimit } from '../../../core/staff/roles/limit-actions.ts'
import { customersOf } from '../../../people/customers/actions.ts'
import { maskPhone } from '../../../people/customers/rules.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { transition } from '../../../platform/lifecycle/transition.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { emit } from '../../../platform/jobs/outbox.ts'
import { formatFen } from '../../../platform/money.ts'
import { fromShanghai, shanghaiTime } from '../../../platform/time.ts'
import { listed } from '../../../core/lists/listed-actions.ts'
import { balanceOf, creditPrestore } from '../actions.ts'
import {
  type BankLineRow,
  bankLineById,
  bankLinesBySerials,
  bankLinesInOrder,
  bankSource,
  takeBankLine,
  insertBankLines,
  lockBankLine,
  releaseBankLine,
} from './bank-store.ts'
import { prestoreErrors } from '../errors.ts'
import { bankIndex } from '../list-contract.ts'
import { claimTitle, customerOfMemo, transferLifecycle, type TransferStage, type TransferUse } from '../rules.ts'
import { type BankLineInput, readBankLines } from './statement-rules.ts'
import { changes, amountIs, claimById, type ClaimRow, matchedByAnother } from '../store.ts'
import { transferMatched } from '../events.ts'

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

/** The amounts of the serials that were imported before. */
export async function knownBankLines(ctx: Ctx<Staff>, serials: string[]) {
  const known = await bankLinesBySerials(ctx.db, serials)
  return { list: known.map(({ serial, amountFen }) => ({ serial, amountFen })) }
}

export const bankLines = listed({
  index: bankIndex,
  source: () => bankSource(),
  rows: async (ctx, ids) => (await bankLinesInOrder(ctx.db, ids)).map(bankLineView),
})

export interface MatchRequest {
  claimId: number
  bankLineId: number
  version: number
  overrideReason?: string
}

/** Uses credited money for what its claim names, in the same transaction. The caller has locked that before the claim. */
export type UseMoney = (ctx: Ctx<Staff>, amountFen: number) => Promise<Used>

export interface Used {
  use: TransferUse
  paidFen: number
}

const keepInBalance: UseMoney = async () => ({ use: 'kept', paidFen: 0 })

export interface Matched {
  stage: TransferStage
  use: TransferUse | null
  paidFen: number
}

/**
 * Matches a claim with the bank line that brought its money: each line and each claim once. Up to the amount in the settings it is
 * credited at once, above it a second person confirms. A line with another customer's code or another amount needs a reason; what the
 * bank received is credited.
 */
export async function matchClaim(
  ctx: Ctx<Staff>,
  { claimId, bankLineId, version, overrideReason }: MatchRequest,
  useMoney = keepInBalance,
): Promise<Matched> {
  return inTx(ctx, async (inner) => {
    const [row, line] = [await claimForStaff(inner, claimId), await lockBankLine(inner.db, bankLineId)]
    if (!line) throw refuse(commonErrors.notFound)
    const doubt = await doubtAbout(inner, row, line)
    if (doubt && overrideReason === undefined) throw doubt.refusal
    const reason = doubt ? overrideReason : undefined
    const needsSecond = !(await decidesAlone(inner, 'transfer', line.amountFen))
    const set = changes.matched(line.id, ctx.actor.id)
    await transition(inner, transferLifecycle, row.id, needsSecond ? 'propose' : 'match', {
      version,
      where: amountIs(row.amountFen),
      reason,
      set: needsSecond ? set : [...set, ...changes.credited(ctx.clock.now())],
    })
    if (!(await takeBankLine(inner.db, line.id, row.id))) throw refuse(prestoreErrors.bankLineTaken)
    if (doubt) {
      await recordAudit(inner, {
        action: 'transfer.override',
        subject: `transfer:${row.id}`,
        before: { bankLine: line.serial, ...doubt.facts },
        after: { customer: row.customerId, amountFen: line.amountFen },
        reason,
      })
    }
    if (needsSecond) return { stage: 'checking', use: null, paidFen: 0 }
    return { stage: 'credited', ...(await credit(inner, row, line, useMoney)) }
  })
}

/** Confirms a match by a second person; refuses the person who made it. */
export async function confirmMatch(
  ctx: Ctx<Staff>,
  id: number,
  version: number,
  useMoney = keepInBalance,
): Promise<Matched> {
  return inTx(ctx, async (inner) => {
    const row = await claimForStaff(inner, id)
    if (row.stage === 'checking' && row.matchedBy === ctx.actor.id) throw refuse(prestoreErrors.samePerson)
    await requireLimit(inner, 'transfer', row.amountFen, 'transfer.match')
    const set = [...changes.confirmed(ctx.actor.id), ...changes.credited(ctx.clock.now())]
    await transition(inner, transferLifecycle, id, 'confirmMatch', {
      version,
      where: matchedByAnother(ctx.actor.id),
      set,
    })
    const line = row.bankLineId === null ? undefined : await bankLineById(inner.db, row.bankLineId)
    if (!line) throw refuse(commonErrors.stageConflict)
    return { stage: 'credited', ...(await credit(inner, row, line, useMoney)) }
  })
}

/** Undoes a match that waits for the second person; the line can be matched again. */
export async function returnMatch(ctx: Ctx<Staff>, id: number, version: number, reason: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    await claimForStaff(inner, id)
    await transition(inner, transferLifecycle, id, 'returnMatch', { version, reason, set: changes.unmatched() })
    await releaseBankLine(inner.db, id)
  })
}

export async function rejectClaim(ctx: Ctx<Staff>, id: number, version: number, reason: string): Promise<void> {
  const { customerId, amountFen, kind, payableNo } = await claimForStaff(ctx, id)
  await transition(ctx, transferLifecycle, id, 'reject', {
    version,
    reason,
    set: changes.rejected(reason),
    payload: { customerId, amountFen, kind, payableNo, reason },
  })
}

export async function claimForStaff(ctx: Pick<Ctx, 'db'>, id: number): Promise<ClaimRow> {
  const row = await claimById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

async function credit(ctx: Ctx<Staff>, row: ClaimRow, line: BankLineRow, useMoney: UseMoney): Promise<Used> {
  const { customerId, kind, payableNo } = row
  const { amountFen } = line
  await creditPrestore(ctx, {
    customerId,
    amountFen,
    // The posting is named by the bank line, so that another claim cannot credit the same money again.
    kind: 'bank.in',
    businessId: line.id,
    operation: 'credit',
    memo: kind === 'prestore' ? '银行转账预存' : `银行转账（${claimTitle(row)}）`,
  })
  const used = await useMoney(ctx, amountFen)
  await recordAudit(ctx, {
    action: 'transfer.credited',
    subject: `transfer:${row.id}`,
    after: { bankLine: line.serial, amountFen, ...used },
  })
  const { balanceFen } = await balanceOf(ctx, customerId)
  await emit(ctx, transferMatched, { id: row.id, customerId, amountFen, balanceFen, kind, payableNo, ...used })
  return used
}

/** Why the line may not belong to this claim: it has another customer's code, or another amount. */
async function doubtAbout(ctx: Ctx, row: ClaimRow, line: BankLineRow) {
  const codeOfCustomer = customerOfMemo(line.memo)
  if (codeOfCustomer !== undefined && codeOfCustomer !== row.customerId) {
    const text = `该流水附言中的识别码属于${await maskedOwner(ctx, codeOfCustomer)}，不是申请人；确需核销请填写原因`
    return { facts: { codeOfCustomer }, refusal: refuse(prestoreErrors.foreignCode, text) }
  }
  const overFen = line.amountFen - row.amountFen
  if (overFen === 0) return undefined
  const said = `申请 ${formatFen(row.amountFen)}，到账 ${formatFen(line.amountFen)}`
  const text = `到账金额${overFen < 0 ? '少' : '多'} ${formatFen(Math.abs(overFen))}（${said}）；确需按到账金额核销请填写原因`
  return { facts: { claimedFen: row.amountFen }, refusal: refuse(prestoreErrors.amountsDiffer, text, { overFen }) }
}

async function maskedOwner(ctx: Ctx, customerId: number): Promise<string> {
  const other = (await customersOf(ctx, [customerId])).get(customerId)
  if (!other) return '另一个客户编号'
  return `客户 ${other.name === '' ? '' : `${other.name.slice(0, 1)}** `}${maskPhone(other.phone)}`
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
  const { id, serial, amountFen, payer, payerAccount, receivedAt, memo, used, asideReason } = line
  return {
    id,
    serial,
    amountFen,
    payer,
    payerAccount,
    receivedAt: shanghaiTime(receivedAt),
    memo,
    used,
    asideReason,
    customerId: customerOfMemo(memo) ?? null,
  }
}

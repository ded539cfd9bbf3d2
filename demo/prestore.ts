import { customerIdOf } from '../src/people/customers/actions.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../src/platform/http/ctx.ts'
import { addDays, shanghaiDate } from '../src/platform/time.ts'
import { staffIdOf } from '../src/core/staff/actions.ts'
import { addClaim } from '../src/money/prestore/claims/claim-actions.ts'
import { bankLinesBySerials, hasUsedLines } from '../src/money/prestore/received/bank-store.ts'
import { confirmMatch, importBankLines, matchClaim, rejectClaim } from '../src/money/prestore/received/match-actions.ts'
import { transferCode } from '../src/money/prestore/rules.ts'

interface Transfer {
  phone: string
  serial: string
  yuan: number
  payer: string
  daysAgo: number
  /** credited: matched; waiting: applied for, transfer not matched yet; rejected: no such transfer arrived. */
  outcome: 'credited' | 'waiting' | 'rejected'
}

const transfers: Transfer[] = [
  { phone: '13800000004', serial: 'DEMO2026-0001', yuan: 3000, payer: '刘一凡', daysAgo: 12, outcome: 'credited' },
  {
    phone: '13800000003',
    serial: 'DEMO2026-0002',
    yuan: 20_000,
    payer: '苏州新材料科技有限公司（演示）',
    daysAgo: 9,
    outcome: 'credited',
  },
  {
    phone: '13800000001',
    serial: 'DEMO2026-0003',
    yuan: 1500,
    payer: '滨湖大学（演示）',
    daysAgo: 5,
    outcome: 'credited',
  },
  {
    phone: '13800000001',
    serial: 'DEMO2026-0004',
    yuan: 5000,
    payer: '滨湖大学（演示）',
    daysAgo: 1,
    outcome: 'waiting',
  },
  { phone: '13800000002', serial: 'DEMO2026-0005', yuan: 800, payer: '李晓雯', daysAgo: 3, outcome: 'rejected' },
]

/** Balances of the demo customers, created like real ones: a transfer, an application and a matched line of the bank statement. */
export async function seedPrestore(ctx: Ctx): Promise<void> {
  if (await hasUsedLines(ctx.db)) return
  const finance = await staffCtx(ctx, 'finance@demo')
  const second = await staffCtx(ctx, 'finance2@demo')
  if (!finance || !second) return
  await inTx(ctx, async ({ db }) => {
    for (const transfer of transfers) await seedTransfer({ ...finance, db }, { ...second, db }, transfer)
    const day = shanghaiDate(addDays(ctx.clock.now(), -1))
    await importBankLines({ ...finance, db }, `DEMO2026-0006\t${day} 15:42\t1200.00\t海州大学（演示）\t\t测试费`)
  })
}

async function seedTransfer(finance: Ctx<Staff>, second: Ctx<Staff>, transfer: Transfer): Promise<void> {
  const { phone, serial, yuan, payer, daysAgo, outcome } = transfer
  const customerId = await customerIdOf(finance, phone)
  if (customerId === undefined) return
  const day = shanghaiDate(addDays(finance.clock.now(), -daysAgo))
  const customer: Ctx<Customer> = { ...finance, actor: { kind: 'customer', id: customerId, sessionId: 0 } }
  const fields = { amountFen: yuan * 100, payerName: payer, transferredOn: day, voucherFileId: null, remark: '' }
  const { id: claimId } = await addClaim(customer, fields)
  if (outcome === 'rejected') return rejectClaim(finance, claimId, 1, '未查到该笔到账，请核对金额与日期后重新提交')
  await importBankLines(finance, `${serial}\t${day} 10:20\t${yuan}\t${payer}\t\t预存 ${transferCode(customerId)}`)
  const [line] = await bankLinesBySerials(finance.db, [serial])
  if (outcome === 'waiting' || !line) return
  const { stage } = await matchClaim(finance, { claimId, bankLineId: line.id, version: 1 })
  if (stage === 'checking') await confirmMatch(second, claimId, 2)
}

async function staffCtx(ctx: Ctx, account: string): Promise<Ctx<Staff> | undefined> {
  const id = await staffIdOf(ctx, account)
  return id === undefined
    ? undefined
    : { ...ctx, actor: { kind: 'staff', id, role: 'finance', actions: null, name: account, sessionId: 0 } }
}

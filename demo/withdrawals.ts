import { customerIdOf } from '../src/people/customers/actions.ts'
import { type Ctx, inTx } from '../src/platform/http/ctx.ts'
import { openWithdrawal } from '../src/money/withdrawals/actions.ts'
import { countOfCustomer, savePayoutAccount } from '../src/money/withdrawals/store.ts'

const accounts = [
  { phone: '13800000004', holder: '刘一凡', bank: '演示银行无锡滨湖支行', account: '6222000011112222' },
  {
    phone: '13800000003',
    holder: '苏州新材料科技有限公司（演示）',
    bank: '演示银行苏州园区支行',
    account: '1102000099998888',
  },
]
const WITHDRAWS = '13800000003'

/** Payout accounts of demo customers, and one withdrawal that waits for finance. */
export async function seedWithdrawals(ctx: Ctx): Promise<void> {
  const withdraws = await customerIdOf(ctx, WITHDRAWS)
  if (withdraws === undefined || (await countOfCustomer(ctx.db, withdraws)) > 0) return
  await inTx(ctx, async (inner) => {
    for (const { phone, ...to } of accounts) {
      const customerId = await customerIdOf(inner, phone)
      if (customerId !== undefined) await savePayoutAccount(inner.db, customerId, to, ctx.clock.now())
    }
    await askForWithdrawal(inner)
  })
}

/** A withdrawal of the demo's firm, which waits for finance. */
export async function askForWithdrawal(ctx: Ctx): Promise<void> {
  const customerId = await customerIdOf(ctx, WITHDRAWS)
  const account = accounts.find(({ phone }) => phone === WITHDRAWS)
  if (customerId === undefined || !account) return
  const { phone: _, ...to } = account
  const asked = { customerId, source: 'prestore' as const, amountFen: 50_000, to, reason: '', madeBy: null }
  await inTx(ctx, (inner) => openWithdrawal(inner, asked))
}

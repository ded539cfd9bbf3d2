import { staffFinalAmounts } from '../../../src/billing/settlements/amount-list-contract.ts'
import { staffConfirmAmount, staffSendBackAmount } from '../../../src/billing/settlements/contract.ts'
import { staffExchangeCancel, staffExchangeShip } from '../../../src/money/points/staff-contract.ts'
import { staffExchangeList } from '../../../src/money/points/list-contract.ts'
import { staffPaymentList } from '../../../src/money/payments/list-contract.ts'
import { bankImport, transferConfirmMatch, transferMatch } from '../../../src/money/prestore/contract.ts'
import { bankList, staffTransferList } from '../../../src/money/prestore/list-contract.ts'
import { staffRefundConfirm, staffRefundDecline, staffRefundToChannel } from '../../../src/money/refunds/contract.ts'
import { staffRefundList } from '../../../src/money/refunds/list-contract.ts'
import {
  staffWithdrawApprove,
  staffWithdrawConfirm,
  staffWithdrawPay,
  staffWithdrawReject,
  staffWithdrawSendBack,
} from '../../../src/money/withdrawals/contract.ts'
import { staffWithdrawList } from '../../../src/money/withdrawals/list-contract.ts'
import { shanghaiDate, shanghaiTime } from '../../../src/platform/time.ts'
import type { Scene, StepKind } from '../scene.ts'

export const finance: StepKind[] = [
  { name: 'finance reads the bank', weight: 4, act: bank },
  { name: 'finance confirms amounts', weight: 2, act: confirmAmounts },
  { name: 'finance gives money back', weight: 1, act: refund },
  { name: 'finance pays withdrawals', weight: 2, act: withdrawals },
  { name: 'gifts are sent', weight: 1, act: gifts },
]
const reason = '模拟财务的理由'

/** New rows of the bank, then one claim is matched with a row of its amount. */
async function bank(scene: Scene): Promise<void> {
  const { bankRows } = scene.world.outside
  const rows = bankRows.map(
    ({ serial, amountFen, payer, memo, at }) =>
      `${serial}\t${shanghaiTime(at).slice(0, 16)}\t${amountFen / 100}\t${payer}\t\t${memo || '测试费'}`,
  )
  if (rows.length > 0 && (await scene.staff('finance', bankImport, { text: rows.join('\n') })))
    // The bank's list is often exported with rows that were imported before.
    if (scene.random.chance(0.8)) bankRows.length = 0
  const claims = (await scene.staff('finance', staffTransferList, { tab: 'pending', size: 50 }))?.list ?? []
  const claim = scene.one(claims.filter(({ id }) => scene.world.model.claims.has(id)))
  const lines = (await scene.staff('finance', bankList, { tab: 'open', size: 50 }))?.list ?? []
  const line = claim && scene.one(lines.filter(({ amountFen }) => amountFen === claim.amountFen))
  if (!line) return
  const match = {
    claimId: claim.id,
    bankLineId: line.id,
    version: claim.version,
    overrideReason: '户名一致，已电话核实',
  }
  const answer = await scene.staff('finance', transferMatch, match, { bankRowFen: line.amountFen })
  if (answer?.stage !== 'checking') return
  const confirm = { claimId: claim.id, version: claim.version + 1 }
  await scene.staff('finance2', transferConfirmMatch, confirm, { bankRowFen: line.amountFen })
}

export async function confirmAmounts(scene: Scene): Promise<void> {
  const list = (await scene.staff('finance', staffFinalAmounts, { tab: 'checking' }))?.list ?? []
  const found = scene.one(list)
  if (!found) return
  const { id, version } = found
  if (scene.random.chance(0.15)) await scene.staff('finance', staffSendBackAmount, { id, version, reason })
  else await scene.staff('finance', staffConfirmAmount, { id, version })
}

async function refund(scene: Scene): Promise<void> {
  const paid = (await scene.staff('finance', staffPaymentList, { tab: 'paid', size: 50 }))?.list ?? []
  const payment = scene.one(paid)
  if (payment) {
    const amountFen = Math.max(1, Math.floor(payment.amountFen / scene.random.whole(1, 4)))
    const input = { paymentNo: payment.paymentNo, amountFen, typedFen: amountFen, reason }
    await scene.staff('finance', staffRefundToChannel, input)
  }
  const checking = scene.one((await scene.staff('finance2', staffRefundList, { tab: 'checking' }))?.list)
  if (!checking) return
  const { id, version, amountFen: typedFen } = checking
  if (scene.random.chance(0.25)) await scene.staff('finance2', staffRefundDecline, { id, version, reason })
  else await scene.staff('finance2', staffRefundConfirm, { id, version, typedFen })
}

async function withdrawals(scene: Scene): Promise<void> {
  const at = async (tab: 'pending' | 'checking' | 'approved') =>
    scene.one((await scene.staff('finance', staffWithdrawList, { tab }))?.list)
  const pending = await at('pending')
  if (pending) {
    const { id, version, amountFen } = pending
    if (scene.random.chance(0.15)) await scene.staff('finance', staffWithdrawReject, { id, version, reason })
    else await scene.staff('finance', staffWithdrawApprove, { id, version, amountFen })
  }
  const checking = await at('checking')
  if (checking) {
    const { id, version, amountFen } = checking
    if (scene.random.chance(0.2)) await scene.staff('finance2', staffWithdrawSendBack, { id, version, reason })
    else await scene.staff('finance2', staffWithdrawConfirm, { id, version, amountFen })
  }
  const approved = await at('approved')
  if (!approved) return
  const { id, version, amountFen, customerId, source } = approved
  const paid = { id, version, amountFen, bankSerial: `OUT-${id}`, paidOn: shanghaiDate(scene.world.now) }
  // Rebates are no money of the balance; what they are worth is followed by the rules of the promoter.
  await scene.staff('finance2', staffWithdrawPay, paid, source === 'prestore' ? { about: customerId } : {})
}

async function gifts(scene: Scene): Promise<void> {
  const found = scene.one((await scene.staff('editor', staffExchangeList, { tab: 'toShip' }))?.list)
  if (!found) return
  const { id, version } = found
  if (scene.random.chance(0.2)) await scene.staff('editor', staffExchangeCancel, { id, version, reason })
  else await scene.staff('editor', staffExchangeShip, { id, version, courier: '顺丰速运', waybill: 'SF1234567890123' })
}

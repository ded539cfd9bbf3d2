import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { raiseAlarm } from '../../ground/safety/actions.ts'
import { verifyBooks } from './actions.ts'

/** Checks the whole ledger once a day. A fault raises an alarm; nothing is corrected automatically. */
export async function auditBooks(ctx: Ctx): Promise<void> {
  const faults = await verifyBooks(ctx.db)
  ctx.log.info({ faults: faults.length }, 'books audited')
  if (faults.length === 0) return
  const text = `账目核对发现 ${faults.length} 处不符，请暂停退款与提现并联系技术人员：${faults.slice(0, 5).join('；')}`
  await raiseAlarm(ctx, { kind: 'books', occasion: shanghaiDate(ctx.clock.now()), text: text.slice(0, 1000) })
}

import type { Ctx } from '../../platform/http/ctx.ts'
import { contractStageAt, type ContractStage } from './rules.ts'
import { contractsOfOrders } from './store.ts'

/** The state of an order's contract. There is none before a contract is issued, or after it became void. */
export interface OrderContractState {
  contractNo: string
  stage: ContractStage
  signBy: Date
  /** Why it was sent back. */
  reason: string
}

/** By order number, from the newest contract that is not void. */
export async function contractStates(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  orderNos: string[],
): Promise<Map<string, OrderContractState>> {
  if (orderNos.length === 0) return new Map()
  const now = ctx.clock.now()
  const rows = await contractsOfOrders(ctx.db, orderNos)
  return new Map(
    rows.map((row) => [
      row.orderNo,
      { contractNo: row.contractNo, stage: contractStageAt(row, now), signBy: row.signBy, reason: row.sentBackReason },
    ]),
  )
}

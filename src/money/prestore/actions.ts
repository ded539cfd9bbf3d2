import { Refusal, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { formatFen } from '../../platform/money.ts'
import { balancesOf, post } from '../ledger/actions.ts'
import { ledgerErrors } from '../ledger/errors.ts'
import { type AccountRef, customerAccount, laboratoryAccount, leg } from '../ledger/rules.ts'
import { prestoreErrors } from './errors.ts'

export interface PrestoreMove {
  customerId: number
  amountFen: number
  kind: string
  businessId: number | string
  operation: string
  memo: string
  /** The other account: the bank for incoming money, income for spent money, unless named. */
  counter?: AccountRef
}

export async function balanceOf(
  ctx: Pick<Ctx, 'db'>,
  customerId: number,
): Promise<{ balanceFen: number; giftFen: number; advanceFen: number; unassignedFen: number }> {
  const all = await balancesOf(ctx, customerId)
  return { balanceFen: all.prestore, giftFen: all.gift, advanceFen: all.advance, unassignedFen: all.unassigned }
}

/** Adds money to a customer's balance. Once per kind, business and operation. */
export async function creditPrestore(ctx: Ctx, move: PrestoreMove): Promise<void> {
  const { customerId, amountFen, counter = laboratoryAccount('bank'), ...rest } = move
  await post(ctx, {
    ...rest,
    legs: [leg(counter, -amountFen), leg(customerAccount(customerId, 'prestore'), amountFen)],
  })
}

/** Takes money from a customer's balance. Refuses notEnough, naming the missing amount. */
export async function debitPrestore(ctx: Ctx, move: PrestoreMove): Promise<void> {
  const { customerId, amountFen, counter = laboratoryAccount('income'), ...rest } = move
  try {
    await post(ctx, {
      ...rest,
      legs: [leg(customerAccount(customerId, 'prestore'), -amountFen), leg(counter, amountFen)],
    })
  } catch (error) {
    throw asPrestoreRefusal(error)
  }
}

function asPrestoreRefusal(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.kind !== ledgerErrors.belowFloor) return error
  const { account, shortFen = 0 } = (error.data ?? {}) as { account?: string; shortFen?: number }
  return account === 'prestore'
    ? refuse(prestoreErrors.notEnough, `预存余额不足，还差 ${formatFen(shortFen)}`, error.data)
    : error
}

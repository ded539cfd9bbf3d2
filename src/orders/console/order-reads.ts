import { useQueryClient } from '@tanstack/react-query'
import { callKey } from '../../platform/client/use-call.ts'
import { ApiError } from '../../platform/client/transport.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { inboxRead } from '../inbox-contract.ts'
import { staffOrderDetail, staffOrderList } from '../staff-contract.ts'

export type StaffOrder = OutputOf<typeof staffOrderDetail>

/** Reads that every move of an order makes stale. */
export const orderReads = [staffOrderDetail, staffOrderList, inboxRead] as const

/** Passes a refusal on to the dialog; when somebody else was quicker, the page behind it shows the order as it is now. */
export function useOrderRefresh(): (cause: unknown) => never {
  const queries = useQueryClient()
  return (cause) => {
    if (cause instanceof ApiError && cause.status === 409) {
      for (const read of orderReads) void queries.invalidateQueries({ queryKey: callKey(read) })
    }
    throw cause
  }
}

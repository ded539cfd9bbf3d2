import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Call, OutputOf, SentTo } from '../contract/call.ts'
import { type SendOptions, send } from './transport.ts'
import { callKey } from './use-call.ts'

/**
 * A deed for forms and dialogs, which show a refusal themselves: throws it, unlike useAct(). The given reads are asked again
 * either way, since a refusal often means that somebody else was quicker.
 */
export function useSend<C extends Call>(call: C, refreshes: readonly Call[] = []) {
  const queries = useQueryClient()
  return useCallback(
    async (input: SentTo<C>, options: SendOptions = {}): Promise<OutputOf<C>> => {
      try {
        return await send(call, input, {
          ...(call.idempotent ? { idempotencyKey: crypto.randomUUID() } : {}),
          ...options,
        })
      } finally {
        await Promise.all(refreshes.map((read) => queries.invalidateQueries({ queryKey: callKey(read) })))
      }
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the list of reads is written where the hook is called and never changes
    [call, queries],
  )
}

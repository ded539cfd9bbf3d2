import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Call, OutputOf, SentTo } from '../contract/call.ts'
import { accountFor } from './acting.ts'
import { announceAct, announceRefusal } from './shell-events.ts'
import { ApiError, type SendOptions, send } from './transport.ts'

/**
 * Data of a group has a key of its own: the member area shows it, while the wizard in the same tab asks the same calls for the person.
 * Without input the key covers all inputs and accounts.
 */
export function callKey<C extends Call>(call: C, input?: SentTo<C>, account = accountFor(call)): unknown[] {
  if (input === undefined) return [call.path]
  return account === undefined ? [call.path, input] : [call.path, input, account]
}

/**
 * The question of useCall(). The account is that of the key, also when the request is sent or sent again after the tab has switched: the
 * answer is kept under this key. Data of one account is never shown while that of another loads.
 */
export function questionOf<C extends Call>(call: C, input: SentTo<C>) {
  const account = accountFor(call)
  return {
    queryKey: callKey(call, input, account),
    queryFn: ({ signal }: { signal: AbortSignal }) => send(call, input, { signal, account }),
    placeholderData: (previous: OutputOf<C> | undefined, before?: { queryKey: readonly unknown[] }) =>
      before?.queryKey[2] === account ? previous : undefined,
  }
}

/**
 * Reads data with a call: `{data, error, isPending, refetch}` of TanStack Query, with `error` an ApiError.
 * Shows the previous page of a list while the next one loads.
 */
export function useCall<C extends Call>(
  call: C,
  input: SentTo<C>,
  options: { enabled?: boolean; refetchSeconds?: number; alwaysAsk?: boolean } = {},
) {
  return useQuery<OutputOf<C>, ApiError>({
    ...(questionOf(call, input) as object as { queryKey: unknown[]; queryFn: () => Promise<OutputOf<C>> }),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchSeconds && options.refetchSeconds * 1000,
    // For data that another page of this browser may have just changed.
    refetchOnMount: options.alwaysAsk ? 'always' : undefined,
    // Repeating a refused call does not help; repeating after a lost connection may.
    retry: (count, error) => count < 2 && error.error === 'network',
  })
}

export interface ActOptions<C extends Call> {
  onDone?: (data: OutputOf<C>) => void
  /** Calls whose data this action makes stale. They are read again, also after a refusal. */
  refreshes?: readonly Call[]
  /** The caller shows the refusal itself (a form does); otherwise it becomes an error toast. */
  quiet?: boolean
}

/**
 * Writes with a call. `run` resolves to the data, or to undefined after a refusal, which is then in `error`.
 * `submit` is for forms and confirmation dialogs, which show a refusal themselves: it rejects with the refusal and shows no toast.
 * The idempotency key stays the same until the call succeeds or its input or file changes, so that pressing again after a lost answer acts once.
 */
export function useAct<C extends Call>(call: C, options: ActOptions<C> = {}) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const attempt = useRef<{ key: string; input: unknown; file: unknown }>(undefined)
  const latest = useRef(options)
  latest.current = options
  const submit = useCallback(
    async (input: SentTo<C>, sendOptions: SendOptions = {}): Promise<OutputOf<C>> => {
      // FormData cannot be compared as text; when it is sent again it is the same object.
      const sent = input instanceof FormData ? input : JSON.stringify(input)
      const { file } = sendOptions
      if (attempt.current?.input !== sent || attempt.current.file !== file)
        attempt.current = { key: crypto.randomUUID(), input: sent, file }
      const own = attempt.current
      const forget = () => {
        if (attempt.current === own) attempt.current = undefined
      }
      const refresh = () =>
        Promise.all(
          (latest.current.refreshes ?? []).map((read) => queries.invalidateQueries({ queryKey: callKey(read) })),
        )
      setBusy(true)
      setError(undefined)
      try {
        const data = await send(call, input, {
          ...sendOptions,
          idempotencyKey: call.idempotent ? own.key : undefined,
        })
        forget()
        if (call.area === 'staff' && !call.reads) announceAct()
        await refresh()
        latest.current.onDone?.(data)
        return data
      } catch (caught) {
        if (!(caught instanceof ApiError)) throw caught
        if (caught.error !== 'network') {
          forget()
          // A refusal often means that somebody else changed the data first, so it is read again.
          void refresh()
        }
        setError(caught)
        throw caught
      } finally {
        setBusy(false)
      }
    },
    [call, queries],
  )
  const run = useCallback(
    async (input: SentTo<C>, sendOptions: SendOptions = {}): Promise<OutputOf<C> | undefined> => {
      try {
        return await submit(input, sendOptions)
      } catch (caught) {
        showRefusal(caught, latest.current.quiet)
        return undefined
      }
    },
    [submit],
  )
  return { run, submit, busy, error }
}

/** Reads calls again whose data something else than an own call has made stale. */
export function useRefresh(): (reads: readonly Call[]) => Promise<unknown> {
  const queries = useQueryClient()
  return useCallback(
    (reads) => Promise.all(reads.map((read) => queries.invalidateQueries({ queryKey: callKey(read) }))),
    [queries],
  )
}

/**
 * Shows a refusal as an error toast, unless the caller is quiet.
 * A cancelled request is not an error, and the end of a session opens the login dialog instead.
 */
export function showRefusal(caught: unknown, quiet = false): void {
  if (caught instanceof DOMException && caught.name === 'AbortError') return
  if (!(caught instanceof ApiError)) throw caught
  if (quiet || caught.error === 'notSignedIn') return
  announceRefusal(caught.message)
}

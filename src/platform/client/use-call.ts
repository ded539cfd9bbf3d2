import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Call, OutputOf, SentTo } from '../contract/call.ts'
import { refusalShown } from './shell-events.ts'
import { ApiError, type SendOptions, send } from './transport.ts'

export function callKey<C extends Call>(call: C, input?: SentTo<C>): unknown[] {
  return input === undefined ? [call.path] : [call.path, input]
}

/**
 * Reads by a call: `{data, error, isPending, refetch}` of TanStack Query, with `error` an ApiError.
 * Keeps the former page of a list while the next one loads.
 */
export function useCall<C extends Call>(
  call: C,
  input: SentTo<C>,
  options: { enabled?: boolean; refetchSeconds?: number; alwaysAsk?: boolean } = {},
) {
  return useQuery<OutputOf<C>, ApiError>({
    queryKey: callKey(call, input),
    queryFn: ({ signal }) => send(call, input, { signal }),
    enabled: options.enabled ?? true,
    placeholderData: keepPreviousData as never,
    ...(options.refetchSeconds ? { refetchInterval: options.refetchSeconds * 1000 } : {}),
    // For what another page of this browser may have changed a moment ago.
    ...(options.alwaysAsk ? { refetchOnMount: 'always' as const } : {}),
    // A refusal will not change by asking again; a lost connection may.
    retry: (count, error) => count < 2 && error.error === 'network',
  })
}

export interface ActOptions<C extends Call> {
  onDone?: (data: OutputOf<C>) => void
  /** Reads that this deed makes stale; asked again after a refusal too. */
  refreshes?: readonly Call[]
  /** The caller shows the refusal itself (a form does); otherwise it becomes an error toast. */
  quiet?: boolean
}

/**
 * A deed by a call. `run` resolves to the data, or to undefined after a refusal, which is then in `error`.
 * `submit` is for forms and confirmation dialogs, which show a refusal themselves: it rejects with it and makes no toast.
 * One idempotency key serves until the deed succeeds or its input changes, so that pressing again after a lost answer does it once.
 */
export function useAct<C extends Call>(call: C, options: ActOptions<C> = {}) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const attempt = useRef<{ key: string; input: unknown }>(undefined)
  const latest = useRef(options)
  latest.current = options
  const submit = useCallback(
    async (input: SentTo<C>, sendOptions: SendOptions = {}): Promise<OutputOf<C>> => {
      // A form with files has no text to compare; the same one sent again is the same object.
      const sent = input instanceof FormData ? input : JSON.stringify(input)
      if (attempt.current?.input !== sent) attempt.current = { key: crypto.randomUUID(), input: sent }
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
          ...(call.idempotent ? { idempotencyKey: own.key } : {}),
        })
        forget()
        await refresh()
        latest.current.onDone?.(data)
        return data
      } catch (caught) {
        if (!(caught instanceof ApiError)) throw caught
        if (caught.error !== 'network') {
          forget()
          // A refusal often means that somebody else was quicker: what is shown is asked for again.
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
        tellRefusal(caught, latest.current.quiet)
        return undefined
      }
    },
    [submit],
  )
  return { run, submit, busy, error }
}

/**
 * What a deed without a place of its own for refusals says about one: its message as an error toast, unless the caller is quiet.
 * A cancelled request is nobody's error; the end of a session shows itself.
 */
export function tellRefusal(caught: unknown, quiet = false): void {
  if (caught instanceof DOMException && caught.name === 'AbortError') return
  if (!(caught instanceof ApiError)) throw caught
  if (quiet || caught.error === 'notSignedIn') return
  refusalShown.dispatchEvent(new CustomEvent('refusal', { detail: { message: caught.message } }))
}

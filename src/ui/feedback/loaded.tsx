import type { ReactNode } from 'react'
import { ErrorState, Skeleton } from './states.tsx'

export type LoadedProps<T> = {
  /** The result of useCall(), or an object of the same shape. */
  of: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  children: (data: T) => ReactNode
  /** Shown until the first answer arrives. */
  waiting?: ReactNode
}

/** Refusals that are the same at the next try: of a role, of an address that was typed wrong, of something that is gone. */
const lasting = ['forbidden', 'invalid', 'notFound']

/** Shows a skeleton until the data arrives, or the error with a retry button. Old data stays visible while new data is fetched. */
export function Loaded<T>({ of, children, waiting = <Skeleton lines={4} height={56} /> }: LoadedProps<T>) {
  if (of.data !== undefined) return children(of.data)
  if (!of.error) return waiting
  if (lasting.includes((of.error as { error?: string }).error ?? '')) return <ErrorState title={of.error.message} />
  return (
    <ErrorState onRetry={() => void of.refetch()} busy={of.isFetching}>
      {of.error.message}
    </ErrorState>
  )
}

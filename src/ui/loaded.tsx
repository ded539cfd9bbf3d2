import type { ReactNode } from 'react'
import { ErrorState, Skeleton } from './states.tsx'

export type LoadedProps<T> = {
  /** What useCall() answers, or anything shaped like it. */
  of: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  children: (data: T) => ReactNode
  /** Shown while the first answer is on its way. */
  waiting?: ReactNode
}

/** Data once it is there; until then a skeleton, or what went wrong with a way to try again. Old data stays while new is fetched. */
export function Loaded<T>({ of, children, waiting = <Skeleton lines={4} height={56} /> }: LoadedProps<T>) {
  if (of.data !== undefined) return children(of.data)
  if (!of.error) return waiting
  // What is not allowed is not allowed a second time either.
  if ((of.error as { error?: string }).error === 'forbidden') return <ErrorState title={of.error.message} />
  return (
    <ErrorState onRetry={() => void of.refetch()} busy={of.isFetching}>
      {of.error.message}
    </ErrorState>
  )
}

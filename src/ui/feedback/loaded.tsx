import { createContext, type ReactNode, use } from 'react'
import { IsPart } from './is-part.ts'
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

/** What stands where a call was refused to the role of the person. Set by the console, which names the role. */
export const RefusedToRole = createContext<ReactNode>(undefined)
/** The same in a line, for a card or dialog of a page whose rest the person may read. */
export const PartRefusedToRole = createContext<ReactNode>(undefined)

/** Shows a skeleton until the data arrives, or the error with a retry button. Old data stays visible while new data is fetched. */
export function Loaded<T>({ of, children, waiting = <Skeleton lines={4} height={56} /> }: LoadedProps<T>) {
  const [ofPage, ofPart, isPart] = [use(RefusedToRole), use(PartRefusedToRole), use(IsPart)]
  const refusedToRole = isPart ? ofPart : ofPage
  if (of.data !== undefined) return children(of.data)
  if (!of.error) return waiting
  const { error = '' } = of.error as { error?: string }
  if (error === 'forbidden' && refusedToRole) return refusedToRole
  if (lasting.includes(error)) return <ErrorState title={of.error.message} />
  return (
    <ErrorState onRetry={() => void of.refetch()} busy={of.isFetching}>
      {of.error.message}
    </ErrorState>
  )
}

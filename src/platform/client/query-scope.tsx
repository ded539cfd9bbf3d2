import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

let shared: QueryClient | undefined

/** What this browser has read by useCall(). One for all scopes, so that a deed in one of them refreshes the others. */
export function queryClient(): QueryClient {
  // On the server every rendering has its own: what one person reads is nobody else's.
  if (typeof window === 'undefined') return newClient()
  shared ??= newClient()
  return shared
}

function newClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, refetchOnWindowFocus: true } } })
}

/** Around every part that uses useCall() or useAct(). Not around the site: pages that anybody reads do without the library. */
export function QueryScope({ children }: { children: ReactNode }) {
  const [queries] = useState(queryClient)
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

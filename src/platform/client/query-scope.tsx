import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

let shared: QueryClient | undefined

/** The cache of useCall(). All scopes share one, so that an action in one scope refreshes the others. */
export function queryClient(): QueryClient {
  // On the server every render gets its own cache, so that no data leaks between requests.
  if (typeof window === 'undefined') return newClient()
  shared ??= newClient()
  return shared
}

function newClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, refetchOnWindowFocus: true } } })
}

/** Wraps every part that uses useCall() or useAct(). It does not wrap the whole site, so that public pages do not load TanStack Query. */
export function QueryScope({ children }: { children: ReactNode }) {
  const [queries] = useState(queryClient)
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

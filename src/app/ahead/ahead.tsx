import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { questionOf } from '../../platform/client/use-call.ts'
import { watchIntent } from './watch-intent.ts'

/**
 * Reads the scripts and the first data of a page as soon as the person shows the intent to open it, so that the page is there with its data
 * when it is opened. The data are those that the page asks for itself, and stay in the same cache for as long.
 */
export function Ahead({ area }: { area: RegExp }) {
  const queries = useQueryClient()
  const [page, setPage] = useState<string>()
  useEffect(
    () =>
      watchIntent(area, (url) => {
        setPage(url.pathname + url.search)
        // A page that cannot be read ahead says so when it is opened.
        void readAhead(queries, url).catch(() => undefined)
      }),
    [area, queries],
  )
  return page === undefined ? null : <PrefetchPageLinks page={page} />
}

async function readAhead(queries: QueryClient, url: URL): Promise<void> {
  const { questionsOf } = await import('./ahead-pages.ts')
  for (const [call, input] of await questionsOf(url))
    void queries.prefetchQuery({ ...questionOf(call, input as never), retry: false })
}

declare const __VERSION__: string

// The page and the files that it has loaded are kept, so that it opens without network; public/bench-worker.js answers with them.

/** Also in the worker, which is not bundled. */
const BENCH_PATH = '/console/bench'
const PREFIX = 'mingxi-bench-'

/** Keeps the page of this release and forgets those of earlier ones. A browser that cannot do this still shows the page with network. */
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return
  await navigator.serviceWorker.register('/bench-worker.js', { scope: BENCH_PATH })
  const name = PREFIX + __VERSION__
  const cache = await caches.open(name)
  const loaded = performance
    .getEntriesByType('resource')
    .map((entry) => new URL(entry.name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  await cache.addAll([BENCH_PATH, ...new Set(loaded.map(({ pathname }) => pathname))])
  for (const other of await caches.keys()) if (other.startsWith(PREFIX) && other !== name) await caches.delete(other)
}

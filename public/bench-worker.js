// The service worker of the phone's page at the bench: without network it answers with the page and the scripts that the page has kept
// (src/lab/intake/bench/keep-shell.ts). It keeps nothing itself and never answers a call, so it has no data of anybody.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // The page comes from the server where there is one, so a new release is seen at once.
  if (request.mode === 'navigate' && pathname === '/console/bench')
    event.respondWith(fetch(request).catch(async () => (await caches.match('/console/bench')) ?? Response.error()))
  // Names of assets contain a hash of their content.
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)))
})

// The service worker of the member area: it shows pushes and opens their page. It answers no requests, so no page depends on it.

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, text, path, tag } = messageOf(event.data)
  event.waitUntil(
    self.registration.showNotification(title, { body: text, tag, data: { path }, icon: '/app-icon-192.png', lang: 'zh-CN' }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path))
})

/** A browser takes the permission away when a push shows nothing, so something is always shown. */
function messageOf(data) {
  try {
    const { title, text, path, tag } = data.json()
    return { title: String(title), text: String(text), path: String(path), tag: String(tag) }
  } catch {
    return { title: '明析科测', text: '您有新的消息', path: '/member', tag: 'notice' }
  }
}

/** Only pages of this site, in a tab that is open already or a new one. */
async function open(path) {
  const url = new URL(path ?? '/member', self.location.origin)
  if (url.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const member = tabs.find((tab) => new URL(tab.url).pathname.startsWith('/member'))
  if (!member) return self.clients.openWindow(url.href)
  try {
    await (await member.focus()).navigate(url.href)
  } catch {
    // A tab that this worker does not control cannot be led elsewhere.
    await self.clients.openWindow(url.href)
  }
}

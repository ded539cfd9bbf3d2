import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

const source = readFileSync(new URL('../../../../public/member-worker.js', import.meta.url), 'utf8')

/** The worker with a browser around it that has these tabs open. */
function worker(
  tabs: { url: string; focus?: () => Promise<unknown>; navigate?: (url: string) => Promise<unknown> }[] = [],
) {
  const listeners: Record<string, (event: object) => void> = {}
  const showNotification = vi.fn(() => Promise.resolve())
  const openWindow = vi.fn(() => Promise.resolve())
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
    skipWaiting: vi.fn(),
    location: { origin: 'https://shop.test' },
    registration: { showNotification },
    clients: { matchAll: () => Promise.resolve(tabs), openWindow },
  }
  runInNewContext(source, { self, URL })
  const happens = async (name: string, event: object) => {
    let work: unknown
    listeners[name]?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
  const clicked = (path?: string) =>
    happens('notificationclick', { notification: { close: vi.fn(), data: path === undefined ? null : { path } } })
  return { happens, clicked, showNotification, openWindow }
}

test('a push is shown with its title and text, and a later one of the same tag replaces it', async () => {
  const { happens, showNotification } = worker()
  const message = { title: '数据已交付', text: '您的订单…', path: '/member/order/1', tag: 'notice-1' }
  await happens('push', { data: { json: () => message } })
  expect(showNotification).toHaveBeenCalledWith(
    '数据已交付',
    expect.objectContaining({ body: '您的订单…', tag: 'notice-1', data: { path: '/member/order/1' } }),
  )
})

test('a push that cannot be read shows something all the same', async () => {
  const { happens, showNotification } = worker()
  await happens('push', { data: null })
  expect(showNotification).toHaveBeenCalledWith('明析科测', expect.objectContaining({ body: '您有新的消息' }))
})

test('a click opens the page, in a tab of the member area when there is one', async () => {
  const none = worker([{ url: 'https://shop.test/project' }])
  await none.clicked('/member/order/1')
  expect(none.openWindow).toHaveBeenCalledWith('https://shop.test/member/order/1')

  const navigate = vi.fn(() => Promise.resolve())
  const tab = { url: 'https://shop.test/member', navigate, focus: () => Promise.resolve({ navigate }) }
  const one = worker([tab])
  await one.clicked('/member/order/1')
  expect(navigate).toHaveBeenCalledWith('https://shop.test/member/order/1')
  expect(one.openWindow).not.toHaveBeenCalled()
})

test('a click opens no page of another site', async () => {
  const { clicked, openWindow } = worker()
  await clicked('//example.com/a')
  await clicked('https://example.com/a')
  expect(openWindow).not.toHaveBeenCalled()
  await clicked()
  expect(openWindow).toHaveBeenCalledWith('https://shop.test/member')
})

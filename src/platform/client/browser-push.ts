// Pushes of this browser. A service worker of the member area's own shows them (public/member-worker.js).

const WORKER = { path: '/member-worker.js', scope: '/member/' } as const

/** Why this browser takes no pushes. */
export type PushObstacle = 'insecure' | 'homeScreen' | 'unsupported' | 'denied'

export function pushObstacle(): PushObstacle | undefined {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    // Safari on these offers pushes only to a site that was added to the home screen.
    return /iPhone|iPad/.test(navigator.userAgent) ? 'homeScreen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

export interface BrowserSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** `refused`: the person did not allow it. `unreachable`: the browser could not reach its vendor's push service. */
export type Subscribed = BrowserSubscription | 'refused' | 'unreachable'

/** Asks the person, and then the push service. A former address is given up, so that nothing of the person before arrives. */
export async function subscribeHere(publicKey: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused'
  try {
    const registration = await activeWorker()
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint, keys } = made.toJSON()
    return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  } catch {
    return 'unreachable'
  }
}

export async function isSubscribedHere(): Promise<boolean> {
  return (await subscriptionHere()) !== undefined
}

/** Resolves whether or not there was something to end. */
export async function unsubscribeHere(): Promise<void> {
  await (await subscriptionHere())?.unsubscribe()
}

/** Not `serviceWorker.ready`, which waits for ever on a page outside the scope. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER.path, { scope: WORKER.scope })
  const coming = registration.installing ?? registration.waiting
  if (!registration.active && coming)
    await new Promise<void>((resolve, reject) => {
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated') resolve()
        if (coming.state === 'redundant') reject(new Error('the worker was not installed'))
      })
    })
  return registration
}

async function subscriptionHere(): Promise<PushSubscription | undefined> {
  if (pushObstacle() !== undefined && pushObstacle() !== 'denied') return undefined
  const registration = await navigator.serviceWorker.getRegistration(WORKER.scope)
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

// Pushes of this browser. The service worker shows them; its address and scope are those of the console's and member area's worker.

export const WORKER_PATH = '/sw.js'

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
    const registration = await navigator.serviceWorker.register(WORKER_PATH)
    await navigator.serviceWorker.ready
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

async function subscriptionHere(): Promise<PushSubscription | undefined> {
  if (pushObstacle() !== undefined && pushObstacle() !== 'denied') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

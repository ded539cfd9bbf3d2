/** Long enough to find the phone, and no longer: a code can be shown to a stranger. */
export const QR_SECONDS = 120
/** How long the browser may take to fetch the sign-in after a scan. */
export const FETCH_SECONDS = 60
/** Time for the SMS code and the form. */
export const BIND_MINUTES = 15
export const UNDO_HOURS = 24
/** QR codes per IP address in ten minutes: enough for a laboratory behind one address, too few for a script. */
export const MOST_TICKETS = 60
export const TICKET_WINDOW_MINUTES = 10

/** `subscribe` of a new follower has a prefix, `SCAN` of an old one has none. */
export function sceneOf(event: string | undefined, eventKey: string | undefined): string | undefined {
  if (event === 'SCAN') return eventKey || undefined
  if (event === 'subscribe' && eventKey?.startsWith('qrscene_')) return eventKey.slice('qrscene_'.length) || undefined
  return undefined
}

/** Hides the last part, because the message is stored in a chat. */
export function maskIp(ip: string): string {
  if (ip.includes(':')) return `${ip.split(':').slice(0, 3).join(':')}:…`
  return ip.replace(/\.\d+$/, '.*')
}

/** The chat message after a scan: enough to notice that somebody else's browser is being signed in. */
export function scannedText(facts: { time: string; device: string; ip: string; undoUrl: string }): string {
  return [
    '您正在用微信登录明析科测。',
    `时间：${facts.time}`,
    `设备：${facts.device}`,
    `网络地址：${maskIp(facts.ip)}`,
    `如非本人操作，请立即撤销：${facts.undoUrl}`,
  ].join('\n')
}

export const EXPIRED_TEXT = '二维码已失效，请在网页上刷新后重新扫码。'

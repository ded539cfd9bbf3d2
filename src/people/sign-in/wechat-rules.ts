/** A code lives as long as somebody may take to find the phone, and no longer: it can be shown to a stranger. */
export const QR_SECONDS = 120
/** How long the browser may take to fetch what the phone has done. */
export const FETCH_SECONDS = 60
/** Time for the code by SMS and the form. */
export const BIND_MINUTES = 15
export const UNDO_HOURS = 24
/** Codes for one address in ten minutes; a lab behind one address signs in, a script does not. */
export const MOST_TICKETS = 60
export const TICKET_WINDOW_MINUTES = 10

/** `subscribe` of a new follower carries a prefix, `SCAN` of an old one does not. */
export function sceneOf(event: string | undefined, eventKey: string | undefined): string | undefined {
  if (event === 'SCAN') return eventKey || undefined
  if (event === 'subscribe' && eventKey?.startsWith('qrscene_')) return eventKey.slice('qrscene_'.length) || undefined
  return undefined
}

/** The last part stays hidden: the message travels through a chat. */
export function maskIp(ip: string): string {
  if (ip.includes(':')) return `${ip.split(':').slice(0, 3).join(':')}:…`
  return ip.replace(/\.\d+$/, '.*')
}

/** What the phone shows after a scan: enough to notice that somebody else's browser is being signed in. */
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

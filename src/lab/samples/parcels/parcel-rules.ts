/** Nodes of a courier's route. Signing at the door is not the receipt of a sample, which only the scan at intake records. */
export const routeKinds = {
  collected: '已揽收',
  moving: '运输中',
  delivering: '派送中',
  signed: '快递已签收',
  problem: '运输异常',
} as const
export type RouteKind = keyof typeof routeKinds

export const parcelLimits = {
  /** Of one question; the courier answers no more. */
  together: 10,
  /** Of one run; the others wait for the next. */
  perRun: 100,
  askEveryHours: 2,
  /** However often a push arrives, a parcel is asked for again only after this time. */
  pauseSeconds: 300,
  followDays: 14,
  keepDays: 180,
  /** Nodes shown of one sample. */
  mostShown: 200,
} as const

/** Numbers in a text that may be waybills of SF Express, each once. */
export function waybillsIn(text: string): string[] {
  const found = text.toUpperCase().match(/(?<![A-Z0-9])(?:SF\d{10,15}|\d{12,15})(?![A-Z0-9])/g) ?? []
  return [...new Set(found)].slice(0, 100)
}

/** The last four digits of a phone without its extension; undefined when it has fewer. */
export function phoneEndOf(phone: string): string | undefined {
  const digits = (/^[\d\s()（）+-]*/.exec(phone.trim())?.[0] ?? '').replace(/\D/g, '')
  return digits.length >= 4 ? digits.slice(-4) : undefined
}

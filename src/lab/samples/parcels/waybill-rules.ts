import { isWaybill } from '../rules.ts'

/** Couriers as customers choose them; others can be typed. */
export const couriers = [
  '顺丰速运',
  '京东快递',
  '中通快递',
  '圆通速递',
  '韵达快递',
  '申通快递',
  'EMS',
  '德邦快递',
] as const

/** How numbers of couriers look, as printed on their waybills. A number that could be of two couriers is of none. */
const NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/^SF\d{10,15}$/, '顺丰速运'],
  [/^JD[A-Z0-9]{2}\d{9,14}$/, '京东快递'],
  [/^YT\d{13}$/, '圆通速递'],
  [/^7[3568]\d{12}$/, '中通快递'],
  [/^77\d{13}$/, '申通快递'],
  [/^(31|43|46)\d{13}$/, '韵达快递'],
  [/^DPK\d{12}$/, '德邦快递'],
  [/^JT\d{13}$/, '极兔速递'],
  [/^E[A-Z]\d{9}CN$/, 'EMS'],
  [/^1[01]\d{11}$/, 'EMS'],
]
/** Shorter codes on a parcel are numbers of shelves, routes and goods. */
const SHORTEST = 10

/** The courier whose number this is; undefined when the number does not tell. */
export function courierOf(waybill: string): string | undefined {
  return NUMBERS.find(([pattern]) => pattern.test(waybill))?.[1]
}

/** The codes of a photo that may be the number of the parcel, known couriers first. */
export function waybillsAmong(codes: readonly string[]): string[] {
  const numbers = codes.flatMap((code) => {
    const number = withoutPiece(code.trim().toUpperCase())
    return isWaybill(number) && number.length >= SHORTEST ? [number] : []
  })
  const known = (number: string) => (courierOf(number) === undefined ? 1 : 0)
  return [...new Set(numbers)].sort((one, other) => known(one) - known(other))
}

/** JD prints which piece of how many it is behind the number: JD0123456789012-1-3-. */
function withoutPiece(code: string): string {
  return /^JD[A-Z0-9]+(?=-\d+-\d+-?$)/.exec(code)?.[0] ?? code
}

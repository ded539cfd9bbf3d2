/** A bank line beside an application, as far as telling them apart needs. */
interface Line {
  amountFen: number
  customerId: number | null
  payer: string
}

interface Wanted {
  amountFen: number
  customerId: number
  payerName: string
}

/** The customer's code and the amount agree. */
export const SURE = 6

/** The line's remark names somebody else: not to be matched without a reason. */
export function carriesForeignCode(line: Pick<Line, 'customerId'>, wanted: Pick<Wanted, 'customerId'>): boolean {
  return line.customerId !== null && line.customerId !== wanted.customerId
}

/** How well an application fits a line: the code of the customer says most, then the amount, then the payer's name. */
export function likeness(line: Line, wanted: Wanted): number {
  const code = line.customerId === wanted.customerId ? 4 : line.customerId === null ? 0 : -4
  const amount = line.amountFen === wanted.amountFen ? 2 : 0
  const payer = line.payer !== '' && line.payer === wanted.payerName ? 1 : 0
  return code + amount + payer
}

/** Applications for a line, the likeliest first; those as likely stay in their order. */
export function byLikeness<T extends Wanted>(line: Line, applications: readonly T[]): T[] {
  return [...applications].sort((a, b) => likeness(line, b) - likeness(line, a))
}

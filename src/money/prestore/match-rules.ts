interface Line {
  customerId: number | null
}
interface Wanted {
  customerId: number
}

/** The line's remark names somebody else: not to be matched without a reason. */
export function carriesForeignCode(line: Line, wanted: Wanted): boolean {
  return line.customerId !== null && line.customerId !== wanted.customerId
}

/** How well an application fits a line of the bank: the code of the customer says most, then the amount, then the payer's name. */
export const likenessOf = { code: 4, amount: 2, payer: 1 } as const

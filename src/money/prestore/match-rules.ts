interface Line {
  customerId: number | null
}
interface Wanted {
  customerId: number
}

/** The remark of the line names another customer: it must not be matched without a reason. */
export function carriesForeignCode(line: Line, wanted: Wanted): boolean {
  return line.customerId !== null && line.customerId !== wanted.customerId
}

/** How well an application fits a bank line: the customer's code weighs most, then the amount, then the payer's name. */
export const likenessOf = { code: 4, amount: 2, payer: 1 } as const

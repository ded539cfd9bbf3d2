/** An order number has eleven digits; a sample number adds two or three to the number of its order. */
const orderNumber = /^MX\d{11}$/
const sampleNumber = /^MX\d{13,14}$/
const ORDER_LENGTH = 13

/**
 * The number of an order or a sample that was typed or scanned whole. It is looked up as it is: the index on parts of words is slow for
 * numbers, because all of them have the same parts.
 */
export function wholeNumber(typed: string): { orderNo: string; sampleNo?: string } | undefined {
  const no = typed.trim().toUpperCase()
  if (orderNumber.test(no)) return { orderNo: no }
  return sampleNumber.test(no) ? { orderNo: no.slice(0, ORDER_LENGTH), sampleNo: no } : undefined
}

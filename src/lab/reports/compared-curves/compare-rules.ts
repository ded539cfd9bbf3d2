/** Curves drawn at the same time; more cannot be told apart. */
export const mostCompared = 8

interface ComparedFile {
  name: string
  /** Empty for a file of the whole order. */
  sampleNo: string
  /** The customer's name of the sample. */
  sampleName: string
}

/** A sample by the customer's name and the end of its number (behind MX, day and five digits), or the whole number where the order is another. */
export function comparedSample({ sampleNo, sampleName }: ComparedFile, otherOrder = false): string {
  if (sampleNo === '') return '整个订单'
  return sampleName === '' ? sampleNo : `${sampleName} ${otherOrder ? sampleNo : `…${sampleNo.slice(13)}`}`
}

/** The name of a file's curve in a figure of several. */
export function comparedName(file: ComparedFile, orderNo: string, ownOrder: string): string {
  const other = orderNo !== ownOrder
  if (file.sampleNo !== '') return comparedSample(file, other)
  return other ? `${orderNo} ${file.name}` : file.name
}

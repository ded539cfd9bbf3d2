/** The papers of one order that are drawn when they are asked for. */
export const orderPapers = {
  quotation: '报价单',
  slip: '送样单',
  labels: '样品标签',
  agreement: '服务协议',
  returnNote: '样品寄回单',
} as const
export type OrderPaper = keyof typeof orderPapers

interface PaperFacts {
  stage: string
  serviceType: number
  quoteFen: number | null
  quoteVersion: number
  estimateFen: number | null
  samples: readonly { stage: string }[]
}

/** The papers that an order has now, so that nobody prints a quotation without a price or an empty return note. */
export function papersOf(order: PaperFacts): OrderPaper[] {
  const ended = ['cancelled', 'rejected', 'closed'].includes(order.stage)
  const priced = order.quoteFen ?? order.estimateFen
  // The lines have the prices of a quote that was sent back or withdrawn; the next version is printed.
  const requoting = order.stage === 'quoting' && order.quoteVersion > 0
  const goesBack = order.samples.some(({ stage }) => ['to_return', 'refused', 'returned'].includes(stage))
  return [
    ...(priced === null || ended || requoting ? [] : ['quotation' as const]),
    ...(order.serviceType !== 1 || ended ? [] : ['slip' as const, 'labels' as const]),
    ...(goesBack ? ['returnNote' as const] : []),
    'agreement' as const,
  ]
}

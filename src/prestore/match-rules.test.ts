import { expect, it } from 'vitest'
import { byLikeness } from './match-rules.ts'

it('[M-02] the application whose customer’s code and amount are on the line comes first, another’s code last', () => {
  const line = { amountFen: 100, customerId: 7, payer: '某大学' }
  const anothers = { id: 'anothers', amountFen: 100, customerId: 8, payerName: '某大学' }
  const amountOnly = { id: 'own, other amount', amountFen: 90, customerId: 7, payerName: '' }
  const both = { id: 'own, same amount', amountFen: 100, customerId: 7, payerName: '' }
  expect(byLikeness(line, [anothers, amountOnly, both]).map((a) => a.id)).toEqual([
    'own, same amount',
    'own, other amount',
    'anothers',
  ])
})

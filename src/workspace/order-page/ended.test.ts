import { expect, it } from 'vitest'
import { hasEnded, orderStages, samplesTitle } from '../../lab/orders/rules.ts'
import { serviceTypes } from '../../lab/samples/service-rules.ts'

it('[F-93] orders that have ended are closed, cancelled or rejected', () => {
  expect(orderStages.filter(hasEnded)).toEqual(['closed', 'cancelled', 'rejected'])
})

it('[F-21] the heading of samples depends on the kind of service', () => {
  const samples = [{}, {}]
  expect(serviceTypes.map((serviceType) => samplesTitle({ serviceType, received: 1, samples }))).toEqual([
    '样品（已收 1/2）',
    '样品（到场 1/2）',
    '数据（已收 1/2）',
  ])
})

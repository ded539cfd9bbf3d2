import { expect, it } from 'vitest'
import { hasEnded, orderStages, samplesTitle } from '../../lab/orders/rules.ts'
import { serviceTypes } from '../../lab/samples/service-rules.ts'

it('[F-93] labels and data are asked for by orders that go on, and by no other', () => {
  expect(orderStages.filter(hasEnded)).toEqual(['closed', 'cancelled', 'rejected'])
})

it('[F-21] a party that is here is not counted as parcels received', () => {
  const samples = [{}, {}]
  expect(serviceTypes.map((serviceType) => samplesTitle({ serviceType, received: 1, samples }))).toEqual([
    '样品（已收 1/2）',
    '样品（到场 1/2）',
    '数据（已收 1/2）',
  ])
})

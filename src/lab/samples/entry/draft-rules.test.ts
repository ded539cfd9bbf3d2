import { expect, it } from 'vitest'
import { fitSamples } from './draft-rules.ts'
import type { SampleDemand } from './entry-rules.ts'

const demand = (planId: number, sampleCount: number): SampleDemand => ({
  ...{ planId, sampleCount, projectName: '衍射' },
  ...{ serviceType: 1, requirements: [], suitability: [], consumed: false },
})
const numbers = (drafts: Parameters<typeof fitSamples>[0], demands: SampleDemand[]) =>
  fitSamples(drafts, demands).map(({ planId, ownNo, name }) => [planId, ownNo, name])

it('missing samples are numbered from one over all lines, and skip the numbers that were typed', () => {
  expect(numbers([], [demand(1, 2), demand(2, 1)])).toEqual([
    [1, '1', ''],
    [1, '2', ''],
    [2, '3', ''],
  ])
  const typed = { planId: 2, ownNo: ' 2 ', name: '膜' }
  expect(numbers([typed], [demand(1, 2), demand(2, 1)])).toEqual([
    [1, '1', ''],
    [1, '3', ''],
    [2, ' 2 ', '膜'],
  ])
})

it('samples beyond the number of a line, and those of removed lines, are left out', () => {
  const drafts = [1, 1, 1, 9].map((planId, i) => ({ planId, ownNo: `A${i}`, name: '' }))
  expect(numbers(drafts, [demand(1, 2)])).toEqual([
    [1, 'A0', ''],
    [1, 'A1', ''],
  ])
})

it('[Q-61] a form and storage that were left empty stay so in the draft', () => {
  const drafts = [{ planId: 1, ownNo: 'A', name: '膜', form: '', storage: '' }]
  expect(fitSamples(drafts, [demand(1, 1)])[0]).toMatchObject({ form: '', storage: '' })
})

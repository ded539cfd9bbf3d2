import { expect, test } from 'vitest'
import { comparedName, comparedSample } from './compare-rules.ts'

const file = { name: 'a.xy', sampleNo: 'MX2603020000103', sampleName: 'ZnO-3' }

test('[Q-77] a compared curve is named by the name of the sample, where it has one', () => {
  const [own, other] = ['MX26030200001', 'MX26030200009']
  expect(comparedName(file, own, own)).toBe('ZnO-3 …03')
  expect(comparedName(file, own, other)).toBe('ZnO-3 MX2603020000103')
  expect(comparedName({ ...file, sampleName: '' }, own, own)).toBe('MX2603020000103')
  const whole = { ...file, sampleNo: '', sampleName: '' }
  expect([comparedName(whole, own, own), comparedName(whole, own, other)]).toEqual(['a.xy', 'MX26030200001 a.xy'])
  expect([comparedSample(file), comparedSample(whole)]).toEqual(['ZnO-3 …03', '整个订单'])
})

import { expect, it } from 'vitest'
import { wholeNumber } from './whole-number-rules.ts'

it('a whole number names its order, and its sample when it has more digits', () => {
  expect(wholeNumber(' mx26112101475 ')).toEqual({ orderNo: 'MX26112101475' })
  expect(wholeNumber('MX2611210147501')).toEqual({ orderNo: 'MX26112101475', sampleNo: 'MX2611210147501' })
  expect(wholeNumber('MX26112101475100')).toEqual({ orderNo: 'MX26112101475', sampleNo: 'MX26112101475100' })
  for (const text of ['MX2611210147', '26112101475', 'HT26112101475', 'MX2611210147x', ''])
    expect(wholeNumber(text)).toBeUndefined()
})

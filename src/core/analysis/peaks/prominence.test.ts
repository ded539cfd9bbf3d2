import { expect, test } from 'vitest'
import { prominent } from './prominence-rules.ts'

test('peaks count by what they rise over their valleys', () => {
  expect(prominent([0, 5, 4.5, 5.2, 0, 1, 0.5], 1)).toEqual([3])
  expect(prominent([0, 5, 1, 5.2, 0, 1, 0.5], 1)).toEqual([1, 3])
})

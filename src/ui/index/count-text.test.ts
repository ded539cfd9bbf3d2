import { expect, it } from 'vitest'
import { countText } from './count-text.ts'

it('says with a plus that there are more than were counted', () => {
  expect([countText(0), countText(10_000), countText(10_000, true)]).toEqual(['0', '10,000', '10,000+'])
})

import { expect, it } from 'vitest'
import { leftText, leftTexts } from './left-rules.ts'

it('[Q-382] the sign-in page tells the reasons it knows, and nothing for what else the history has', () => {
  expect(leftText({ left: 'idle' })).toBe(leftTexts.idle)
  expect(leftText({ left: 'elsewhere' })).toBe(leftTexts.elsewhere)
  for (const state of [null, undefined, 'idle', {}, { left: 'byHand' }, { left: 'toString' }, { left: 1 }])
    expect([state, leftText(state)]).toEqual([state, undefined])
})

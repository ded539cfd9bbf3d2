import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import { NumberInput } from './input.tsx'

const refusesText = (props: Parameters<typeof NumberInput>[0]) =>
  (NumberInput(props) as ReactElement<{ refusesText: boolean }>).props.refusesText

it('[Q-91] a number field of a form reports text that is no number, and does not report an empty field', () => {
  expect(refusesText({ unit: '个' })).toBe(true)
  // A handler of its own takes undefined for both unless it asks for NaN.
  expect(refusesText({ value: null, onValue: () => undefined })).toBe(false)
  expect(refusesText({ value: null, onValue: () => undefined, refusesText: true })).toBe(true)
})

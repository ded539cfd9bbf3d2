import { expect, it } from 'vitest'
import { drawableText } from './drawable-text.ts'

const latin1 = (codePoint: number) => codePoint < 0x100 || codePoint === 0x25a1

it('[Q-246] a letter or sign that the font lacks is drawn by the one that looks like it, and what it has stays', () => {
  expect(drawableText('Antonín Dvořák，Škoda Plzeň', latin1)).toBe('Antonín Dvorák，Skoda Plzen')
  expect(drawableText('Łukasz ☐ 5 ∼ 7 μm', latin1)).toBe('Lukasz □ 5 ~ 7 μm')
  expect(drawableText('Škoda', () => true)).toBe('Škoda')
})

import { expect, it } from 'vitest'
import { sectionToOpen } from './section-rules.ts'

const sections = [
  { name: 'base', fields: ['name', 'slug'] },
  { name: 'texts', fields: ['intro', 'instruments'] },
  { name: 'requirements', fields: ['requirements'] },
]
const refused = { instruments: '请填写至少一台仪器', 'requirements.0.reason': '请说明为什么不接收' }

it('[Q-111] an editor who mends the last error of a section stays in it, and is led to the next one only by the next refusal', () => {
  const toOpen = (open: string, errors: object, before: object) => sectionToOpen(sections, { open, errors, before })
  expect(toOpen('base', refused, {})).toBe('texts')
  expect(toOpen('texts', refused, {})).toBeUndefined()
  const { instruments: _, ...left } = refused
  expect(toOpen('texts', left, refused)).toBeUndefined()
  expect(toOpen('texts', left, left)).toBe('requirements')
  expect(toOpen('texts', {}, left)).toBeUndefined()
})

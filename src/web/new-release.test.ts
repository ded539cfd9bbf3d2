import { expect, it } from 'vitest'
import { NEW_RELEASE_TEXT, onMissingPart } from './new-release.ts'

it('[F-12] a part of the page that is not there any more is told to the person, who decides when to reload', () => {
  const page = new EventTarget()
  const told: string[] = []
  const stop = onMissingPart(page, (text) => void told.push(text))
  page.dispatchEvent(new Event('vite:preloadError'))
  expect(told).toEqual([NEW_RELEASE_TEXT])
  stop()
  page.dispatchEvent(new Event('vite:preloadError'))
  expect(told).toHaveLength(1)
})

import { expect, it } from 'vitest'
import { NEW_RELEASE_TEXT, onMissingPart } from './new-release.ts'

it('[F-12] when a part of the page no longer exists, the person sees a message and decides when to reload', () => {
  const page = new EventTarget()
  const shown: string[] = []
  const stop = onMissingPart(page, (text) => void shown.push(text))
  page.dispatchEvent(new Event('vite:preloadError'))
  expect(shown).toEqual([NEW_RELEASE_TEXT])
  stop()
  page.dispatchEvent(new Event('vite:preloadError'))
  expect(shown).toHaveLength(1)
})

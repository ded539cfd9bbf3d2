import { expect, it } from 'vitest'
import { hasCaption, licenceLink } from './credit-rules.ts'

it('[G-13] links licences that everybody knows, and no other text', () => {
  expect(licenceLink('CC BY-SA 4.0')).toBe('https://creativecommons.org/licenses/by-sa/4.0/')
  expect(licenceLink('CC BY-NC-ND 3.0')).toBe('https://creativecommons.org/licenses/by-nc-nd/3.0/')
  expect(licenceLink('CC0 1.0')).toBe('https://creativecommons.org/publicdomain/zero/1.0/')
  for (const text of ['', '本实验室所有', 'CC BY 9.9', 'CC BY 4.0 javascript:'])
    expect(licenceLink(text)).toBeUndefined()
})

it('[G-13] writes nothing under a picture of which nothing is known', () => {
  expect(hasCaption(null)).toBe(false)
  expect(hasCaption({ kind: '', alt: '谱图', credit: '', licence: '' })).toBe(false)
  expect(hasCaption({ kind: '', alt: '', credit: '王工', licence: '' })).toBe(true)
})

import { expect, test } from 'vitest'
import { differences, readPicture, reduced, TOLERANCE, writePicture } from './picture-comparison.mjs'

const size = { width: 160, height: 80 }

/** A button with words on a page: a box of a colour, and thin dark strokes in it. */
function button({ colour = [11, 102, 112], left = 40, stroke = 2, noise = 0 } = {}) {
  const data = new Uint8Array(size.width * size.height * 3)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const inBox = x >= 24 && x < 136 && y >= 20 && y < 60
      const inWord = inBox && y >= 32 && y < 46 && x >= left && x < left + 80 && (x - left) % 11 < stroke
      const wanted = inWord ? [255, 255, 255] : inBox ? colour : [246, 247, 244]
      // The same on every run.
      const off = noise * (((x * 7 + y * 13) % 3) - 1)
      data.set(
        wanted.map((value) => Math.min(255, Math.max(0, value + off))),
        (y * size.width + x) * 3,
      )
    }
  return reduced({ ...size, data })
}

test('a picture does not differ from itself, also after it was a file', async () => {
  const picture = button()
  expect(differences(picture, picture)).toEqual([])
  expect(differences(picture, await readPicture(await writePicture(picture)))).toEqual([])
})

test('glyphs that are drawn a little differently are no difference', () => {
  expect(differences(button(), button({ noise: 16 }))).toEqual([])
})

test.each([
  ['a colour', button({ colour: [11, 102, 112 + TOLERANCE * 2] })],
  ['a padding', button({ left: 44 })],
  ['the weight of words', button({ stroke: 4 })],
])('%s that has changed is one', (_, changed) => {
  expect(differences(button(), changed).length).toBeGreaterThan(3)
})

test('a picture that has become longer differs where the other one has nothing', () => {
  const picture = button()
  const longer = {
    width: picture.width,
    height: picture.height + 8,
    data: new Uint8Array(picture.data.length + picture.width * 24),
  }
  longer.data.set(picture.data)
  const found = differences(picture, longer)
  expect(found.length).toBe((picture.width / 4) * 2)
  expect(found.every(({ y }) => y >= picture.height * 2)).toBe(true)
})

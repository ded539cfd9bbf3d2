// Compares pictures of a page the way an eye does that looks for a changed colour or distance: by the average of small squares.
// Glyphs may be drawn a little differently by another machine; the average of 8 × 8 pixels hardly changes with that.
import { Transformer } from '@napi-rs/image'

/** @typedef {{ width: number, height: number, data: Uint8Array }} Picture RGB, three bytes per pixel */
/** @typedef {{ x: number, y: number, by: number }} Difference A square in pixels of the page, and by how much its colour differs (0–255). */

/** A reference has half the width and height of the page, which keeps its text readable and its file small. */
const SCALE = 2
/** Side of a square in pixels of a reference. */
const SQUARE = 4
/** By how much a channel of the average may differ, of 255. */
export const TOLERANCE = 12
/** This many squares may differ by more: a single glyph that another font file draws differently. */
export const FEW = 2

/** @param {Buffer} png @returns {Promise<Picture>} */
export async function readPicture(png) {
  const image = new Transformer(png)
  const { width, height } = await image.metadata()
  const pixels = await image.rawPixels()
  const channels = pixels.length / (width * height)
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++)
    for (let channel = 0; channel < 3; channel++) data[at * 3 + channel] = pixels[at * channels + channel] ?? 0
  return { width, height, data }
}

/** @param {Picture} picture @returns {Promise<Buffer>} */
export function writePicture({ width, height, data }) {
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++) pixels.set(data.subarray(at * 3, at * 3 + 3), at * 4)
  return Transformer.fromRgbaPixels(pixels, width, height).png({ compressionType: 2 })
}

/** What is kept of a picture of a page. @param {Picture} picture @returns {Picture} */
export function reduced(picture) {
  const width = Math.ceil(picture.width / SCALE)
  const height = Math.ceil(picture.height / SCALE)
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set(average(picture, x * SCALE, y * SCALE, SCALE).map(Math.round), (y * width + x) * 3)
  return { width, height, data }
}

/**
 * Squares in which two references differ. Pictures of different size differ everywhere that only one of them has.
 * @param {Picture} expected @param {Picture} actual @returns {Difference[]}
 */
export function differences(expected, actual) {
  const found = []
  const width = Math.max(expected.width, actual.width)
  const height = Math.max(expected.height, actual.height)
  for (let y = 0; y < height; y += SQUARE)
    for (let x = 0; x < width; x += SQUARE) {
      const inBoth = [expected, actual].every((picture) => x < picture.width && y < picture.height)
      const [a, b] = [average(expected, x, y, SQUARE), average(actual, x, y, SQUARE)]
      const by = inBoth ? Math.max(...a.map((value, channel) => Math.abs(value - (b[channel] ?? 0)))) : 255
      if (by > TOLERANCE) found.push({ x: x * SCALE, y: y * SCALE, by: Math.round(by) })
    }
  return found.length > FEW ? found : []
}

/** @param {Picture} picture @returns {[number, number, number]} */
function average({ width, height, data }, left, top, side) {
  const sum = [0, 0, 0]
  let count = 0
  for (let y = top; y < Math.min(top + side, height); y++)
    for (let x = left; x < Math.min(left + side, width); x++, count++)
      for (let channel = 0; channel < 3; channel++) sum[channel] += data[(y * width + x) * 3 + channel]
  return /** @type {[number, number, number]} */ (sum.map((value) => value / Math.max(1, count)))
}

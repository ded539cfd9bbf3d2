import { crc32, deflateSync } from 'node:zlib'
import { lettering, widthOf } from './lettering.ts'
import type { Random } from './random.ts'

// Drawn pictures for the demo: particles as an electron microscope shows them, and a parcel.

const WIDTH = 640
const HEIGHT = 480

/** The picture above the strip. */
const VIEW = 440
const STRIP = 12
const TEXT = 228
/** Few levels of grey, because grain in all of them would make the file several times as large. */
const LEVEL = 6

/** The conditions of a picture, as the strip of the instrument names them. `umPerPixel`: micrometres. */
export interface Exposure {
  text: string
  umPerPixel: number
}

/** Particles as a scanning electron microscope shows them, with the strip of the instrument, as a grey PNG. `radius` in pixels. */
export function particles(random: Random, radius: number, exposure: Exposure): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT, 30)
  const count = Math.round((WIDTH * VIEW) / (radius * radius * 1.6))
  // From the ground up: what is drawn later lies higher and is brighter.
  for (let n = 0; n < count; n++) {
    const size = radius * (0.65 + random.next() * 0.6)
    const height = n / count
    grain(pixels, {
      ...{ x: random.whole(-20, WIDTH + 20), y: random.whole(-20, VIEW + 20), size, level: 40 + 80 * height },
      ...{ flat: 0.75 + random.next() * 0.25, turn: random.next() * Math.PI, facets: random.whole(5, 8) },
    })
  }
  for (let at = 0; at < WIDTH * VIEW; at++)
    pixels[at] = Math.min(245, Math.round(((pixels[at] ?? 0) + (random.next() - 0.5) * 9) / LEVEL) * LEVEL)
  strip(pixels, exposure)
  return greyPng(pixels)
}

interface Grain {
  x: number
  y: number
  size: number
  level: number
  flat: number
  turn: number
  facets: number
}

/** One particle with rounded facets. Its edge is bright, because more electrons leave a slope, and it shades what lies beneath it. */
function grain(pixels: Buffer, { x: cx, y: cy, size, level, flat, turn, facets }: Grain): void {
  const reach = size * 1.2
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(VIEW, cy + reach); y++)
    for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(WIDTH, cx + reach); x++) {
      const [dx, dy] = [x - cx, y - cy]
      const [along, across] = [dx * cos + dy * sin, (dy * cos - dx * sin) / flat]
      const angle = Math.atan2(across, along)
      const from = Math.hypot(along, across) / (size * (1 + 0.05 * Math.cos(facets * angle)))
      const at = y * WIDTH + x
      if (from < 1) {
        const slope = from ** 6 * 95
        const light = (-(dx + dy) / size) * 16
        const facet = Math.cos(Math.round((angle * facets) / Math.PI) * 2.4) * 9 * from
        pixels[at] = Math.max(20, Math.min(235, Math.round(level + slope + light + facet)))
      } else if (from < 1.2) pixels[at] = Math.round((pixels[at] ?? 0) * (0.55 + (from - 1) * 2.2))
    }
}

/** The strip under the picture: conditions on the left, on the right a bar of a round length with that length. */
function strip(pixels: Buffer, { text, umPerPixel }: Exposure): void {
  pixels.fill(STRIP, WIDTH * VIEW)
  const put = (left: number, top: number) => (x: number, y: number) => {
    pixels[(top + y) * WIDTH + left + x] = TEXT
  }
  lettering(text, 2, put(14, VIEW + 13))
  const um = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50].find((each) => each / umPerPixel > 70) ?? 100
  const length = Math.round(um / umPerPixel)
  const name = um < 1 ? `${Math.round(um * 1000)} nm` : `${um} µm`
  const left = WIDTH - 20 - length
  for (let y = VIEW + 27; y < VIEW + 31; y++) pixels.fill(TEXT, y * WIDTH + left, y * WIDTH + left + length)
  for (const x of [left, left + length - 2])
    for (let y = VIEW + 23; y < VIEW + 35; y++) pixels.fill(TEXT, y * WIDTH + x, y * WIDTH + x + 2)
  lettering(name, 2, put(Math.round(left + (length - widthOf(name, 2)) / 2), VIEW + 6))
}

/** A carton in front of a door. */
export function parcel(): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT, 205)
  for (let y = 180; y < 420; y++) pixels.fill(y < 205 ? 150 : 128, y * WIDTH + 140, y * WIDTH + 500)
  for (let y = 180; y < 420; y++) pixels.fill(165, y * WIDTH + 305, y * WIDTH + 335)
  for (let y = 420; y < HEIGHT; y++) pixels.fill(96, y * WIDTH, (y + 1) * WIDTH)
  return greyPng(pixels)
}

/** Portable Network Graphics, third edition: 8 bits of grey, no filter. */
function greyPng(pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header[8] = 8
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) pixels.copy(rows, y * (WIDTH + 1) + 1, y * WIDTH, (y + 1) * WIDTH)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

import { crc32, deflateSync } from 'node:zlib'
import type { Random } from './random.ts'

// Drawn pictures for the demo: particles as an electron microscope shows them, and a parcel.

const WIDTH = 640
const HEIGHT = 480

/** Round particles with bright edges on a dark ground, as a grey PNG. `radius` in pixels. */
export function particles(random: Random, radius: number): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT, 38)
  const count = Math.round((WIDTH * HEIGHT) / (radius * radius * 5))
  for (let n = 0; n < count; n++) {
    const size = radius * (0.6 + random.next() * 0.8)
    disc(pixels, random.whole(0, WIDTH - 1), random.whole(0, HEIGHT - 1), size, 70 + random.whole(0, 60))
  }
  scaleBar(pixels)
  return greyPng(pixels)
}

function disc(pixels: Buffer, cx: number, cy: number, radius: number, level: number): void {
  for (let y = Math.max(0, Math.floor(cy - radius)); y < Math.min(HEIGHT, cy + radius); y++)
    for (let x = Math.max(0, Math.floor(cx - radius)); x < Math.min(WIDTH, cx + radius); x++) {
      const from = Math.hypot(x - cx, y - cy) / radius
      // Edges are bright, because more electrons leave a slope.
      if (from < 1) pixels[y * WIDTH + x] = Math.min(235, Math.round(level + 110 * from ** 4))
    }
}

function scaleBar(pixels: Buffer): void {
  for (let y = HEIGHT - 26; y < HEIGHT - 20; y++) pixels.fill(240, y * WIDTH + WIDTH - 150, y * WIDTH + WIDTH - 30)
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

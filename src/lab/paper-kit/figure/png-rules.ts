// The physical size of a PNG: the chunk pHYs says how many pixels make a metre (PNG, third edition, 11.3.4.3).

const signatureLength = 8
/** Length, type and checksum around the data of a chunk. */
const frameLength = 12
const headerDataLength = 13

/** The same picture, which says its resolution. Programs for texts then place it in its size in millimetres. */
export function withResolution(png: Uint8Array, dpi: number): Uint8Array<ArrayBuffer> {
  const afterHeader = signatureLength + frameLength + headerDataLength
  const perMetre = Math.round(dpi / 0.0254)
  const chunk = new Uint8Array(frameLength + 9)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, 9)
  chunk.set([0x70, 0x48, 0x59, 0x73], 4)
  view.setUint32(8, perMetre)
  view.setUint32(12, perMetre)
  // The unit is the metre.
  chunk[16] = 1
  view.setUint32(17, crc32(chunk.subarray(4, 17)))
  const whole = new Uint8Array(png.length + chunk.length)
  whole.set(png.subarray(0, afterHeader))
  whole.set(chunk, afterHeader)
  whole.set(png.subarray(afterHeader), afterHeader + chunk.length)
  return whole
}

/** The pixels of a length on paper. */
export function pixelsOf(millimetres: number, dpi: number): number {
  return Math.round((millimetres / 25.4) * dpi)
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

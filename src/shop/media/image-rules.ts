/** Largest upload in bytes and largest picture in pixels; a decoded picture takes four bytes per pixel. */
export const MOST_IMAGE_BYTES = 15 * 1024 * 1024
export const MOST_IMAGE_PIXELS = 40_000_000
export const LEAST_IMAGE_SIDE = 16

export interface ImageHead {
  format: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
}

/** Format and size from the first bytes of a picture, so that nothing is decoded before its size is known. Only accepted formats. */
export function imageHead(bytes: Uint8Array): ImageHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head =
    bytes.length < 30
      ? undefined
      : view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a && view.getUint32(12) === 0x49484452
        ? { format: 'png' as const, width: view.getUint32(16), height: view.getUint32(20) }
        : view.getUint16(0) === 0xffd8
          ? jpegHead(view)
          : view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250
            ? webpHead(view)
            : undefined
  return head && head.width > 0 && head.height > 0 ? head : undefined
}

/** Walks the JPEG segments up to the frame header. */
function jpegHead(view: DataView): ImageHead | undefined {
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { format: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    const length = view.getUint16(at + 2)
    if (length < 2) return undefined
    at += 2 + length
  }
  return undefined
}

function webpHead(view: DataView): ImageHead | undefined {
  const chunk = view.getUint32(12)
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (chunk === 0x56503858) return { format: 'webp', width: uint24(24) + 1, height: uint24(27) + 1 }
  if (chunk === 0x5650384c) {
    const bits = view.getUint32(21, true)
    return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (chunk === 0x56503820)
    return { format: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return undefined
}

export const servedTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' } as const
export type ServedFormat = keyof typeof servedTypes

const SERVED = /^([0-9a-f]{16})-\d{1,4}x\d{1,4}(?:\.(\d{2,4}))?\.(avif|webp|jpg|png)$/

/** Parses a public name: `{id}-{width}x{height}.jpg` is the full size, `….480.avif` a smaller width. */
export function servedImage(name: string): { id: string; width: string | undefined; format: ServedFormat } | undefined {
  const [, id, width, format] = SERVED.exec(name) ?? []
  return id === undefined ? undefined : { id, format: format as ServedFormat, width }
}

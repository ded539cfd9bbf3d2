import { inflateRawSync } from 'node:zlib'

/** Signatures and sizes of a ZIP archive's records. Source: PKWARE APPNOTE 4.3. */
const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const MOST_COMMENT = 0xffff

/**
 * The contents of all files in a small ZIP archive, such as the bill of a channel. Names are left out, because bills write them in GBK. Throws
 * for an archive that is broken, encrypted, or larger than `mostBytes` when unpacked.
 */
export function unzip(bytes: Buffer, mostBytes: number): Buffer[] {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  let left = mostBytes
  const files: Buffer[] = []
  for (let i = 0; i < count; i += 1) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new Error('the archive has a broken directory')
    const file = contentOf(bytes, at, left)
    left -= file.length
    files.push(file)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= END_BYTES && (bytes.readUInt32LE(0) === LOCAL || bytes.readUInt32LE(0) === END)
}

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MOST_COMMENT)
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END) return at
  throw new Error('the archive has no directory')
}

function contentOf(bytes: Buffer, entry: number, mostBytes: number): Buffer {
  if (bytes.readUInt16LE(entry + 8) & 1) throw new Error('the archive is encrypted')
  const method = bytes.readUInt16LE(entry + 10)
  const packed = bytes.readUInt32LE(entry + 20)
  const local = bytes.readUInt32LE(entry + 42)
  if (bytes.readUInt32LE(local) !== LOCAL) throw new Error('the archive has a broken entry')
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const content = bytes.subarray(start, start + packed)
  if (content.length !== packed) throw new Error('the archive is cut off')
  if (method === 0 && packed <= mostBytes) return content
  if (method === 8) return inflateRawSync(content, { maxOutputLength: Math.max(1, mostBytes) })
  throw new Error('the archive cannot be read')
}

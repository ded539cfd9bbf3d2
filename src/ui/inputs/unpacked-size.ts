/** Signatures and places of sizes in a ZIP archive's directory. Source: PKWARE APPNOTE 4.3.12 and 4.3.16. */
const ENTRY = 0x02014b50
const END = 0x06054b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const MOST_COMMENT = 0xffff

/**
 * Bytes of all files of a ZIP archive as its directory declares them, which is what a reader allocates for them; undefined when there is no
 * directory. An archive of ZIP64 declares 4 GiB a file here.
 */
export function unpackedSize(archive: ArrayBuffer): number | undefined {
  const bytes = new DataView(archive)
  const end = endOf(bytes)
  if (end === undefined) return undefined
  let at = bytes.getUint32(end + 16, true)
  let sum = 0
  while (at + ENTRY_BYTES <= bytes.byteLength && bytes.getUint32(at, true) === ENTRY) {
    sum += bytes.getUint32(at + 24, true)
    at += ENTRY_BYTES + bytes.getUint16(at + 28, true) + bytes.getUint16(at + 30, true) + bytes.getUint16(at + 32, true)
  }
  return sum
}

function endOf(bytes: DataView): number | undefined {
  const first = Math.max(0, bytes.byteLength - END_BYTES - MOST_COMMENT)
  for (let at = bytes.byteLength - END_BYTES; at >= first; at -= 1) if (bytes.getUint32(at, true) === END) return at
  return undefined
}

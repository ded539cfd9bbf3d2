let codes: Map<string, number> | undefined

/** Bytes in GBK, which old Chinese versions of Excel expect of a CSV. A character that GBK lacks becomes a question mark. */
export function gbkOf(text: string): Buffer {
  codes ??= gbkCodes()
  const bytes: number[] = []
  for (const letter of text) {
    const code = letter.charCodeAt(0) < 0x80 ? letter.charCodeAt(0) : (codes.get(letter) ?? 0x3f)
    if (code > 0xff) bytes.push(code >> 8)
    bytes.push(code & 0xff)
  }
  return Buffer.from(bytes)
}

/** The platform decodes GBK but does not encode it, so the table is read from its decoder. */
function gbkCodes(): Map<string, number> {
  const decoder = new TextDecoder('gbk')
  const found = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const letter = trail === 0x7f ? '' : decoder.decode(Uint8Array.of(lead, trail))
      if ([...letter].length === 1 && letter !== '\ufffd') found.set(letter, (lead << 8) | trail)
    }
  return found
}

/** Text of a CSV or TXT file. Chinese versions of Excel save CSV in GB 18030, and “Unicode text” in UTF-16 with a mark of the byte order. */
export function decodedText(bytes: ArrayBuffer | Uint8Array): string {
  const [first, second] = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes.slice(0, 2))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

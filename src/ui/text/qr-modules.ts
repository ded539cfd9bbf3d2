import { encode } from 'uqr'

/** The black modules of a QR code by row, with the quiet zone of four modules that scanners need. */
export function qrModules(text: string): { rows: readonly (readonly boolean[])[]; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return { rows: data, size }
}

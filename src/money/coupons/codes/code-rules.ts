/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LETTERS = 12

/** A single code from random bytes: 60 bits, so that nobody finds one by trying. */
export function singleCode(random: Uint8Array): string {
  const letters = Array.from({ length: LETTERS }, (_, i) => ALPHABET[(random[i] ?? 0) % 32]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`
}

export const randomBytesOfCode = LETTERS

/** The code as it is stored: people type it in small letters, full width, with or without dashes. */
export function codeKey(typed: string): string {
  return typed.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
}

/** A shared code is chosen by staff: letters and digits, long enough not to be met by accident. */
export const sharedCodePattern = /^[A-Z0-9]{6,20}$/
export const mostCodesPerBatch = 5000

/** The rows of the file of a batch; Excel reads the mark at the start as UTF-8. */
export function codesAsCsv(campaign: string, codes: readonly { code: string; used: boolean }[]): string {
  const cell = (text: string) => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  const rows = codes.map(({ code, used }) => [code, campaign, used ? '已兑换' : '未兑换'])
  return `\uFEFF${[['兑换码', '活动', '状态'], ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** ABCD-EFGH-JKLM for a single code; a shared code is shown as it was chosen. */
export function codeText(code: string, single: boolean): string {
  return single ? `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}` : code
}

import { decodedText } from '../../platform/contract/decoded-text.ts'
import { unpackedSize } from './unpacked-size.ts'

/** Files larger than this are refused before they are read: a compressed table grows much when it is opened. */
const MOST_BYTES = 10 * 2 ** 20
/** A few kilobytes can declare gigabytes, for which the page would ask the browser. */
const MOST_UNPACKED = 200 * 2 ** 20

/**
 * The cells of a chosen XLSX, CSV or text file as text: cells of an Excel file are separated by tabs, text stays as it is.
 * It is read in the browser, so that the server parses no archive of a stranger.
 * @throws Error with a Chinese message when the file cannot be read
 */
export async function sheetText(file: File, mostBytes = MOST_BYTES): Promise<string> {
  if (file.size > mostBytes) throw new Error(`文件超过 ${mostBytes / 2 ** 20} MB，请分成几个文件`)
  const bytes = await file.arrayBuffer()
  if (isCompound(bytes))
    throw new Error('这是旧版 .xls 或设有打开密码的 Excel 文件，请打开后另存为不带密码的 .xlsx 再选择')
  if (!isArchive(bytes)) return plainText(bytes)
  if ((unpackedSize(bytes) ?? 0) > MOST_UNPACKED) throw new Error('这个 Excel 文件解压后过大，请分成几个文件')
  const { readSheet } = await import('read-excel-file/universal')
  try {
    const rows = await readSheet(bytes)
    return rows.map((row) => row.map((cell) => quoted(textOf(cell))).join('\t')).join('\n')
  } catch {
    throw new Error('读不出这个 Excel 文件，请另存为 .xlsx 或 CSV 后再试')
  }
}

/** The container of Excel before 2007, and of an XLSX file with a password. */
function isCompound(bytes: ArrayBuffer): boolean {
  const start = new Uint8Array(bytes.slice(0, 8))
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, index) => start[index] === byte)
}

/** Some banks give a web page, or XML of Excel 2003, the name of an Excel file: Excel opens it, but its lines are no rows. */
function plainText(bytes: ArrayBuffer): string {
  const text = decodedText(bytes)
  if (/^\s*<(!doctype|html|head|meta|table|\?xml)\b/i.test(text))
    throw new Error('这个文件其实是网页格式，请用 Excel 或 WPS 打开后另存为 .xlsx 再选择')
  return text
}

/** XLSX files are ZIP archives. */
function isArchive(bytes: ArrayBuffer): boolean {
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  return first === 0x50 && second === 0x4b
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    // A spreadsheet knows no time zone; the library gives its days and hours in UTC.
    const [day = '', time = ''] = cell.toISOString().split('T')
    return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
  }
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  // A sum such as 0.1 + 0.2 is stored with all of its digits; 15 are what Excel shows.
  return typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : String(cell)
}

const quoted = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

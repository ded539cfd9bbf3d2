// Reads curves from the text of a file: the format is recognised by the beginning of the text, never by the file name.
import { CurveRefused, mostPoints, type ParsedData, reduced } from './curve-rules.ts'
import { readJcamp } from './jcamp/jcamp-rules.ts'
import { powderSignature, readNamedPowder, readStepCounts } from './powder-rules.ts'
import { TableReader } from './tables/table-rules.ts'
import { readVamas, vamasSignature } from './vamas-rules.ts'
import { readXrdml, xrdmlSignature } from './xrdml-rules.ts'

/** These formats are read as a whole, so their files may not be as large as tables. */
const mostCharacters = 30_000_000
/** Long enough to recognise every format. */
const headCharacters = 8_192
const tooLarge = '文件过大，无法在线绘制，请下载后查看'

type WholeReader = (text: string) => ParsedData | undefined

const formats: readonly { signature: RegExp; read: WholeReader }[] = [
  { signature: /^\s*##\s*TITLE\s*=/i, read: readJcamp },
  { signature: vamasSignature, read: readVamas },
  { signature: xrdmlSignature, read: readXrdml },
  { signature: powderSignature, read: readNamedPowder },
]

/** Takes a text piece by piece. `end` throws CurveRefused when the file is understood but must not be drawn. */
export class CurveReader {
  #head = ''
  #headRead = false
  #pieces: string[] = []
  #length = 0
  #whole: WholeReader | undefined
  #table: TableReader | undefined

  push(piece: string): void {
    if (this.#headRead) return this.#take(piece)
    this.#head += piece
    if (this.#head.length >= headCharacters) this.#recognise()
  }

  /** The curves with at most `most` points each. `cut`: the file goes on, but no more of it is read. */
  end({ most = mostPoints, cut = false } = {}): ParsedData | undefined {
    this.#recognise()
    const data = this.#table ? this.#table.end({ cut }) : this.#readWhole(cut)
    return data && reduced(data, most)
  }

  #readWhole(cut: boolean): ParsedData | undefined {
    if (cut) throw new CurveRefused(tooLarge)
    return this.#whole?.(this.#pieces.join(''))
  }

  #recognise(): void {
    if (this.#headRead) return
    this.#headRead = true
    const head = this.#head.replace(/^\ufeff/, '')
    this.#whole = formats.find(({ signature }) => signature.test(head))?.read
    if (!this.#whole && mayBeStepCounts(head)) this.#whole = (text) => readStepCounts(text) ?? readTable(text)
    if (!this.#whole) this.#table = new TableReader()
    this.#head = ''
    this.#take(head)
  }

  #take(piece: string): void {
    if (this.#table) return this.#table.push(piece)
    this.#length += piece.length
    if (this.#length > mostCharacters) throw new CurveRefused(tooLarge)
    this.#pieces.push(piece)
  }
}

/** The first row of numbers could be start, step and end of a pattern, and the next row does not have three columns like it. */
function mayBeStepCounts(head: string): boolean {
  const line = head.split(/\r\n|\n|\r/).find((text) => /^\s*[-+]?[\d.]+[\s,]+[-+]?[\d.]+[\s,]+[-+]?[\d.]+/.test(text))
  const [start = 0, second = 0, third = 0] = (line ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const asks = (step: number, end: number) => step > 0 && end > start && (end - start) / step >= 19
  return line !== undefined && (asks(second, third) || asks(third, second))
}

export function readTable(text: string): ParsedData | undefined {
  const reader = new TableReader()
  reader.push(text)
  return reader.end()
}

/** The curves of a whole text. */
export function readCurves(text: string): ParsedData | undefined {
  const reader = new CurveReader()
  reader.push(text)
  return reader.end()
}

/** Why a binary file is not drawn. */
export function binaryRefusal(head: Uint8Array): string {
  const start = String.fromCharCode(...head.subarray(0, 8))
  const kind = BINARY_KINDS.find(({ signature }) => signature.test(start))?.name
  return `${kind ?? '二进制文件'}无法在线绘制，请下载后用相应软件打开，或由仪器软件导出为文本`
}

const BINARY_KINDS = [
  { signature: /^RAW\d?[ .\d]/, name: 'Bruker RAW 文件' },
  { signature: /^PK\u0003\u0004/, name: '压缩包或 Office 文件' },
  { signature: /^%PDF/, name: 'PDF 文件' },
  { signature: /^FI/, name: 'Rigaku RAW 文件' },
  { signature: /^\u00d0\u00cf\u0011\u00e0/, name: '旧版 Office 文件' },
]

/** Endings of text files that may hold a curve. Lists of reflections and structures (hkl, cif) are tables, but none. */
export const curveEndings =
  'xy xye dat csv txt asc prn tsv jdx dx jcamp vms npl xrdml uxd ras cpi udf gsa gsas fxye mdi chi xdi xmu mpt dta spc'.split(
    ' ',
  )

/** File names that may hold a curve; whether the file does is known only after reading it. */
export function mayHoldSeries(name: string): boolean {
  return curveEndings.includes(/\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
}

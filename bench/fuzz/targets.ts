import { CurveRefused, mostPoints } from '../../src/core/curves/curve-rules.ts'
import { binaryRefusal, CurveReader } from '../../src/core/curves/file-rules.ts'
import { encodingOf } from '../../src/core/curves/number-rules.ts'
import { readValues } from '../../src/lab/reports/documents/values-sheet-rules.ts'
import { mostPastedRows, parseSampleSheet } from '../../src/lab/samples/entry/sheet-rules.ts'
import { readBankLines } from '../../src/money/prestore/received/statement-rules.ts'
import { readCells } from '../../src/platform/contract/sheet-rows.ts'
import { unzip } from '../../src/platform/pay/zip-reader.ts'
import { readFlatXml } from '../../src/platform/wechat/push-xml.ts'
import { readTable } from '../../src/shop/catalogue/examples/measurement-table-rules.ts'
import type { Target } from './search.ts'
import { curveSeeds, sheetSeeds, xmlSeeds, zipSeeds } from './seeds.ts'

const NOW = new Date('2026-11-26T04:00:00Z')
const MOST_UNPACKED = 1_000_000

const mustHold = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what)
}

/** Every reader of ours for files and texts from outside. Pictures, XLSX and PDF are read by libraries in processes of their own. */
export const targets: readonly Target[] = [
  { name: 'curves', watched: '/src/core/curves/', seeds: curveSeeds, read: readCurveFile },
  {
    name: 'samples',
    watched: '/src/lab/samples/entry/',
    seeds: sheetSeeds,
    read: (input) => {
      const { samples } = parseSampleSheet(input.toString(), ['powder'])
      mustHold(samples.length <= mostPastedRows, `${samples.length} pasted samples`)
    },
  },
  {
    name: 'values',
    watched: '/src/lab/reports/documents/',
    seeds: sheetSeeds,
    read: (input) => {
      readValues(readCells(input.toString()), [{ sampleNo: 'S1', ownNo: 'A1' }])
    },
  },
  {
    name: 'bank',
    watched: '/src/money/prestore/',
    seeds: sheetSeeds,
    read: (input) => {
      const { lines } = readBankLines(input.toString(), NOW)
      for (const { amountFen } of lines) mustHold(Number.isSafeInteger(amountFen) && amountFen > 0, `${amountFen} fen`)
    },
  },
  {
    name: 'example tables',
    watched: '/src/shop/catalogue/examples/',
    seeds: sheetSeeds,
    read: (input) => {
      readTable(input.toString())
    },
  },
  {
    name: 'zip',
    watched: '/src/platform/pay/zip-reader',
    seeds: zipSeeds,
    read: (input) => {
      let files: Buffer[] = []
      try {
        files = unzip(input, MOST_UNPACKED)
      } catch {
        // Every broken archive is refused by throwing.
      }
      mustHold(files.reduce((sum, file) => sum + file.length, 0) <= MOST_UNPACKED, 'more bytes than allowed')
    },
  },
  {
    name: 'xml',
    watched: '/src/platform/wechat/',
    seeds: xmlSeeds,
    read: (input) => {
      const fields = readFlatXml(input.toString())
      mustHold(Object.getPrototypeOf(fields) === null, 'fields with a prototype')
      mustHold(
        Object.values(fields).every((value) => typeof value === 'string'),
        'a field that is no text',
      )
    },
  },
]

/** As curve-worker.ts reads a file that comes in pieces. */
function readCurveFile(input: Buffer): void {
  const encoding = encodingOf(input)
  if (encoding === undefined) return void binaryRefusal(input)
  const reader = new CurveReader()
  const text = new TextDecoder(encoding).decode(input)
  const half = Math.floor(text.length / 2)
  try {
    reader.push(text.slice(0, half))
    reader.push(text.slice(half))
    const data = reader.end({ most: mostPoints })
    for (const { x, y } of data?.series ?? []) {
      mustHold(x.length === y.length, `${x.length} places and ${y.length} values`)
      mustHold(x.length <= mostPoints, `${x.length} points`)
      mustHold(
        [...x, ...y].every((value) => Number.isFinite(value)),
        'a value that is no number',
      )
    }
  } catch (error) {
    if (!(error instanceof CurveRefused)) throw error
  }
}

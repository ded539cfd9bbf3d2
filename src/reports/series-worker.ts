/**
 * Runs as a process of its own: files of strangers are parsed where they can neither hold up the server nor fill its memory.
 * A worker thread would not do, since a thread that outgrows its heap in one step takes the whole process along.
 */
import { convert } from 'jcampconverter'
import { ColumnReader, cleanLabel, downsample, encodingOf, mostPoints, type ParsedData } from './data-rules.ts'

/** A JCAMP file is read as a whole, so it may not be as large as a table. */
const MOST_JCAMP_CHARACTERS = 30_000_000
const MOST_SPECTRA = 8

let decoder: TextDecoder | undefined
let columns: ColumnReader | undefined
let jcamp: string[] | undefined
let jcampLength = 0
let unreadable = false

process.on('message', (piece: Uint8Array | null) => {
  if (piece !== null) {
    attempt(() => take(piece))
    return process.send?.({ next: !unreadable })
  }
  process.send?.({ data: attempt(finish) ?? null })
})
// The server ended or gave up.
process.on('disconnect', () => process.exit())

/** What a parser complains about holds no curve for us, now and at every later try. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    unreadable = true
    return undefined
  }
}

function take(piece: Uint8Array): void {
  if (decoder === undefined) {
    const encoding = encodingOf(piece)
    if (encoding === undefined) {
      unreadable = true
      return
    }
    decoder = new TextDecoder(encoding)
    const head = decoder.decode(piece, { stream: true })
    if (/^\s*##\s*TITLE\s*=/i.test(head)) jcamp = []
    else columns = new ColumnReader()
    return takeText(head)
  }
  takeText(decoder.decode(piece, { stream: true }))
}

function takeText(text: string): void {
  columns?.push(text)
  if (!jcamp) return
  jcampLength += text.length
  if (jcampLength > MOST_JCAMP_CHARACTERS) unreadable = true
  else jcamp.push(text)
}

function finish(): ParsedData | undefined {
  if (unreadable || !decoder) return undefined
  takeText(decoder.decode())
  if (columns) return columns.end()
  return jcamp && readJcamp(jcamp.join(''))
}

interface JcampSpectrum {
  data?: { x?: ArrayLike<number>; y?: ArrayLike<number> }
  xUnits?: string
  yUnits?: string
  title?: string
  dataType?: string
}

/** Every one-dimensional spectrum of the file, the fullest first; structures in a link block are passed over, tables of peaks too where there is a curve. */
function readJcamp(text: string): ParsedData | undefined {
  const { flatten } = convert(text, { keepRecordsRegExp: /^$/, noContour: true })
  const found = flatten.flatMap((entry) =>
    ((entry.spectra ?? []) as JcampSpectrum[]).map((spectrum) => ({
      label: cleanLabel(String(entry.title || entry.dataType || '').replace(/\$\$.*/, '')) || '谱图',
      isPeakList: /PEAK/i.test(`${entry.dataType ?? ''} ${spectrum.dataType ?? ''} ${entry.title ?? ''}`),
      spectrum,
      ...finitePoints(spectrum.data?.x ?? [], spectrum.data?.y ?? []),
    })),
  )
  const drawable = found.filter(({ x }) => x.length >= 2).sort((a, b) => b.x.length - a.x.length)
  const curves = drawable.some((each) => !each.isPeakList) ? drawable.filter((each) => !each.isPeakList) : drawable
  const first = curves[0]
  if (!first) return undefined
  return {
    series: curves.slice(0, MOST_SPECTRA).map(({ label, x, y }) => ({ label, ...downsample(x, y, mostPoints) })),
    xLabel: cleanLabel(String(first.spectrum.xUnits ?? '')) || 'x',
    yLabel: cleanLabel(String(first.spectrum.yUnits ?? '')) || 'y',
  }
}

function finitePoints(x: ArrayLike<number>, y: ArrayLike<number>): { x: number[]; y: number[] } {
  const kept: { x: number[]; y: number[] } = { x: [], y: [] }
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (!Number.isFinite(x[i]) || !Number.isFinite(y[i])) continue
    kept.x.push(x[i] as number)
    kept.y.push(y[i] as number)
  }
  return kept
}

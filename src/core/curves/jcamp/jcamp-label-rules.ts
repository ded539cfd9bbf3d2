// The labelled data records of a JCAMP-DX file (4.24: McDonald and Wilks, Appl. Spectrosc. 42 (1988) 151; 5.00 and 6.00: IUPAC).

export interface JcampTable {
  /** XYDATA, XYPOINTS, PEAKTABLE, DATATABLE … */
  label: string
  /** For example `(X++(Y..Y))`, upper case, without blanks. */
  form: string
  lines: string[]
  /** The page of NTUPLES, such as `N=1`. */
  page: string
  /** Labels between the page and its table, such as NPOINTS. */
  pageLabels: Map<string, string>
}

export interface JcampBlock {
  labels: Map<string, string>
  tables: JcampTable[]
}

const TABLES = new Set(['XYDATA', 'XYPOINTS', 'PEAKTABLE', 'DATATABLE', 'RADATA'])

/** Every block of the file in order; blocks inside a link block are listed like the others. Comments (`$$ …`) are removed. */
export function jcampBlocks(text: string): JcampBlock[] {
  const blocks: JcampBlock[] = []
  const open: JcampBlock[] = []
  let table: JcampTable | undefined
  let page = ''
  let pageLabels = new Map<string, string>()
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const comment = raw.indexOf('$$')
    const line = comment >= 0 ? raw.slice(0, comment) : raw
    const record = /^\s*##([^=]*)=(.*)$/.exec(line)
    if (!record) {
      if (table && line.trim() !== '') table.lines.push(line)
      continue
    }
    const label = plainLabel(record[1] ?? '')
    const value = (record[2] ?? '').trim()
    table = undefined
    if (label === 'TITLE') {
      const block = { labels: new Map<string, string>(), tables: [] }
      blocks.push(block)
      open.push(block)
      page = ''
      pageLabels = new Map()
    }
    const block = open.at(-1)
    if (!block) continue
    if (label === 'END') {
      open.pop()
    } else if (label === 'PAGE') {
      page = value
      pageLabels = new Map()
    } else if (TABLES.has(label)) {
      table = { label, form: value.toUpperCase().replace(/\s/g, ''), lines: [], page, pageLabels }
      block.tables.push(table)
    } else {
      if (page !== '') pageLabels.set(label, value)
      if (!block.labels.has(label)) block.labels.set(label, value)
    }
  }
  return blocks
}

/** Case, blanks, dashes, slashes and underscores in a label are ignored. */
function plainLabel(label: string): string {
  return label.replace(/[\s\-/_]/g, '').toUpperCase()
}

/** The number of a label; some programs write a decimal comma. */
export function jcampNumber(value: string | undefined): number | undefined {
  const text = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eEdD][+-]?\d+)?/.exec((value ?? '').trim())?.[0]
  if (text === undefined) return undefined
  const number = Number(text.replace(',', '.').replace(/[dD]/, 'e'))
  return Number.isFinite(number) ? number : undefined
}

/** Comma-separated values of an NTUPLES label, without the brackets that some programs write. */
export function jcampList(value: string | undefined): string[] {
  return (value ?? '').split(',').map((part) => part.replace(/[<>]/g, '').trim())
}

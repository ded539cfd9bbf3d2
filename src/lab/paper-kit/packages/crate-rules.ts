/** Licences under which data may be given away; the address names the version of the text. */
export const licences = {
  'CC-BY-4.0': {
    name: 'CC BY 4.0',
    about: '署名：使用者注明作者即可使用、修改和再发布',
    english: 'Creative Commons Attribution 4.0 International',
    url: 'https://creativecommons.org/licenses/by/4.0/',
  },
  'CC0-1.0': {
    name: 'CC0 1.0',
    about: '放弃权利：任何人可自由使用，无须署名',
    english: 'Creative Commons Zero v1.0 Universal',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
  },
  'CC-BY-NC-4.0': {
    name: 'CC BY-NC 4.0',
    about: '署名、非商业：不得用于商业目的',
    english: 'Creative Commons Attribution Non Commercial 4.0 International',
    url: 'https://creativecommons.org/licenses/by-nc/4.0/',
  },
} as const
export type Licence = keyof typeof licences
export const licenceKeys = Object.keys(licences) as Licence[]

export interface PackedFile {
  /** Inside the package, with `/`. */
  path: string
  size: number
  sha256: string
  mime: string
  /** `data` as delivered; `curve`: written from the data file with this path. */
  kind: 'data' | 'curve'
  source?: string
  sampleNo: string
}

export interface PackedRecord {
  projectName: string
  instrument: { name: string; model: string }
  method: string
  conditions: string
  environment: string
  /** ISO 8601 with the offset of Beijing; empty when it is not recorded. */
  startedAt: string
  endedAt: string
  sampleNos: readonly string[]
}

export interface PackedOrder {
  orderNo: string
  title: string
  laboratory: string
  licence: Licence
  /** `YYYY-MM-DD`, when the data was delivered. */
  deliveredOn: string
  /** ISO 8601, when this package was made. */
  madeAt: string
  records: readonly PackedRecord[]
  files: readonly PackedFile[]
  readme: { size: number; sha256: string }
  reportCode: string
}

/**
 * `ro-crate-metadata.json` of RO-Crate 1.2 (https://w3id.org/ro/crate/1.2): the files with their sums, the instruments, and an action for each
 * test that says which instrument made which file. Authors are not known here: the person adds them at the repository.
 */
export function crateOf(order: PackedOrder): string {
  const { url, english } = licences[order.licence]
  const entities = [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: `${order.title} ${order.orderNo}`.trim(),
      description: `Measured data of order ${order.orderNo}: files as delivered by the laboratory, and their curves in open formats.`,
      identifier: order.orderNo,
      datePublished: order.madeAt,
      dateCreated: order.deliveredOn,
      license: { '@id': url },
      ...(order.laboratory === '' ? {} : { sourceOrganization: { '@id': '#laboratory' } }),
      hasPart: [
        ...order.files.map(({ path }) => ({ '@id': idOf(path) })),
        { '@id': 'README.md' },
        { '@id': 'SHA256SUMS' },
      ],
      mentions: order.records.map((_, i) => ({ '@id': `#test-${i + 1}` })),
    },
    { '@id': url, '@type': 'CreativeWork', name: english, identifier: order.licence },
    ...(order.laboratory === '' ? [] : [{ '@id': '#laboratory', '@type': 'Organization', name: order.laboratory }]),
    ...order.files.map(fileEntity),
    {
      '@id': 'README.md',
      '@type': 'File',
      name: 'README',
      encodingFormat: 'text/markdown',
      contentSize: String(order.readme.size),
      sha256: order.readme.sha256,
    },
    { '@id': 'SHA256SUMS', '@type': 'File', name: 'Checksums of all other files', encodingFormat: 'text/plain' },
    ...instrumentsOf(order),
    ...order.records.map((record, i) => actionOf(order, record, i)),
  ]
  // 1.2 has the term; naming it keeps readers of 1.1 from dropping it.
  const context = ['https://w3id.org/ro/crate/1.2/context', { sha256: 'http://schema.org/sha256' }]
  return `${JSON.stringify({ '@context': context, '@graph': entities }, null, 2)}\n`
}

function fileEntity(file: PackedFile) {
  return {
    '@id': idOf(file.path),
    '@type': 'File',
    name: file.path.split('/').at(-1),
    encodingFormat: file.mime,
    contentSize: String(file.size),
    sha256: file.sha256,
    ...(file.source === undefined ? {} : { isBasedOn: { '@id': idOf(file.source) } }),
    ...(file.sampleNo === '' ? {} : { about: { '@id': `#sample-${encodeURIComponent(file.sampleNo)}` } }),
  }
}

const keyOf = ({ name, model }: PackedRecord['instrument']) => `${name}\n${model}`

function named(order: PackedOrder): PackedRecord['instrument'][] {
  const known = order.records.map(({ instrument }) => instrument).filter(({ name, model }) => name + model !== '')
  return [...new Map(known.map((each) => [keyOf(each), each])).values()]
}

function instrumentsOf(order: PackedOrder) {
  const samples = [
    ...new Set([...order.files.map(({ sampleNo }) => sampleNo), ...order.records.flatMap((each) => each.sampleNos)]),
  ]
  return [
    ...named(order).map(({ name, model }, i) => ({
      '@id': `#instrument-${i + 1}`,
      '@type': 'IndividualProduct',
      name: name || model,
      ...(model === '' ? {} : { model }),
    })),
    ...samples
      .filter((sampleNo) => sampleNo !== '')
      .map((sampleNo) => ({
        '@id': `#sample-${encodeURIComponent(sampleNo)}`,
        '@type': 'Thing',
        name: sampleNo,
        identifier: sampleNo,
      })),
  ]
}

function actionOf(order: PackedOrder, record: PackedRecord, i: number) {
  const instrument = named(order).findIndex((each) => keyOf(each) === keyOf(record.instrument))
  // A file without a sample belongs to the whole order: to its test when there is one.
  const made = order.files.filter(
    ({ kind, sampleNo }) =>
      kind === 'data' && (sampleNo === '' ? order.records.length === 1 : record.sampleNos.includes(sampleNo)),
  )
  const said = [record.method, record.conditions, record.environment].filter((text) => text !== '').join('\n')
  return {
    '@id': `#test-${i + 1}`,
    '@type': 'CreateAction',
    name: record.projectName,
    ...(said === '' ? {} : { description: said }),
    ...(record.startedAt === '' ? {} : { startTime: record.startedAt }),
    ...(record.endedAt === '' ? {} : { endTime: record.endedAt }),
    ...(order.laboratory === '' ? {} : { agent: { '@id': '#laboratory' } }),
    ...(instrument < 0 ? {} : { instrument: { '@id': `#instrument-${instrument + 1}` } }),
    object: record.sampleNos.map((sampleNo) => ({ '@id': `#sample-${encodeURIComponent(sampleNo)}` })),
    result: made.map(({ path }) => ({ '@id': idOf(path) })),
  }
}

/** A path as a relative URI. */
function idOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Lines that `sha256sum -c` checks; a name with a backslash or a line break is escaped and marked as sha256sum does. */
export function sumsOf(files: readonly { path: string; sha256: string }[]): string {
  return files
    .map(({ path, sha256 }) => {
      const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
      return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`
    })
    .join('')
}

const MB = 1024 * 1024

const openXml = 'application/vnd.openxmlformats-officedocument'
const officeTypes = [
  `${openXml}.wordprocessingml.document`,
  `${openXml}.spreadsheetml.sheet`,
  `${openXml}.presentationml.presentation`,
] as const

/** Files of messages about an order, from both sides. */
const message = {
  label: '留言附件',
  maxBytes: 20 * MB,
  mimes: ['image/*', 'text/plain', 'application/pdf', 'application/zip', 'application/x-cfb', ...officeTypes],
  only: '图片、PDF、Word、Excel、PPT、文本与 ZIP',
  noPrograms: true,
} as const satisfies PurposeRule

/** What a customer may upload, and its largest size. */
export const customerPurposes = {
  voucher: { label: '付款凭证', maxBytes: 10 * MB, mimes: ['image/*', 'application/pdf'] },
  attachment: { label: '附件', maxBytes: 50 * MB, mimes: ['*'], noPrograms: true },
  data: { label: '待分析数据', maxBytes: 100 * MB, mimes: ['*'], noPrograms: true },
  /** The page of a paper that thanks the laboratory, for points. */
  paper: { label: '论文页面', maxBytes: 20 * MB, mimes: ['image/*', 'application/pdf'] },
  /** Pictures of an evaluation; published ones are encoded again. */
  review: { label: '评价图片', maxBytes: 15 * MB, mimes: ['image/*'] },
  contract: { label: '盖章合同', maxBytes: 20 * MB, mimes: ['image/*', 'application/pdf'] },
  message,
} as const satisfies Record<string, PurposeRule>

/** What staff may upload. Result files are uploaded by report/upload, which also says which sample they belong to. */
export const staffPurposes = {
  photo: { label: '样品照片', maxBytes: 10 * MB, mimes: ['image/*'] },
  message,
  certificate: { label: '校准证书', maxBytes: 20 * MB, mimes: ['image/*', 'application/pdf'] },
  /** What a reference measurement came from. */
  control: { label: '质控数据', maxBytes: 20 * MB, mimes: ['*'] },
  /** PDF for people, OFD (a ZIP) and XML (detected as text) for the buyer's books. */
  invoice: { label: '发票', maxBytes: 10 * MB, mimes: ['application/pdf', 'application/zip', 'text/plain'] },
} as const satisfies Record<string, PurposeRule>

/** What the product generates, or what is uploaded by calls of its own. */
export const internalPurposes = {
  result: { label: '检测数据', maxBytes: 200 * MB, mimes: ['*'] },
  report: { label: '检测报告', maxBytes: 50 * MB, mimes: ['application/pdf'] },
  agreement: { label: '合同文本', maxBytes: 20 * MB, mimes: ['application/pdf'] },
  /** Statements, test lists and their archives. */
  statement: { label: '对账单', maxBytes: 200 * MB, mimes: ['application/*'] },
  /** A copy of the personal data, readable by that person only. */
  personal: { label: '个人信息副本', maxBytes: 200 * MB, mimes: ['application/zip'] },
  /** Lists that staff export; removed after a day. */
  export: { label: '导出文件', maxBytes: 50 * MB, mimes: ['*'] },
  /** A list of the console as a file, readable by the person who made it, while the role may still read the list. */
  listExport: { label: '列表导出', maxBytes: 200 * MB, mimes: ['*'] },
  /** Vouchers for accounting software; removed after a day. */
  journal: { label: '会计凭证', maxBytes: 50 * MB, mimes: ['*'] },
  /** Orders that a customer found, as a table; removed after a day. */
  rebateSheet: { label: '返利明细', maxBytes: 50 * MB, mimes: ['*'] },
  orderSheet: { label: '订单列表', maxBytes: 50 * MB, mimes: ['*'] },
  /** The list of curves that a customer found; removed after a day. */
  curveSheet: { label: '曲线目录', maxBytes: 50 * MB, mimes: ['*'] },
  /** Curves in open formats, descriptions and sums of a data package, and figures for papers; removed after a day. */
  paperKit: { label: '论文插图与数据包', maxBytes: 200 * MB, mimes: ['*'] },
  /** A quotation, packing slip or return note; removed after a day. */
  orderPaper: { label: '订单单据', maxBytes: 20 * MB, mimes: ['application/pdf'] },
  /** How a template of reports is printed; removed after a day. */
  specimen: { label: '报告样张', maxBytes: 20 * MB, mimes: ['application/pdf'] },
  /** Prices of projects as a table; removed after a day. */
  priceSheet: { label: '项目价格表', maxBytes: 50 * MB, mimes: ['*'] },
  /** What the instruments have to do in the days to come; removed after a day. */
  loadSheet: { label: '仪器负荷', maxBytes: 10 * MB, mimes: ['*'] },
  figureSheet: { label: '经营看板', maxBytes: 10 * MB, mimes: ['*'] },
  /** A table that staff import; dropped once its rows are stored. */
  importTable: { label: '导入的表格', maxBytes: 30 * MB, mimes: ['text/plain'], only: ' CSV 或文本表格' },
  /** A template, or rows with their faults, for the person who asked; removed after a day. */
  importSheet: { label: '导入模板与有误的行', maxBytes: 200 * MB, mimes: ['*'] },
  /** Encoded pictures of the public pages; they are served at /img/. */
  picture: { label: '网站图片', maxBytes: 20 * MB, mimes: ['image/*'] },
} as const satisfies Record<string, PurposeRule>

export interface PurposeRule {
  label: string
  maxBytes: number
  mimes: readonly string[]
  /** The types in words, for the refusal; absent: derived from the list. */
  only?: string
  /** Refuses names that a computer would run when its user opens the file. A script is text by its bytes, so the name decides. */
  noPrograms?: boolean
}

export type CustomerPurpose = keyof typeof customerPurposes
export type StaffPurpose = keyof typeof staffPurposes
export type FilePurpose = CustomerPurpose | StaffPurpose | keyof typeof internalPurposes

export const filePurposes: Record<FilePurpose, PurposeRule> = {
  ...customerPurposes,
  ...staffPurposes,
  ...internalPurposes,
}

export const largestCustomerFile = Math.max(...Object.values(customerPurposes).map((rule) => rule.maxBytes))
export const largestStaffFile = Math.max(...Object.values(staffPurposes).map((rule) => rule.maxBytes))

export function mimeFits(mime: string, purpose: FilePurpose): boolean {
  return filePurposes[purpose].mimes.some(
    (wanted) => wanted === '*' || wanted === mime || (wanted.endsWith('/*') && mime.startsWith(wanted.slice(0, -1))),
  )
}

const PROGRAM =
  /\.(?:exe|com|scr|pif|msi|msix|bat|cmd|ps1|psm1|vbs|vbe|js|jse|wsf|wsh|hta|lnk|url|reg|scf|jar|cpl|dll|sh|command|app|desktop)$/i

/** What a refusal says of the name of a program or script; undefined: the purpose takes it. */
export function programFault(name: string, purpose: FilePurpose): string | undefined {
  const { label, noPrograms } = filePurposes[purpose]
  // Windows leaves out spaces and points at the end of a name.
  const [ending] = PROGRAM.exec(name.replace(/[.\s]+$/, '')) ?? []
  return noPrograms && ending ? `${label}不能是程序或脚本（${ending.toLowerCase()}）` : undefined
}

/** Which types a purpose takes, in the words of a refusal. */
export function wrongTypeText(purpose: FilePurpose): string {
  const { label, mimes, only } = filePurposes[purpose]
  if (only !== undefined) return `${label}只支持${only}`
  const kinds = [
    ...(mimes.includes('image/*') ? ['图片'] : []),
    ...(mimes.includes('application/pdf') ? ['PDF'] : []),
    ...(mimes.includes('application/zip') ? ['OFD、XML'] : []),
  ]
  return `${label}只支持${kinds.join('或')}`
}

/** Limits the unattached files of one person, so that uploads cannot fill the store. */
export const mostUnattachedFiles = 200
export const mostUnattachedBytes = 1024 * MB

export const linkSeconds = 300
export const orphanHours = 24
/** Bytes without a row, left by a crash, are removed within the hour: the job runs every forty minutes and takes those older than twenty. */
export const straySweepMinutes = 40
/** Longer than any call that stores bytes before their row takes. */
export const strayMinutes = 20

/** RFC 6266: an ASCII name for old clients and the real one in UTF-8. Neither can break out of the header or its quotes. */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Pictures that the server draws for the browser. */
export const drawnTypes = ['image/tiff', 'image/bmp']
export const largestDrawnPreview = 64 * MB

/** Types that are sent as they are; every other file is sent as plain bytes, so that no browser runs it. */
const servedAs = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/zip'])

export function servedType(mime: string): string {
  if (mime === 'text/plain') return 'text/plain; charset=utf-8'
  return servedAs.has(mime) ? mime : 'application/octet-stream'
}

/** Unique paths inside a ZIP, whatever the files are called. */
export function uniquePaths<E extends { path: string }>(entries: readonly E[]): E[] {
  const taken = new Set<string>()
  return entries.map((entry) => {
    let path = entry.path
    for (let n = 2; taken.has(path.toLowerCase()); n++) path = entry.path.replace(/(\.[^./]*)?$/, `(${n})$1`)
    taken.add(path.toLowerCase())
    return { ...entry, path }
  })
}

export function etagOf({ sha256 }: { sha256: string }): string {
  return `"${sha256}"`
}

/**
 * The bytes that a request for a range asks for. Undefined: the whole file, also for several ranges and for what is no range (RFC 9110, 14.2).
 * `ifRange` is the version that the client has a part of; with another one it gets the whole file.
 */
export function rangeOf(
  text: string | undefined,
  file: { size: number; sha256: string },
  ifRange?: string,
): { start: number; end: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (ifRange !== undefined && ifRange !== etagOf(file)) return undefined
  const { size } = file
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'outside' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < Number(from)) return undefined
  return Number(from) >= size ? 'outside' : { start: Number(from), end }
}

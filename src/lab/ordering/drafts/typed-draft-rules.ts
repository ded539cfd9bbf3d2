import { invoiceTypeLabels } from '../../orders/invoicing/invoice-rules.ts'
import { type DraftSample, entryFrom } from '../../samples/entry/draft-rules.ts'
import { entryFormLabels, storageLabels } from '../../samples/entry/entry-rules.ts'
import { hazardLabels } from '../../../shop/catalogue/requirements/hazard-rules.ts'

// Compares what was typed into the wizard with the saved draft: names the parts that differ and merges the chosen ones.

type Part = DraftSample
export interface DraftParts {
  planIds: number[]
  samples: DraftSample[]
  contact: Part
  delivery: Part
  returnAddress: Part
  invoice: Part
  remark: string
  /** The group that pays; empty: the person. */
  groupNo: string
  couponIds: number[]
  funding: Part
}

export interface DraftDifference {
  /** For example `contact.phone` or `samples.12.0` (the first sample of plan line 12). */
  key: string
  label: string
  typed: string
  saved: string
}

const partNames = ['contact', 'delivery', 'returnAddress', 'invoice', 'funding'] as const
const partLabels = {
  contact: '联系人',
  delivery: '送样方式',
  returnAddress: '寄回地址',
  invoice: '发票',
  funding: '课题号',
}
const fieldLabels: Record<string, string> = {
  name: '姓名',
  phone: '手机',
  email: '邮箱',
  people: '到场人数',
  kind: '方式',
  province: '省',
  city: '市',
  area: '区县',
  address: '详细地址',
  type: '类型',
  title: '抬头',
  taxNo: '税号',
  taxNoConfirmed: '税号已核对',
  bank: '开户行',
  bankAccount: '银行账号',
}

/**
 * Parts that the person changed since the page read `base` and that differ from the saved draft. A part that only another page
 * changed is no difference: the saved value is newer.
 */
export function draftDifferences(
  base: DraftParts,
  typed: DraftParts,
  saved: DraftParts,
  projectName: (planId: number) => string,
): DraftDifference[] {
  const [before, mine, theirs] = [flatten(base), flatten(typed), flatten(saved)]
  const keys = [...new Set([...mine.keys(), ...before.keys(), ...theirs.keys()])]
  return keys.flatMap((key) => {
    const value = mine.get(key)
    if (same(value, theirs.get(key)) || same(value, before.get(key))) return []
    return [
      {
        key,
        label: labelOf(key, projectName),
        typed: wordsOf(key, value, projectName),
        saved: wordsOf(key, theirs.get(key), projectName),
      },
    ]
  })
}

/** The saved draft with the chosen parts replaced by what was typed. */
export function withTypedParts(saved: DraftParts, typed: DraftParts, keys: ReadonlySet<string>): DraftParts {
  const values = flatten(saved)
  const mine = flatten(typed)
  for (const key of keys) {
    if (mine.has(key)) values.set(key, mine.get(key))
    else values.delete(key)
  }
  const part = (name: (typeof partNames)[number]): Part =>
    Object.fromEntries(
      [...values].flatMap(([key, value]) => (key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), value]] : [])),
    ) as Part
  const samples = [...values].filter(([key]) => key.startsWith('samples.')).toSorted(bySampleKey)
  return {
    planIds: values.get('planIds') as number[],
    samples: samples.map(([, sample]) => sample as DraftSample),
    contact: part('contact'),
    delivery: part('delivery'),
    returnAddress: part('returnAddress'),
    invoice: part('invoice'),
    remark: values.get('remark') as string,
    groupNo: (values.get('groupNo') as string | undefined) ?? '',
    couponIds: (values.get('couponIds') as number[] | undefined) ?? [],
    funding: part('funding'),
  }
}

function flatten(draft: DraftParts): Map<string, unknown> {
  const values = new Map<string, unknown>([
    ['planIds', draft.planIds],
    ['remark', draft.remark],
    ['groupNo', draft.groupNo ?? ''],
    // A copy in the browser from before there were coupons has none.
    ['couponIds', draft.couponIds ?? []],
  ])
  for (const name of partNames)
    for (const [key, value] of Object.entries(draft[name] ?? {})) values.set(`${name}.${key}`, value)
  const rows = new Map<number, number>()
  for (const sample of draft.samples) {
    const planId = Number(sample.planId) || 0
    const row = rows.get(planId) ?? 0
    rows.set(planId, row + 1)
    values.set(`samples.${planId}.${row}`, sample)
  }
  return values
}

/** An empty text, an absent value and an untouched row count as equal. */
function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

function canonical(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  const row = entryFrom(value as DraftSample, 'powder')
  const blank =
    /^\d*$/.test(row.ownNo) &&
    !row.name &&
    !row.composition &&
    !row.amount &&
    !row.remark &&
    !row.hazards.length &&
    !row.returnWanted
  return blank ? '' : JSON.stringify(row)
}

function bySampleKey([a]: [string, unknown], [b]: [string, unknown]): number {
  const [, planA, rowA] = a.split('.').map(Number)
  const [, planB, rowB] = b.split('.').map(Number)
  return planA === planB ? (rowA ?? 0) - (rowB ?? 0) : (planA ?? 0) - (planB ?? 0)
}

function labelOf(key: string, projectName: (planId: number) => string): string {
  if (key === 'planIds') return '本单项目'
  if (key === 'remark') return '备注'
  if (key === 'groupNo') return '付款方'
  if (key === 'couponIds') return '优惠券'
  const [part = '', name = '', row = ''] = key.split('.')
  if (part === 'funding') return `课题号：${name === 'all' ? '全部项目' : projectName(Number(name))}`
  if (part === 'samples') return `${projectName(Number(name))} 第 ${Number(row) + 1} 个样品`
  return `${partLabels[part as (typeof partNames)[number]]}：${fieldLabels[name] ?? name}`
}

const invoiceWords: Record<string, string> = invoiceTypeLabels
const deliveryWords: Record<string, string> = {
  self_send: '自行寄送',
  pickup: '上门取样',
  visit: '预约到场',
  upload: '上传数据',
}

function wordsOf(key: string, value: unknown, projectName: (planId: number) => string): string {
  if (canonical(value) === '') return '（空）'
  if (key === 'planIds') return (value as number[]).map(projectName).join('、') || '（空）'
  if (key === 'groupNo') return `课题组 ${String(value)}`
  if (value === true) return '是'
  if (key === 'couponIds')
    return (value as number[]).length > 0 ? `已选 ${(value as number[]).length} 张` : '（不使用）'
  if (key === 'invoice.type') return invoiceWords[String(value)] ?? String(value)
  if (key === 'delivery.kind') return deliveryWords[String(value)] ?? String(value)
  if (!key.startsWith('samples.')) return String(value)
  const { ownNo, name, form, composition, amount, hazards, storage, returnWanted, remark } = entryFrom(
    value as DraftSample,
    'powder',
  )
  const about = [
    name,
    form && entryFormLabels[form],
    composition,
    amount,
    ...hazards.map((hazard) => hazardLabels[hazard]),
  ]
  return [ownNo, ...about, storage && storageLabels[storage], returnWanted ? '需寄回' : '', remark]
    .filter(Boolean)
    .join('，')
}

import { halfWidth } from '../../../platform/contract/fields.ts'
import type { ServiceType } from '../service-rules.ts'
import { type Hazard, hazardLabels } from '../../../shop/catalogue/requirements/hazard-rules.ts'
import { quantityOf } from '../../../shop/catalogue/requirements/composition-rules.ts'
import {
  type SuitabilityRule,
  type Unsuitable,
  unsuitable,
} from '../../../shop/catalogue/requirements/suitability-rules.ts'
import {
  requirementOf,
  type Requirement,
  type SampleForm,
  sampleFormLabels,
  sampleForms,
} from '../../../shop/catalogue/requirements/requirement-rules.ts'

// Samples as a customer enters them: choices, limits, and the check that browser and server share.

/** The forms of samples. `data` is for data analysis only. */
export type EntryForm = SampleForm | 'data'
export const entryForms: readonly EntryForm[] = [...sampleForms, 'data']
export const entryFormLabels: Record<EntryForm, string> = { ...sampleFormLabels, data: '数据' }

/** Hazards that are never accepted. They can be declared, so that such samples are refused before they are sent. */
export const refusedHazards: readonly Hazard[] = ['radioactive', 'explosive']

export const storageLabels = { room: '常温', dark: '避光', cold: '冷藏', inert: '惰性' } as const
export type Storage = keyof typeof storageLabels
export const storages = Object.keys(storageLabels) as Storage[]

export interface SampleEntry {
  /** The plan line that this sample belongs to. */
  planId: number
  ownNo: string
  name: string
  /** Empty, as the storage, when what was pasted could not be read; the customer chooses then. An order has both. */
  form: EntryForm | ''
  composition: string
  /** How much is sent, as typed («50 mg»); empty when the customer does not say. */
  amount: string
  hazards: Hazard[]
  storage: Storage | ''
  returnWanted: boolean
  remark: string
}

/** A sample as it is ordered. */
export interface OrderedSample extends SampleEntry {
  form: EntryForm
  storage: Storage
}

export interface SampleDemand {
  planId: number
  projectName: string
  sampleCount: number
  serviceType: ServiceType
  requirements: readonly Requirement[]
  suitability: readonly SuitabilityRule[]
  /** The test uses its samples up, so none is left to be sent back. */
  consumed: boolean
}

export interface EntryIssue {
  /** Index into the samples; undefined when the issue concerns a whole line. */
  row?: number
  field: keyof SampleEntry
  message: string
}

export const entryLimits = { name: 60, ownNo: 30, composition: 200, amount: 20, remark: 200 } as const

/** All issues with the samples of an order; empty when they can be ordered. */
export function checkSamples(entries: readonly SampleEntry[], demands: readonly SampleDemand[]): EntryIssue[] {
  const issues: EntryIssue[] = []
  const seen = new Map<string, number>()
  entries.forEach((entry, row) => {
    const demand = demands.find((candidate) => candidate.planId === entry.planId)
    if (!demand) {
      issues.push({ row, field: 'planId', message: `第 ${row + 1} 行没有对应的检测项目` })
      return
    }
    for (const issue of checkEntry(entry, demand))
      issues.push({ row, field: issue.field, message: `第 ${row + 1} 行：${issue.message}` })
    const ownNo = halfWidth(entry.ownNo).trim().toLowerCase()
    const earlier = seen.get(ownNo)
    if (ownNo !== '' && earlier !== undefined)
      issues.push({ row, field: 'ownNo', message: `第 ${row + 1} 行：自编号与第 ${earlier + 1} 行重复` })
    else seen.set(ownNo, row)
  })
  for (const demand of demands) {
    const count = entries.filter((entry) => entry.planId === demand.planId).length
    if (count !== demand.sampleCount) {
      issues.push({
        field: 'planId',
        message: `「${demand.projectName}」应有 ${demand.sampleCount} 个样品，已填写 ${count} 个`,
      })
    }
  }
  return issues
}

function checkEntry(entry: SampleEntry, demand: SampleDemand): { field: keyof SampleEntry; message: string }[] {
  const issues: { field: keyof SampleEntry; message: string }[] = []
  const text = (field: 'name' | 'ownNo' | 'composition' | 'amount' | 'remark', label: string, required: boolean) => {
    const value = entry[field].trim()
    if (required && value === '') issues.push({ field, message: `请填写${label}` })
    if (value.length > entryLimits[field]) issues.push({ field, message: `${label}不能超过${entryLimits[field]}个字` })
  }
  const data = demand.serviceType === 3
  text('name', data ? '数据名称' : '样品名称', true)
  text('ownNo', '自编号', true)
  text('composition', '主要成分', !data)
  text('amount', '送样量', false)
  text('remark', '备注', false)
  if (entry.amount.trim() !== '' && quantityOf(entry.amount) === undefined)
    issues.push({ field: 'amount', message: '送样量请写成 50 mg、2 mL 或 3 片的形式' })
  if (entry.storage === '') issues.push({ field: 'storage', message: '请选择保存条件' })
  const formProblem = entry.form === '' ? '请选择样品形态' : checkForm(entry.form, demand)
  if (formProblem) issues.push({ field: 'form', message: formProblem })
  for (const { field, why } of concerning(entry, demand).filter(({ effect }) => effect === 'refuse'))
    issues.push({ field, message: why })
  const refused = entry.hazards.filter((hazard) => refusedHazards.includes(hazard))
  if (refused.length > 0)
    issues.push({ field: 'hazards', message: `不接收${refused.map((hazard) => hazardLabels[hazard]).join('、')}样品` })
  return issues
}

/** Why a sample does not suit its project, with the project that would. */
export function concerning(entry: SampleEntry, demand: SampleDemand): Unsuitable[] {
  const { form } = entry
  if (demand.serviceType === 3 || form === '') return []
  const known = found.get(entry)
  if (known?.demand === demand) return known.unsuitable
  const fresh = { demand, unsuitable: unsuitable({ ...entry, form }, demand) }
  found.set(entry, fresh)
  return fresh.unsuitable
}

/** The wizard asks about all samples at every letter that is typed, and only one of them is another object then. */
const found = new WeakMap<SampleEntry, { demand: SampleDemand; unsuitable: Unsuitable[] }>()

export interface SampleWarning extends Unsuitable {
  /** Index into the samples. */
  row: number
}

/** What the customer has to confirm before these samples are ordered. */
export function warningsOf(entries: readonly SampleEntry[], demands: readonly SampleDemand[]): SampleWarning[] {
  return entries.flatMap((entry, row) => {
    const demand = demands.find(({ planId }) => planId === entry.planId)
    if (!demand) return []
    return concerning(entry, demand).flatMap((found) => (found.effect === 'warn' ? [{ ...found, row }] : []))
  })
}

/** Whether the sample is sent back: it is wished for, and its project does not use it up. Browser and server use this function. */
export function isReturned(
  sample: { planId?: unknown; returnWanted?: unknown },
  demands: readonly Pick<SampleDemand, 'planId' | 'consumed'>[],
): boolean {
  const demand = demands.find(({ planId }) => planId === Number(sample.planId))
  return sample.returnWanted === true && demand?.consumed !== true
}

/** Why the project does not accept this form; otherwise undefined. */
export function checkForm(
  form: EntryForm,
  demand: Pick<SampleDemand, 'serviceType' | 'requirements' | 'projectName'>,
): string | undefined {
  if (demand.serviceType === 3) return form === 'data' ? undefined : '数据分析请选择形态「数据」'
  if (form === 'data') return '请选择样品形态'
  if (demand.requirements.length === 0) return undefined
  const requirement = requirementOf(demand.requirements, form)
  if (requirement?.accepted) return undefined
  const label = entryFormLabels[form]
  return requirement
    ? `「${demand.projectName}」不接收${label}样品`
    : `「${demand.projectName}」的${label}样品请先咨询客户经理`
}

/** The forms to offer for a project. */
export function formsFor(demand: Pick<SampleDemand, 'serviceType' | 'requirements' | 'projectName'>): EntryForm[] {
  return entryForms.filter((form) => checkForm(form, demand) === undefined)
}

import { heaviestSampleMg, sampleLifecycle, type SampleStage } from '../samples/rules.ts'

// Marks of the samples of a parcel, when it is received by its packing slip.

export const slipMarks = ['good', 'flawed', 'refused'] as const
export type SlipMark = (typeof slipMarks)[number]

/** 「未到」 is no mark: a sample that did not arrive is left out. */
export const slipMarkLabels: Record<SlipMark, string> = { good: '完好', flawed: '有异常', refused: '拒收' }

export interface MarkedSample {
  sampleNo: string
  mark: SlipMark
  note: string
  weightMg?: number | undefined
}

/** What is wrong, and where: the cell of a sample, when it has one. */
export interface SlipFault {
  text: string
  sampleNo?: string
  field?: 'note' | 'weightMg'
}

/** The first sample without the words that its mark needs, with an impossible weight, or that is named twice. */
export function slipFault(samples: readonly MarkedSample[]): SlipFault | undefined {
  const seen = new Set<string>()
  for (const { sampleNo, mark, note, weightMg } of samples) {
    if (seen.has(sampleNo)) return { sampleNo, text: `样品 ${sampleNo} 重复` }
    seen.add(sampleNo)
    if (mark === 'flawed' && note === '') return { sampleNo, field: 'note', text: `请填写样品 ${sampleNo} 的异常说明` }
    if (mark === 'refused' && note === '') return { sampleNo, field: 'note', text: `请填写样品 ${sampleNo} 的拒收原因` }
    const wrong = weightFault(weightMg)
    if (wrong !== undefined) return { sampleNo, field: 'weightMg', text: `样品 ${sampleNo}：${wrong}` }
  }
  return undefined
}

/** What is wrong with a weight. A sample that was not weighed has none, because 0 would be read as measured. */
export function weightFault(weightMg: number | undefined): string | undefined {
  if (weightMg === undefined) return undefined
  if (!Number.isFinite(weightMg)) return '重量请填写数字，单位为毫克'
  if (!Number.isInteger(weightMg)) return '重量应为整数毫克'
  if (weightMg < 0) return '重量不能为负'
  if (weightMg === 0) return '重量应大于 0，没有称重请留空'
  return weightMg > heaviestSampleMg ? '重量不能超过 10000000 mg（10 kg），请核对单位' : undefined
}

/** Whether a sample can be taken in at this stage of its order. */
export function openOnSlip(stage: SampleStage, intake: 'receive' | 'park' | undefined): boolean {
  return intake !== undefined && (sampleLifecycle.transitions[intake].from as readonly SampleStage[]).includes(stage)
}

/** An order number: day and five digits. Sample numbers have two digits more. */
export function isSlipNumber(text: string): boolean {
  return /^MX\d{11}$/i.test(text.normalize('NFKC').trim())
}

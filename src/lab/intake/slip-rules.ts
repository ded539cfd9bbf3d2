import { sampleLifecycle, type SampleStage } from '../samples/rules.ts'

// Marks of the samples of a parcel, when it is received by its packing slip.

export const slipMarks = ['good', 'flawed', 'refused'] as const
export type SlipMark = (typeof slipMarks)[number]

/** 「未到」 is no mark: a sample that did not arrive is left out. */
export const slipMarkLabels: Record<SlipMark, string> = { good: '完好', flawed: '有异常', refused: '拒收' }

export interface MarkedSample {
  sampleNo: string
  mark: SlipMark
  note: string
}

/** The first sample without the words that its mark needs, or that is named twice. */
export function slipFault(samples: readonly MarkedSample[]): string | undefined {
  const seen = new Set<string>()
  for (const { sampleNo, mark, note } of samples) {
    if (seen.has(sampleNo)) return `样品 ${sampleNo} 重复`
    seen.add(sampleNo)
    if (mark === 'flawed' && note === '') return `请填写样品 ${sampleNo} 的异常说明`
    if (mark === 'refused' && note === '') return `请填写样品 ${sampleNo} 的拒收原因`
  }
  return undefined
}

/** Whether a sample can be taken in at this stage of its order. */
export function openOnSlip(stage: SampleStage, intake: 'receive' | 'park' | undefined): boolean {
  return intake !== undefined && (sampleLifecycle.transitions[intake].from as readonly SampleStage[]).includes(stage)
}

/** An order number: day and five digits. Sample numbers have two digits more. */
export function isSlipNumber(text: string): boolean {
  return /^MX\d{11}$/i.test(text.normalize('NFKC').trim())
}

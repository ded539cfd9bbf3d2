/** Curves that are drawn at the same time, and that one collection holds; more cannot be told apart. */
export const mostDrawn = 8
/** Curves that a search counts; the person is told that there are more. */
export const mostCounted = 1000
/** Curves that are paged through and exported. */
export const mostListed = 5000
/** Values of one kind that a filter offers; the person is told when there are more. */
export const mostChoices = 1000
export const mostTags = 20
export const mostTagLength = 20
export const mostNotes = 200
export const mostCollections = 500
/** The longest time that a link to a collection stays open. */
export const mostShareDays = 90
export const shareToken = /^[\w-]{22}$/

export const curveSorts = {
  '-measured': '测量日期（新的在前）',
  measured: '测量日期（旧的在前）',
  sample: '样品名称',
} as const
export type CurveSort = keyof typeof curveSorts

/** How a search by composition understands the elements. */
export const compositionModes = { contains: '含有全部元素', exactly: '只含这些元素', formula: '化学式相同' } as const
export type CompositionMode = keyof typeof compositionModes

export function sharedPath(token: string): string {
  return `/collection/${token}`
}

/** What a curve is called in a figure while nobody has named it; without order numbers, because a figure may be shown to others. */
export function figureLabel(curve: { sampleName: string; ownNo: string; method: string; series: number }): string {
  const sample = curve.sampleName || curve.ownNo
  return [sample, curve.method, curve.series > 0 ? `(${curve.series + 1})` : ''].filter(Boolean).join(' ')
}

/** Why the results of an order at this stage may still change, in a word; empty: they stand. */
export function doubtOf(stage: string): string {
  if (stage === 'disputed') return '异议处理中'
  if (stage === 'retest' || stage === 'retest_offered') return '复测中'
  return ['testing', 'on_hold', 'verifying'].includes(stage) ? '重新检测中' : ''
}

/** The page on which a curve is analysed. */
export function analysisAddress({ fileId, series }: { fileId: number; series: number }): string {
  return `/member/analysis?file=${fileId}&series=${series}`
}

import type { OrderStage } from '../orders/rules.ts'
import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'

export interface ReportFacts {
  orderNo: string
  customerId: number
  code?: string
  reason?: string
}

/** The lifecycle of a published report: it is valid until a corrected one replaces it or it is withdrawn, for good. */
export const reportLifecycle = defineLifecycle({
  entity: 'report',
  table: 'reports',
  facts: factsOf<ReportFacts>(),
  stages: { valid: '有效', replaced: '已替换', withdrawn: '已撤回' },
  transitions: {
    replace: { label: '替换', from: ['valid'], to: 'replaced', by: ['system'] },
    withdraw: { label: '撤回', from: ['valid'], to: 'withdrawn', by: ['staff'], reason: 'required' },
  },
})
export type ReportStage = keyof typeof reportLifecycle.stages
export const reportStages = Object.keys(reportLifecycle.stages) as ReportStage[]

/** Without letters and digits that look alike, since codes are typed from paper. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const codeLength = 12

/** Reads a typed code (`abcd-efgh-jkmn`, with spaces or dashes); undefined when it cannot be one. */
export function normalCode(text: string): string | undefined {
  const plain = text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
  return plain.length === codeLength && [...plain].every((letter) => codeAlphabet.includes(letter)) ? plain : undefined
}

export function spacedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** A value that the report prints, as the tester wrote it: `<0.01` is a result, too. */
export interface MeasuredValue {
  /** Empty for all samples of the record. */
  sampleNo: string
  name: string
  value: string
  unit: string
  uncertainty: string
  remark: string
}

export const mostValues = 500

export const previews = ['series', 'image', 'pdf', 'none'] as const
export type Preview = (typeof previews)[number]

/** The state of a report at this moment. A valid report is in doubt while its order is being tested again; this is not stored. */
export const reportStates = {
  ...reportLifecycle.stages,
  retesting: '复测中',
  correcting: '更正中',
  disputed: '异议处理中',
} as const
export type ReportState = keyof typeof reportStates

/** While an order is being tested again, its valid report is not shown as 有效. */
export function reportStateOf(
  stage: ReportStage,
  order: { stage: OrderStage; rounds: Pick<Rounds, 'retest' | 'corrected'> },
): ReportState {
  if (stage !== 'valid') return stage
  if (order.stage === 'disputed') return 'disputed'
  if (order.stage === 'retest' || order.stage === 'retest_offered') return 'retesting'
  if (!reopenedStages.includes(order.stage)) return 'valid'
  const { retest, corrected } = order.rounds
  return corrected && corrected.since > (retest?.since ?? 0) ? 'correcting' : 'retesting'
}

const reopenedStages: readonly OrderStage[] = ['testing', 'on_hold', 'verifying']

/** The order is being tested again: results with an older order version than `since` are from before. */
export interface Round {
  since: number
  /** The reason, from the customer (retest) or from staff (return, correction). */
  reason: string
  by: 'customer' | 'staff'
  kind: 'retest' | 'return' | 'correction'
  at: Date
}

export interface Rounds {
  retest: Round | undefined
  returned: Round | undefined
  corrected: Round | undefined
}

interface Move {
  version: number
  action: string
  actorKind: string
  reason: string | null
  at: Date
}

/** Transitions that start a retest. */
const granted = ['acceptRetest', 'agreeRetest']
const asks = ['requestRetest', 'dispute']

/** The latest retest, return and correction in the order's history, oldest first. */
export function roundsOf(history: readonly Move[]): Rounds {
  const accepted = history.findLastIndex((move) => granted.includes(move.action))
  const asked = history.slice(0, Math.max(accepted, 0)).findLast((move) => asks.includes(move.action))
  const retest = history[accepted]
  return {
    retest: retest && {
      since: retest.version,
      reason: asked?.reason ?? '',
      by: 'customer',
      kind: 'retest',
      at: asked?.at ?? retest.at,
    },
    returned: staffRound(history, 'returnToTesting', 'return'),
    corrected: staffRound(history, 'startCorrection', 'correction'),
  }
}

function staffRound(history: readonly Move[], action: string, kind: Round['kind']): Round | undefined {
  const move = history.findLast((entry) => entry.action === action)
  return move && { since: move.version, reason: move.reason ?? '', by: 'staff', kind, at: move.at }
}

/** The round of an entry: 1 is the first measurement, each retest starts the next. */
export function roundNumber(history: readonly Move[], orderVersion: number): number {
  return 1 + history.filter((move) => granted.includes(move.action) && move.version <= orderVersion).length
}

/** The latest of retest, return and correction, if any. */
export function currentRound({ retest, returned, corrected }: Rounds): Round | undefined {
  return [retest, returned, corrected].filter((round) => round !== undefined).sort((a, b) => b.since - a.since)[0]
}

/** The newest record of each line before this version of the order. The report of that version contains them. */
export function recordsOfReport<R extends { id: number; lineId: number; orderVersion: number }>(
  records: readonly R[],
  orderVersion: number,
): R[] {
  const before = orderVersion === 0 ? records : records.filter((record) => record.orderVersion < orderVersion)
  const newest = before.filter(
    (record) => !before.some((other) => other.lineId === record.lineId && other.id > record.id),
  )
  return newest.sort((a, b) => a.lineId - b.lineId)
}

interface DatedFile {
  id: number
  sampleNo: string
  orderVersion: number
}

/**
 * Files that the data of a retest replaces, whatever their names: files of samples of the retested lines that have new data, and
 * files of the whole order when every line was measured again.
 */
export function supersededFiles(
  files: readonly DatedFile[],
  { lines, samples, rounds, retestLineIds }: Pick<HandInFacts, 'lines' | 'samples' | 'rounds' | 'retestLineIds'>,
): number[] {
  const { retest } = rounds
  if (!retest) return []
  const again = lines.filter((line) => isRetested(line.id, retestLineIds))
  const everyLine = again.length === lines.length
  const fresh = files.filter((file) => file.orderVersion >= retest.since)
  const retested = samples.filter((sample) => again.some((line) => line.id === sample.lineId))
  const hasFresh = (sampleNo: string) => fresh.some((file) => file.sampleNo === sampleNo || file.sampleNo === '')
  return files
    .filter((file) => file.orderVersion < retest.since)
    .filter((file) =>
      file.sampleNo === ''
        ? everyLine && fresh.length > 0
        : retested.some((sample) => sample.sampleNo === file.sampleNo) && hasFresh(file.sampleNo),
    )
    .map((file) => file.id)
}

export interface HandInFacts {
  lines: { id: number; projectName: string }[]
  records: {
    lineId: number
    endedAt: Date | null
    orderVersion: number
    measured?: readonly { sampleNo: string }[]
  }[]
  files: { sampleNo: string; orderVersion: number }[]
  /** Samples that were tested. Refused and lost samples have no data. */
  samples: { sampleNo: string; lineId: number }[]
  rounds: Rounds
  /** Samples without data, each with a reason. */
  withoutData: readonly { sampleNo: string; reason: string }[]
  /** Samples that are sent again and have not arrived yet. */
  awaited: readonly string[]
  /** The lines of the retest; null: all lines. */
  retestLineIds: number[] | null
}

/** The project of a line; with its place where the order asks for one project more than once. */
export function lineTitle(lines: readonly { id: number; projectName: string }[], lineId: number): string {
  const place = lines.findIndex(({ id }) => id === lineId)
  const name = lines[place]?.projectName ?? ''
  const repeated = lines.filter(({ projectName }) => projectName === name).length > 1
  return repeated ? `${name}（第 ${place + 1} 项）` : name
}

/** What is missing before the data can be verified; empty when nothing is. */
export function missingForHandIn(facts: HandInFacts): string[] {
  return [
    ...missingSamples(facts),
    ...missingRecords(facts),
    ...missingFiles(facts),
    ...contradictions(facts),
    ...missingChange(facts),
  ]
}

/** Lines without a complete record, or without a new one after a retest. */
export function missingRecords({
  lines,
  records,
  rounds,
  retestLineIds,
}: Pick<HandInFacts, 'lines' | 'records' | 'rounds' | 'retestLineIds'>): string[] {
  return lines.flatMap((line) => {
    const record = records.find((candidate) => candidate.lineId === line.id)
    const title = lineTitle(lines, line.id)
    if (!record) return [`${title}：缺少检测记录`]
    const { retest } = rounds
    if (retest && isRetested(line.id, retestLineIds) && record.orderVersion < retest.since)
      return [`${title}：复测后尚未填写新的检测记录`]
    return record.endedAt === null ? [`${title}：未填写实验结束时间`] : []
  })
}

function missingSamples({ samples, awaited }: HandInFacts): string[] {
  const late = awaited.map((sampleNo) => `样品 ${sampleNo}：重新寄送的样品还没有收到`)
  return samples.length > 0 || late.length > 0 ? late : ['没有检测过的样品，请上报异常或联系客户经理']
}

/**
 * Samples without a file and without a reason. A file of the whole order counts for its sample only when there is one sample.
 */
function missingFiles(facts: HandInFacts): string[] {
  const { lines, files, samples, withoutData, rounds, retestLineIds } = facts
  const excused = (sampleNo: string) => withoutData.some((each) => each.sampleNo === sampleNo)
  const needing = samples.filter(({ sampleNo }) => !excused(sampleNo))
  if (files.length === 0 && needing.length > 0) return ['尚未上传检测数据']
  const only = samples.length === 1 && files.some((file) => file.sampleNo === '')
  const missing = needing
    .filter(({ sampleNo }) => !only && !files.some((file) => file.sampleNo === sampleNo))
    .map(({ sampleNo }) => `样品 ${sampleNo}：尚未上传检测数据`)
  const { retest } = rounds
  if (!retest) return missing
  const fresh = files.filter((file) => file.orderVersion >= retest.since)
  for (const line of lines) {
    if (!isRetested(line.id, retestLineIds)) continue
    const own = needing.filter((sample) => sample.lineId === line.id).map((sample) => sample.sampleNo)
    if (own.length === 0) continue
    if (!fresh.some((file) => file.sampleNo === '' || own.includes(file.sampleNo)))
      missing.push(`${lineTitle(lines, line.id)}：复测后尚未上传新的或更正的数据文件`)
  }
  return missing
}

/** A sample cannot both have no data and a result that the report prints. */
function contradictions({ records, withoutData }: HandInFacts): string[] {
  const measured = new Set(records.flatMap((record) => (record.measured ?? []).map(({ sampleNo }) => sampleNo)))
  return withoutData
    .filter(({ sampleNo }) => measured.has(sampleNo))
    .map(({ sampleNo }) => `样品 ${sampleNo}：注明了无数据，检测记录中却有它的结果，请移除其一`)
}

function missingChange({ records, files, rounds: { returned, corrected } }: HandInFacts): string[] {
  const unchangedSince = ({ since }: Round) => ![...records, ...files].some((entry) => entry.orderVersion >= since)
  if (corrected && unchangedSince(corrected)) return ['更正开始后检测记录和数据都没有变动，请按更正原因修改']
  if (returned && unchangedSince(returned)) return ['审核退回后检测记录和数据都没有变动，请按退回原因更正']
  return []
}

/** Samples with a file of their own, since the retest if they are tested again. A file of the whole order says nothing of a sample. */
export function samplesWithData({
  samples,
  files,
  rounds: { retest },
  retestLineIds,
}: Pick<HandInFacts, 'samples' | 'files' | 'rounds' | 'retestLineIds'>): string[] {
  return samples
    .filter(({ sampleNo, lineId }) => {
      const since = retest && isRetested(lineId, retestLineIds) ? retest.since : 0
      return files.some((file) => file.sampleNo === sampleNo && file.orderVersion >= since)
    })
    .map(({ sampleNo }) => sampleNo)
}

function isRetested(lineId: number, retestLineIds: number[] | null): boolean {
  return retestLineIds === null || retestLineIds.includes(lineId)
}

/** The clock of an instrument may be this far ahead of the server's. */
export const clockToleranceMinutes = 10

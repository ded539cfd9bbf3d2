import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../platform/time.ts'

export const instrumentLifecycle = defineLifecycle({
  entity: 'instrument',
  table: 'instruments',
  countsParts: true,
  stages: { usable: '可用', stopped: '停用', calibrating: '校准中' },
  transitions: {
    stop: { label: '停用', from: ['usable', 'calibrating'], to: 'stopped', by: ['staff'], reason: 'required' },
    calibrate: { label: '送校', from: ['usable', 'stopped'], to: 'calibrating', by: ['staff'] },
    restore: { label: '恢复使用', from: ['stopped', 'calibrating'], to: 'usable', by: ['staff'] },
  },
})
export type InstrumentStage = keyof typeof instrumentLifecycle.stages
export type InstrumentAction = keyof typeof instrumentLifecycle.transitions

export const calibrationRules = { block: '到期后停止预约与检测', warn: '到期后仅提醒' } as const
export type CalibrationRule = keyof typeof calibrationRules

export const calibrationStates = { none: '无需校准', ok: '有效', soon: '30 天内到期', overdue: '已到期' } as const
export type CalibrationState = keyof typeof calibrationStates
/** A calibration that ends within these days is shown as due. */
export const dueSoonDays = 30

export const diaryKinds = { calibration: '校准', service: '维护' } as const
export type DiaryKind = keyof typeof diaryKinds

/** `due` is the last valid day. */
export function calibrationState(due: string | null, now: Date): CalibrationState {
  if (due === null) return 'none'
  if (due < shanghaiDate(now)) return 'overdue'
  return due <= shanghaiDate(addDays(now, dueSoonDays)) ? 'soon' : 'ok'
}

/** `场发射扫描电子显微镜（SEM-01）` */
export function instrumentLabel({ name, instrumentNo }: { name: string; instrumentNo: string }): string {
  return `${name}（${instrumentNo}）`
}

export interface Span {
  startsAt: Date
  endsAt: Date
}

export interface Availability {
  stage: InstrumentStage
  calibrationDue: string | null
  calibrationRule: CalibrationRule
  downtimes: readonly (Span & { reason: string })[]
}

/** Why an instrument cannot be used in this time, in words for customers; undefined when it can. */
export function unusable(instrument: Availability, span: Span): string | undefined {
  return obstacle(instrument, span)?.text
}

/** The same with the reason of the downtime, for staff. */
export function unusableForStaff(instrument: Availability, span: Span): string | undefined {
  const found = obstacle(instrument, span)
  return found && `${found.text}${found.detail}`
}

function obstacle(instrument: Availability, span: Span): { text: string; detail: string } | undefined {
  const { stage, calibrationDue, calibrationRule, downtimes } = instrument
  if (stage === 'stopped') return { text: '仪器已停用', detail: '' }
  if (stage === 'calibrating') return { text: '仪器校准中', detail: '' }
  const block = downtimes.find(({ startsAt, endsAt }) => startsAt < span.endsAt && endsAt > span.startsAt)
  if (block) return { text: '仪器停机维护', detail: `：${block.reason}，至 ${shanghaiTime(block.endsAt).slice(0, 16)}` }
  if (calibrationRule === 'block' && calibrationDue !== null && calibrationEnds(calibrationDue) < span.endsAt)
    return { text: '仪器校准将到期，该时段暂不可约', detail: `（有效期至 ${calibrationDue}）` }
  return undefined
}

/** The midnight after the last valid day. */
function calibrationEnds(due: string): Date {
  return addDays(fromShanghai(due), 1)
}

/** A project without instruments has no limit; one with several needs one of them for the whole time. */
export function blockedText(instruments: readonly Availability[], span: Span): string | undefined {
  return firstObstacle(instruments, span, unusable)
}

export function blockedTextForStaff(instruments: readonly Availability[], span: Span): string | undefined {
  return firstObstacle(instruments, span, unusableForStaff)
}

function firstObstacle(instruments: readonly Availability[], span: Span, of: typeof unusable): string | undefined {
  const obstacles = instruments.map((instrument) => of(instrument, span))
  return obstacles.includes(undefined) ? undefined : obstacles[0]
}

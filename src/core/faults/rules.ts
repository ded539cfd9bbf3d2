import type { FaultKind } from '../../platform/contract/noted-fault.ts'

export const faultKinds = {
  call: '接口',
  page: '页面',
  job: '后台任务',
  request: '其他请求',
  browser: '浏览器',
  process: '服务进程',
} as const satisfies Record<FaultKind, string>

export const faultStates = { open: '待处理', resolved: '已解决', ignored: '已忽略' } as const
export type FaultState = keyof typeof faultStates

/** An alarm names this many faults and counts the others. */
const MOST_NAMED = 3

/** The text of an alarm about new faults, and about those that came back. */
export function alarmText(
  faults: readonly { id: number; kind: FaultKind; place: string; type: string; again: boolean }[],
): string {
  const named = faults
    .slice(0, MOST_NAMED)
    .map(({ kind, place, type, again }) => `${faultKinds[kind]} ${place} ${type}${again ? '（再次出现）' : ''}`)
  const [first] = faults
  const others = faults.length - named.length
  const page = faults.length === 1 ? `/console/faults/${first?.id}` : '/console/faults'
  return `程序出错：${named.join('；')}${others > 0 ? `；另有 ${others} 种` : ''}。请在“错误报告”查看并处理：${page}`
}

/** The first eight hexadecimal digits of what somebody typed or pasted as a 问题编号; undefined when it is none. */
export function typedNumber(typed: string): string | undefined {
  return /(?:^|[^\da-f])([\da-f]{8})(?:-[\da-f-]*)?$/.exec(typed.trim().toLowerCase())?.[1]
}

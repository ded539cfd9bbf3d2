import { shanghaiTime } from '../../platform/time.ts'

/** From bad to good, as they are listed. */
export const levelNames = { error: '错误', warning: '警告', ok: '正常' } as const
export type Level = keyof typeof levelNames

/** One thing that was looked at. */
export interface Finding {
  level: Level
  name: string
  seen: string
  /** How to mend it; empty when nothing is wrong. */
  todo: string
}

export interface KeptFinding extends Finding {
  /** Since when this name has had this level. */
  since: Date
}

/** Of the page and of the command `doctor`: a worker that does not run cannot look for itself. */
export function stoppedFinding(since: Date): Finding {
  return {
    level: 'error',
    name: '后台进程',
    seen: `${shanghaiTime(since)} 之后没有后台进程在运行：邮件、短信、报告、备份和每小时的检查都已停止`,
    todo: '启动以 SERVICES=worker（或 web,worker）运行的进程，例如 systemctl start mingxi-worker，并查看它的日志',
  }
}

const ORDER = Object.keys(levelNames) as Level[]

/** The findings of a look, worst first, with the time since which each has been so. */
export function keptFindings(found: readonly Finding[], before: readonly KeptFinding[], now: Date): KeptFinding[] {
  const sinceOf = ({ name, level }: Finding) =>
    before.find((each) => each.name === name && each.level === level)?.since ?? now
  return found
    .map((finding) => ({ ...finding, since: sinceOf(finding) }))
    .toSorted((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level))
}

/** Errors whose name had no error at the look before. */
export function newErrors(found: readonly Finding[], before: readonly Finding[]): Finding[] {
  const known = new Set(before.filter(({ level }) => level === 'error').map(({ name }) => name))
  return found.filter(({ level, name }) => level === 'error' && !known.has(name))
}

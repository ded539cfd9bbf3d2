import type { StaffAction } from '../../core/staff/rules.ts'

/** What notes, calls and todos can be about, and the action that lets a role read such a record. */
export const subjectKinds = {
  customer: { label: '客户', action: 'customer.read', path: '/console/customers/' },
  order: { label: '订单', action: 'order.read', path: '/console/orders/' },
  group: { label: '课题组', action: 'group.read', path: '/console/groups/' },
} as const satisfies Record<string, { label: string; action: StaffAction; path: string }>
export type SubjectKind = keyof typeof subjectKinds

export function subjectPath(kind: SubjectKind, no: string): string {
  return `${subjectKinds[kind].path}${encodeURIComponent(no)}`
}

export const NOTE_LENGTH = 2000
export const MOST_MENTIONS = 10
/** Until then the author can bring a deleted note back; afterwards it is erased. */
export const DELETED_NOTE_DAYS = 30

/** Where a note stands on the page of its record. */
export function notePath(kind: SubjectKind, no: string, noteId: number): string {
  return `${subjectPath(kind, no)}#note-${noteId}`
}

/** The beginning of a note, for a bell and an inbox. */
export function noteExcerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return [...line].length <= 40 ? line : `${[...line].slice(0, 40).join('')}…`
}

export interface Typing {
  /** What is typed behind the `@` that the caret stands in. */
  typed: string
  /** Where this `@` stands. */
  at: number
}

/** The mention that is being typed at the caret; undefined when none is. */
export function mentionAt(text: string, caret: number): Typing | undefined {
  const found = /(?:^|[^\w.@-])@([^\s@]{0,20})$/.exec(text.slice(0, caret))
  if (!found) return undefined
  const typed = found[1] ?? ''
  return { typed, at: caret - typed.length - 1 }
}

/** The chosen colleagues whose `@name` still stands in the text. */
export function mentionsIn<P extends { name: string }>(text: string, chosen: readonly P[]): P[] {
  return chosen.filter(({ name }) => text.includes(`@${name}`))
}

export const callDirections = { out: '拨出', in: '来电' } as const
export type CallDirection = keyof typeof callDirections
export const callResults = { reached: '已接通', missed: '未接通', call_back: '约定再联系' } as const
export type CallResult = keyof typeof callResults
export const CALL_TEXT_LENGTH = 500
/** A call is noted afterwards, not before, and not after this many days. */
export const CALL_NOTED_DAYS = 30

export const TODO_TITLE_LENGTH = 200
export const HANDED_WHY_LENGTH = 200
export const TODO_MOST_DAYS = 366

export const todoTabs = { open: '待完成', done: '已完成', made: '我交给同事的' } as const
export type TodoTab = keyof typeof todoTabs

/** Choices of a new due time. */
export const snoozes = {
  hour: { label: '1 小时后', hours: 1 },
  tomorrow: { label: '明天此时', hours: 24 },
  week: { label: '一周后', hours: 7 * 24 },
} as const
export type Snooze = keyof typeof snoozes

/** From now when it is due already, so that an overdue todo is really later. */
export function snoozedTo(snooze: Snooze, dueAt: Date, now: Date): Date {
  const from = Math.max(dueAt.getTime(), now.getTime())
  return new Date(from + snoozes[snooze].hours * 3_600_000)
}

export function isOverdue({ dueAt, doneAt }: { dueAt: Date; doneAt: Date | null }, now: Date): boolean {
  return doneAt === null && dueAt < now
}

import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  done,
  idField,
  keyOf,
  listOf,
  nothing,
  pageFields,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { subjectField, subjectView } from './contract.ts'
import { HANDED_WHY_LENGTH, snoozes, TODO_TITLE_LENGTH, todoTabs } from './rules.ts'

/** The value of a date and time field of a browser, in Shanghai time. `label`: how the form calls it. */
export function momentField(label: string) {
  return z
    .string({ error: `请选择${label}` })
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, {
      error: ({ input }) => (input === '' ? `请选择${label}` : '时间格式不正确'),
      abort: true,
    })
    .refine(isRealTime, '时间格式不正确')
}

function isRealTime(text: string): boolean {
  const at = new Date(`${text}:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const todo = z.object({
  id: z.number().int(),
  title: z.string(),
  dueAt: timeText,
  overdue: z.boolean(),
  ownerName: z.string(),
  /** The person who asks is the owner. */
  mine: z.boolean(),
  makerName: z.string(),
  subject: subjectView.nullable(),
  /** Who handed it over and why; empty when nobody did. */
  handed: z.string(),
  doneAt: timeText.nullable(),
  version: z.number().int(),
})
export type TodoView = z.output<typeof todo>

export const todoList = defineCall({
  name: 'todo/list',
  area: 'staff',
  action: 'todo.use',
  reads: true,
  summary: '本人的待办，按到期时间',
  input: z.strictObject({ tab: keyOf(todoTabs, '分类不正确').default('open'), ...pageFields }),
  output: listOf(todo),
})

export const todoAbout = defineCall({
  name: 'todo/about',
  area: 'staff',
  action: 'todo.use',
  reads: true,
  summary: '关于一条记录的待办，未完成的在前',
  input: z.strictObject({ subject: subjectField, ...pageFields }),
  output: listOf(todo),
})

export const todoWaiting = defineCall({
  name: 'todo/waiting',
  area: 'staff',
  action: 'todo.use',
  reads: true,
  summary: '工作台上的待办：最早到期的若干条与数量',
  input: nothing,
  output: z.object({ total: z.number().int(), overdue: z.number().int(), list: z.array(todo) }),
})

export const todoAdd = defineCall({
  name: 'todo/add',
  area: 'staff',
  action: 'todo.use',
  idempotent: true,
  summary: '新建待办，可交给同事',
  input: z.strictObject({
    title: requiredText('待办', TODO_TITLE_LENGTH),
    dueAt: momentField('到期时间'),
    /** Absent: the person who makes it. */
    ownerId: idField.optional(),
    subject: subjectField.optional(),
  }),
  output: z.object({ id: z.number().int() }),
})

const target = { id: idField, version: versionField() }

export const todoDone = defineCall({
  name: 'todo/done',
  area: 'staff',
  action: 'todo.use',
  repeat: 'stage',
  summary: '完成待办',
  input: z.strictObject(target),
  output: done,
})

export const todoReopen = defineCall({
  name: 'todo/reopen',
  area: 'staff',
  action: 'todo.use',
  repeat: 'stage',
  summary: '重新打开待办',
  input: z.strictObject(target),
  output: done,
})

export const todoSnooze = defineCall({
  name: 'todo/snooze',
  area: 'staff',
  action: 'todo.use',
  repeat: 'stage',
  summary: '推迟待办',
  input: z.strictObject({ ...target, by: keyOf(snoozes, '请选择推迟多久') }),
  output: z.object({ dueAt: timeText }),
})

export const todoHandOver = defineCall({
  name: 'todo/handOver',
  area: 'staff',
  action: 'todo.use',
  repeat: 'stage',
  summary: '把待办交给同事并说明原因',
  input: z.strictObject({
    ...target,
    ownerId: idField,
    why: requiredText('原因', HANDED_WHY_LENGTH),
  }),
  output: done,
})

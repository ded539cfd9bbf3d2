import { namesOfStaff } from '../../core/staff/actions.ts'
import { tellStaff } from '../../core/staff-notices/actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiTime } from '../../platform/time.ts'
import { requireColleague, viewOf } from './actions.ts'
import { noteErrors } from './errors.ts'
import { isOverdue, snoozedTo, subjectPath, TODO_MOST_DAYS } from './rules.ts'
import { type AskedSubject, subjectOf } from './subject-actions.ts'
import type { todoAbout, todoAdd, todoHandOver, todoList, todoSnooze, TodoView, todoWaiting } from './todo-contract.ts'
import {
  countOpen,
  countTodos,
  countTodosAbout,
  insertTodo,
  setDone,
  setDue,
  setOpen,
  setOwner,
  takeDue,
  todoById,
  type TodoRow,
  todosAbout,
  todosOf,
  type TodoTarget,
} from './todo-store.ts'

export const TODO_PAGE = '/console/todos'
/** Shown in the inbox; the page of the todos shows the rest. */
const WAITING_SHOWN = 10
const TOLD_AT_ONCE = 200

const ownerRefusals = { left: noteErrors.ownerLeft, mayNotRead: noteErrors.ownerMayNotRead }

export async function listTodos(
  ctx: Ctx<Staff>,
  { tab, page, size }: InputOf<typeof todoList>,
): Promise<OutputOf<typeof todoList>> {
  const rows = await todosOf(ctx.db, ctx.actor.id, tab, size, (page - 1) * size)
  return { list: await todoViews(ctx, rows), total: await countTodos(ctx.db, ctx.actor.id, tab), page, size }
}

export async function todosOfSubject(
  ctx: Ctx<Staff>,
  { subject: asked, page, size }: InputOf<typeof todoAbout>,
): Promise<OutputOf<typeof todoAbout>> {
  const subject = await subjectOf(ctx, asked)
  const rows = await todosAbout(ctx.db, subject, size, (page - 1) * size)
  return { list: await todoViews(ctx, rows), total: await countTodosAbout(ctx.db, subject), page, size }
}

export async function waitingTodos(ctx: Ctx<Staff>): Promise<OutputOf<typeof todoWaiting>> {
  const counts = await countOpen(ctx.db, ctx.actor.id, ctx.clock.now())
  const rows = await todosOf(ctx.db, ctx.actor.id, 'open', WAITING_SHOWN, 0)
  return { ...counts, list: await todoViews(ctx, rows) }
}

async function todoViews(ctx: Ctx<Staff>, rows: readonly TodoRow[]): Promise<TodoView[]> {
  const people = rows.flatMap(({ ownerId, createdBy, handedBy }) => [ownerId, createdBy, handedBy ?? ownerId])
  const names = await namesOfStaff(ctx, [...new Set(people)])
  const now = ctx.clock.now()
  return rows.map((row) => ({
    ...{ id: row.id, title: row.title, version: row.version },
    dueAt: shanghaiTime(row.dueAt),
    overdue: isOverdue(row, now),
    ownerName: names.get(row.ownerId) ?? '',
    mine: row.ownerId === ctx.actor.id,
    makerName: names.get(row.createdBy) ?? '',
    subject: row.subjectKind && row.subjectNo ? viewOf(row.subjectKind, row.subjectNo) : null,
    handed: row.handedBy === null ? '' : `${names.get(row.handedBy) ?? ''} 转交：${row.handedWhy}`,
    doneAt: row.doneAt && shanghaiTime(row.doneAt),
  }))
}

export function addTodo(ctx: Ctx<Staff>, input: InputOf<typeof todoAdd>): Promise<{ id: number }> {
  return inTx(ctx, (ctx) => makeTodo(ctx, input))
}

/** Joins the caller's transaction. A colleague who gets it is told. */
export async function makeTodo(
  ctx: Ctx<Staff>,
  input: { title: string; dueAt: string; ownerId?: number | undefined; subject?: AskedSubject | undefined },
): Promise<{ id: number }> {
  const dueAt = dueTime(ctx, input.dueAt)
  const subject = input.subject && (await subjectOf(ctx, input.subject))
  const ownerId = input.ownerId ?? ctx.actor.id
  if (ownerId !== ctx.actor.id) await requireColleague(ctx, ownerId, subject?.kind, ownerRefusals)
  const { title } = input
  const { id } = await insertTodo(ctx.db, { title, dueAt, ownerId, createdBy: ctx.actor.id, subject }, ctx.clock.now())
  if (ownerId !== ctx.actor.id) await tellOwner(ctx, { id, title, ownerId, version: 1 }, subject)
  return { id }
}

function dueTime(ctx: Pick<Ctx, 'clock'>, typed: string): Date {
  const dueAt = fromShanghai(`${typed.replace('T', ' ')}:00`)
  const now = ctx.clock.now()
  if (dueAt <= now) throw refuse(noteErrors.dueInPast)
  if (dueAt > addDays(now, TODO_MOST_DAYS)) throw refuse(noteErrors.dueTooFar)
  return dueAt
}

async function tellOwner(
  ctx: Ctx<Staff>,
  todo: { id: number; title: string; ownerId: number; version: number },
  subject: AskedSubject | undefined,
): Promise<void> {
  const giver = (await namesOfStaff(ctx, [ctx.actor.id])).get(ctx.actor.id) ?? ''
  await tellStaff(ctx, {
    staffIds: [todo.ownerId],
    kind: 'assigned',
    title: `${giver}交给您一件待办：${todo.title}`,
    path: subject ? subjectPath(subject.kind, subject.no) : TODO_PAGE,
    key: `todo:${todo.id}:${todo.version}`,
  })
}

/** The owner, and who made it, may change it; nobody else sees that it exists. */
async function ownTodo(ctx: Ctx<Staff>, id: number): Promise<TodoRow> {
  const row = await todoById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  if (row.ownerId !== ctx.actor.id && row.createdBy !== ctx.actor.id) throw refuse(noteErrors.todoNotYours)
  return row
}

function mustChange(changed: number): void {
  if (changed === 0) throw refuse(noteErrors.todoChanged)
}

export async function finishTodo(ctx: Ctx<Staff>, target: TodoTarget): Promise<void> {
  await ownTodo(ctx, target.id)
  mustChange(await setDone(ctx.db, target, ctx.actor.id, ctx.clock.now()))
}

export async function reopenTodo(ctx: Ctx<Staff>, target: TodoTarget): Promise<void> {
  await ownTodo(ctx, target.id)
  mustChange(await setOpen(ctx.db, target))
}

export async function snoozeTodo(
  ctx: Ctx<Staff>,
  { by, ...target }: InputOf<typeof todoSnooze>,
): Promise<{ dueAt: string }> {
  const row = await ownTodo(ctx, target.id)
  const dueAt = snoozedTo(by, row.dueAt, ctx.clock.now())
  if (dueAt > addDays(ctx.clock.now(), TODO_MOST_DAYS)) throw refuse(noteErrors.dueTooFar)
  mustChange(await setDue(ctx.db, target, dueAt))
  return { dueAt: shanghaiTime(dueAt) }
}

export function handOverTodo(
  ctx: Ctx<Staff>,
  { ownerId, why, ...target }: InputOf<typeof todoHandOver>,
): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const row = await ownTodo(ctx, target.id)
    if (row.ownerId === ownerId) throw refuse(noteErrors.ownerUnchanged)
    await requireColleague(ctx, ownerId, row.subjectKind ?? undefined, ownerRefusals)
    mustChange(await setOwner(ctx.db, target, { ownerId, handedBy: ctx.actor.id, why }))
    const subject = row.subjectKind && row.subjectNo ? { kind: row.subjectKind, no: row.subjectNo } : undefined
    await tellOwner(ctx, { id: row.id, title: row.title, ownerId, version: target.version + 1 }, subject)
  })
}

/** Tells the owners of what has become due, once per due time. */
export async function tellDueTodos(ctx: Ctx): Promise<void> {
  for (;;) {
    const told = await inTx(ctx, async (ctx) => {
      const rows = await takeDue(ctx.db, ctx.clock.now(), TOLD_AT_ONCE)
      for (const row of rows)
        await tellStaff(ctx, {
          staffIds: [row.ownerId],
          kind: 'task',
          title: `待办到期：${row.title}`,
          path: row.subjectKind && row.subjectNo ? subjectPath(row.subjectKind, row.subjectNo) : TODO_PAGE,
          key: `todo-due:${row.id}:${row.dueAt.getTime()}:${row.ownerId}`,
        })
      return rows.length
    })
    if (told < TOLD_AT_ONCE) return
  }
}

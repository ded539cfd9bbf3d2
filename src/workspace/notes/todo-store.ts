import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { SubjectKind, TodoTab } from './rules.ts'
import type { SubjectKey } from './store.ts'

export interface TodoRow {
  id: number
  title: string
  dueAt: Date
  ownerId: number
  createdBy: number
  subjectKind: SubjectKind | null
  subjectNo: string | null
  handedBy: number | null
  handedWhy: string
  version: number
  doneAt: Date | null
}

const columns = sql`id, title, due_at, owner_id, created_by, subject_kind, subject_no, handed_by, handed_why, version, done_at`

export interface NewTodo {
  title: string
  dueAt: Date
  ownerId: number
  createdBy: number
  subject: (SubjectKey & { no: string }) | undefined
}

export function insertTodo(db: Db, row: NewTodo, now: Date): Promise<{ id: number }> {
  const { subject } = row
  return db.one(sql`
    insert into todos (title, due_at, owner_id, created_by, subject_kind, subject_id, subject_no, customer_id, created_at)
    values (${row.title}, ${row.dueAt}, ${row.ownerId}, ${row.createdBy}, ${subject?.kind ?? null}, ${subject?.id ?? null}::bigint,
      ${subject?.no ?? null}, ${subject?.customerId ?? null}::bigint, ${now}) returning id`)
}

export function todoById(db: Db, id: number): Promise<TodoRow | undefined> {
  return db.row(sql`select ${columns} from todos where id = ${id}`)
}

const inTab = (tab: TodoTab, staffId: number): Sql =>
  ({
    open: sql`owner_id = ${staffId} and done_at is null`,
    done: sql`owner_id = ${staffId} and done_at is not null`,
    made: sql`created_by = ${staffId} and owner_id <> ${staffId}`,
  })[tab]

const orders: Record<TodoTab, Sql> = {
  open: sql`due_at, id`,
  done: sql`done_at desc, id desc`,
  made: sql`(done_at is not null), due_at, id`,
}

export function todosOf(db: Db, staffId: number, tab: TodoTab, limit: number, offset: number): Promise<TodoRow[]> {
  return db.rows(sql`
    select ${columns} from todos where ${inTab(tab, staffId)} order by ${orders[tab]} limit ${limit} offset ${offset}`)
}

export async function countTodos(db: Db, staffId: number, tab: TodoTab): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from todos where ${inTab(tab, staffId)}`)).n
}

export function countOpen(db: Db, staffId: number, now: Date): Promise<{ total: number; overdue: number }> {
  return db.one(sql`
    select count(*) as total, count(*) filter (where due_at < ${now}) as overdue from todos
    where owner_id = ${staffId} and done_at is null`)
}

const about = ({ kind, id, customerId }: SubjectKey): Sql =>
  kind === 'customer' ? sql`customer_id = ${customerId}` : sql`subject_kind = ${kind} and subject_id = ${id}`

export function todosAbout(db: Db, subject: SubjectKey, limit: number, offset: number): Promise<TodoRow[]> {
  return db.rows(sql`
    select ${columns} from todos where ${about(subject)}
    order by (done_at is not null), due_at, id limit ${limit} offset ${offset}`)
}

export async function countTodosAbout(db: Db, subject: SubjectKey): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from todos where ${about(subject)}`)).n
}

export interface TodoTarget {
  id: number
  version: number
}

const at = ({ id, version }: TodoTarget): Sql => sql`id = ${id} and version = ${version}`

export function setDone(db: Db, target: TodoTarget, staffId: number, now: Date): Promise<number> {
  return db.run(sql`
    update todos set done_at = ${now}, done_by = ${staffId}, version = version + 1 where ${at(target)} and done_at is null`)
}

export function setOpen(db: Db, target: TodoTarget): Promise<number> {
  return db.run(sql`
    update todos set done_at = null, done_by = null, version = version + 1 where ${at(target)} and done_at is not null`)
}

/** The owner is told again at the new time. */
export function setDue(db: Db, target: TodoTarget, dueAt: Date): Promise<number> {
  return db.run(sql`
    update todos set due_at = ${dueAt}, told_at = null, version = version + 1 where ${at(target)} and done_at is null`)
}

export function setOwner(
  db: Db,
  target: TodoTarget,
  change: { ownerId: number; handedBy: number; why: string },
): Promise<number> {
  return db.run(sql`
    update todos set owner_id = ${change.ownerId}, handed_by = ${change.handedBy}, handed_why = ${change.why}, told_at = null,
      version = version + 1 where ${at(target)} and done_at is null`)
}

/** The due todos whose owner was not told, marked as told. */
export function takeDue(db: Db, now: Date, most: number): Promise<TodoRow[]> {
  return db.rows(sql`
    update todos set told_at = ${now} where id in (
      select id from todos where done_at is null and told_at is null and due_at <= ${now}
      order by due_at limit ${most} for update skip locked)
    returning ${columns}`)
}

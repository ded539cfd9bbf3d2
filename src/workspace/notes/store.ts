import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SubjectKind } from './rules.ts'

export interface NoteRow {
  id: number
  subjectKind: SubjectKind
  subjectId: number
  subjectNo: string
  customerId: number
  authorId: number
  text: string
  pinned: boolean
  version: number
  createdAt: Date
  editedAt: Date | null
  deletedAt: Date | null
}

export interface SubjectKey {
  kind: SubjectKind
  id: number
  customerId: number
}

const columns = sql`id, subject_kind, subject_id, subject_no, customer_id, author_id, text, pinned, version, created_at, edited_at, deleted_at`

/** Of a customer also the notes on the orders, so that the page of the customer shows everything that is known. */
const about = ({ kind, id, customerId }: SubjectKey) =>
  kind === 'customer' ? sql`customer_id = ${customerId}` : sql`subject_kind = ${kind} and subject_id = ${id}`

export function notesAbout(db: Db, subject: SubjectKey, limit: number, offset: number): Promise<NoteRow[]> {
  return db.rows(sql`
    select ${columns} from notes where ${about(subject)} and deleted_at is null
    order by pinned desc, id desc limit ${limit} offset ${offset}`)
}

export async function countNotesAbout(db: Db, subject: SubjectKey): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*) as n from notes where ${about(subject)} and deleted_at is null`)
  return n
}

export function noteById(db: Db, id: number): Promise<NoteRow | undefined> {
  return db.row(sql`select ${columns} from notes where id = ${id}`)
}

export interface NewNote {
  subject: SubjectKey & { no: string }
  authorId: number
  text: string
}

export function insertNote(db: Db, { subject, authorId, text }: NewNote, now: Date): Promise<{ id: number }> {
  return db.one(sql`
    insert into notes (subject_kind, subject_id, subject_no, customer_id, author_id, text, created_at)
    values (${subject.kind}, ${subject.id}, ${subject.no}, ${subject.customerId}, ${authorId}, ${text}, ${now}) returning id`)
}

/** Keeps the old text and writes the new one; 0 when it is not the author's or was changed since. */
export async function editNote(
  db: Db,
  edit: { id: number; version: number; authorId: number; text: string },
  now: Date,
): Promise<number> {
  const mine = sql`n.id = ${edit.id} and n.version = ${edit.version} and n.author_id = ${edit.authorId} and n.deleted_at is null`
  await db.run(sql`
    insert into note_versions (note_id, version, text, written_at)
    select n.id, n.version, n.text, coalesce(n.edited_at, n.created_at) from notes n where ${mine} for update
    on conflict do nothing`)
  return db.run(sql`
    update notes n set text = ${edit.text}, version = n.version + 1, edited_at = ${now} where ${mine}`)
}

export async function setPinned(db: Db, id: number, pinned: boolean): Promise<void> {
  await db.run(sql`update notes set pinned = ${pinned} where id = ${id} and deleted_at is null`)
}

/** `at` null: brings the note back. */
export function setDeleted(db: Db, id: number, authorId: number, at: Date | null): Promise<number> {
  return db.run(sql`update notes set deleted_at = ${at} where id = ${id} and author_id = ${authorId}`)
}

export function versionsOf(
  db: Db,
  noteId: number,
  limit: number,
  offset: number,
): Promise<{ version: number; text: string; writtenAt: Date }[]> {
  return db.rows(sql`
    select version, text, written_at from note_versions where note_id = ${noteId}
    order by version desc limit ${limit} offset ${offset}`)
}

export async function countVersions(db: Db, noteId: number): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`select count(*) as n from note_versions where note_id = ${noteId}`)
  return n
}

/** Returns who was not mentioned in this note before. */
export async function setMentions(db: Db, noteId: number, staffIds: readonly number[]): Promise<number[]> {
  await db.run(sql`
    delete from note_mentions where note_id = ${noteId} and not staff_id = any(${[...staffIds]}::bigint[])`)
  const fresh = await db.rows<{ staffId: number }>(sql`
    insert into note_mentions (note_id, staff_id) select ${noteId}, s.id from unnest(${[...staffIds]}::bigint[]) as s (id)
    on conflict do nothing returning staff_id`)
  return fresh.map(({ staffId }) => staffId)
}

export function mentionsOf(
  db: Db,
  noteIds: readonly number[],
): Promise<{ noteId: number; staffId: number; seen: boolean }[]> {
  return db.rows(sql`
    select note_id, staff_id, seen_at is not null as seen from note_mentions
    where note_id = any(${[...noteIds]}::bigint[]) order by note_id, staff_id`)
}

export async function markSeen(db: Db, staffId: number, noteIds: readonly number[], now: Date): Promise<void> {
  await db.run(sql`
    update note_mentions set seen_at = ${now}
    where staff_id = ${staffId} and seen_at is null and note_id = any(${[...noteIds]}::bigint[])`)
}

const unseen = (staffId: number) => sql`from notes n join note_mentions m on m.note_id = n.id
  where m.staff_id = ${staffId} and m.seen_at is null and n.deleted_at is null`

export function unseenMentions(db: Db, staffId: number, limit: number, offset: number): Promise<NoteRow[]> {
  return db.rows(sql`
    select n.id, n.subject_kind, n.subject_id, n.subject_no, n.customer_id, n.author_id, n.text, n.pinned, n.version, n.created_at, n.edited_at, n.deleted_at
    ${unseen(staffId)} order by n.id desc limit ${limit} offset ${offset}`)
}

export async function countUnseen(db: Db, staffId: number): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n ${unseen(staffId)}`)).n
}

/** Versions and mentions go with the note. */
export function eraseDeletedNotes(db: Db, before: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from notes where id in (select id from notes where deleted_at < ${before} order by deleted_at limit ${most})`)
}

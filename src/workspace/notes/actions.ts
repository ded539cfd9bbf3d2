import { namesOfStaff, staffMember } from '../../core/staff/actions.ts'
import { mayAct } from '../../core/staff/rules.ts'
import { tellStaff } from '../../core/staff-notices/actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse, type RefusalKind } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { inBatches } from '../../platform/jobs/periodic.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import type { noteAdd, noteEdit, noteHistory, noteList, noteMentions, NoteView } from './contract.ts'
import { noteErrors } from './errors.ts'
import { DELETED_NOTE_DAYS, noteExcerpt, notePath, type SubjectKind, subjectKinds, subjectPath } from './rules.ts'
import {
  countNotesAbout,
  countUnseen,
  countVersions,
  editNote,
  eraseDeletedNotes,
  insertNote,
  markSeen,
  mentionsOf,
  noteById,
  type NoteRow,
  notesAbout,
  setDeleted,
  setMentions,
  setPinned,
  unseenMentions,
  versionsOf,
} from './store.ts'
import { type Subject, subjectOf } from './subject-actions.ts'

export async function listNotes(
  ctx: Ctx<Staff>,
  { subject: asked, page, size }: InputOf<typeof noteList>,
): Promise<OutputOf<typeof noteList>> {
  const subject = await subjectOf(ctx, asked)
  const rows = await notesAbout(ctx.db, subject, size, (page - 1) * size)
  return { list: await noteViews(ctx, rows), total: await countNotesAbout(ctx.db, subject), page, size }
}

async function noteViews(ctx: Ctx<Staff>, rows: readonly NoteRow[]): Promise<NoteView[]> {
  const mentions = await mentionsOf(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const names = await namesOfStaff(ctx, [
    ...new Set([...rows.map(({ authorId }) => authorId), ...mentions.map(({ staffId }) => staffId)]),
  ])
  return rows.map(({ authorId, createdAt, editedAt, ...row }) => ({
    ...{ id: row.id, text: row.text, pinned: row.pinned, version: row.version },
    subject: viewOf(row.subjectKind, row.subjectNo),
    author: names.get(authorId) ?? '',
    own: authorId === ctx.actor.id,
    createdAt: shanghaiTime(createdAt),
    editedAt: editedAt && shanghaiTime(editedAt),
    mentions: mentions
      .filter(({ noteId }) => noteId === row.id)
      .map(({ staffId, seen }) => ({ id: staffId, name: names.get(staffId) ?? '', seen })),
  }))
}

export function viewOf(kind: SubjectKind, no: string) {
  return { kind, no, path: subjectPath(kind, no) }
}

export function addNote(
  ctx: Ctx<Staff>,
  { subject: asked, text, mentionIds }: InputOf<typeof noteAdd>,
): Promise<{ id: number }> {
  return inTx(ctx, async (ctx) => {
    const subject = await subjectOf(ctx, asked)
    const { id } = await insertNote(ctx.db, { subject, authorId: ctx.actor.id, text }, ctx.clock.now())
    await mention(ctx, subject, { id, text }, mentionIds)
    return { id }
  })
}

export function changeNote(
  ctx: Ctx<Staff>,
  { id, version, text, mentionIds }: InputOf<typeof noteEdit>,
): Promise<{ version: number }> {
  return inTx(ctx, async (ctx) => {
    const { subject } = await ownNote(ctx, id)
    if ((await editNote(ctx.db, { id, version, authorId: ctx.actor.id, text }, ctx.clock.now())) === 0)
      throw refuse(noteErrors.noteChanged)
    await mention(ctx, subject, { id, text }, mentionIds)
    return { version: version + 1 }
  })
}

/** Tells the colleagues who were not mentioned before. Who left, or may not read the record, cannot be mentioned. */
async function mention(
  ctx: Ctx<Staff>,
  subject: Subject,
  note: { id: number; text: string },
  staffIds: readonly number[],
): Promise<void> {
  for (const staffId of staffIds)
    await requireColleague(ctx, staffId, subject.kind, {
      left: noteErrors.colleagueLeft,
      mayNotRead: noteErrors.colleagueMayNotRead,
    })
  const fresh = await setMentions(ctx.db, note.id, [...new Set(staffIds)])
  const author = (await namesOfStaff(ctx, [ctx.actor.id])).get(ctx.actor.id) ?? ''
  await tellStaff(ctx, {
    staffIds: fresh.filter((staffId) => staffId !== ctx.actor.id),
    kind: 'mention',
    title: `${author}在${subjectKinds[subject.kind].label} ${subject.name} 的备注中提到您：${noteExcerpt(note.text)}`,
    path: notePath(subject.kind, subject.no, note.id),
    key: `mention:${note.id}`,
  })
}

/** An active colleague who may read such records. */
export async function requireColleague(
  ctx: Pick<Ctx, 'db'>,
  staffId: number,
  kind: SubjectKind | undefined,
  refusals: { left: RefusalKind; mayNotRead: RefusalKind },
): Promise<void> {
  const colleague = await staffMember(ctx, staffId)
  if (!colleague) throw refuse(refusals.left)
  if (kind && !mayAct(colleague, subjectKinds[kind].action)) throw refuse(refusals.mayNotRead)
}

/** The note with its record, when this person may read the record. */
async function readableNote(ctx: Ctx<Staff>, id: number): Promise<{ note: NoteRow; subject: Subject }> {
  const note = await noteById(ctx.db, id)
  if (!note) throw refuse(commonErrors.notFound)
  return { note, subject: await subjectOf(ctx, { kind: note.subjectKind, no: note.subjectNo }) }
}

async function ownNote(ctx: Ctx<Staff>, id: number): Promise<{ note: NoteRow; subject: Subject }> {
  const found = await readableNote(ctx, id)
  if (found.note.authorId !== ctx.actor.id) throw refuse(noteErrors.notYours)
  return found
}

export async function pinNote(ctx: Ctx<Staff>, { id, pinned }: { id: number; pinned: boolean }): Promise<void> {
  const { note } = await readableNote(ctx, id)
  if (note.deletedAt) throw refuse(commonErrors.notFound)
  await setPinned(ctx.db, id, pinned)
}

export async function deleteNote(ctx: Ctx<Staff>, { id }: { id: number }): Promise<void> {
  await ownNote(ctx, id)
  await setDeleted(ctx.db, id, ctx.actor.id, ctx.clock.now())
}

export async function restoreNote(ctx: Ctx<Staff>, { id }: { id: number }): Promise<void> {
  await ownNote(ctx, id)
  await setDeleted(ctx.db, id, ctx.actor.id, null)
}

export async function noteVersions(
  ctx: Ctx<Staff>,
  { id, page, size }: InputOf<typeof noteHistory>,
): Promise<OutputOf<typeof noteHistory>> {
  const { note } = await readableNote(ctx, id)
  if (note.deletedAt) throw refuse(commonErrors.notFound)
  const rows = await versionsOf(ctx.db, id, size, (page - 1) * size)
  const list = rows.map(({ writtenAt, ...row }) => ({ ...row, writtenAt: shanghaiTime(writtenAt) }))
  return { list, total: await countVersions(ctx.db, id), page, size }
}

export function seeNotes(ctx: Ctx<Staff>, { ids }: { ids: readonly number[] }): Promise<void> {
  return markSeen(ctx.db, ctx.actor.id, ids, ctx.clock.now())
}

export async function ownMentions(
  ctx: Ctx<Staff>,
  { page, size }: InputOf<typeof noteMentions>,
): Promise<OutputOf<typeof noteMentions>> {
  const rows = await unseenMentions(ctx.db, ctx.actor.id, size, (page - 1) * size)
  const names = await namesOfStaff(ctx, [...new Set(rows.map(({ authorId }) => authorId))])
  const list = rows.map((row) => ({
    id: row.id,
    subject: { ...viewOf(row.subjectKind, row.subjectNo), path: notePath(row.subjectKind, row.subjectNo, row.id) },
    excerpt: noteExcerpt(row.text),
    author: names.get(row.authorId) ?? '',
    createdAt: shanghaiTime(row.createdAt),
  }))
  return { list, total: await countUnseen(ctx.db, ctx.actor.id), page, size }
}

/** Erases the notes that were deleted some weeks ago. */
export function sweepNotes(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const before = addDays(ctx.clock.now(), -DELETED_NOTE_DAYS)
  return inBatches((most) => eraseDeletedNotes(ctx.db, before, most))
}

import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import type { Ctx, Customer, Staff } from '../../platform/http/ctx.ts'
import type { UploadedFile } from '../../platform/http/handler.ts'
import { readPersonal } from '../safety/actions.ts'
import { mayAct } from '../staff/rules.ts'
import { staffMayRead } from './reader-rules.ts'
import { fileErrors } from './errors.ts'
import { refuseMisnamed } from './name-actions.ts'
import {
  type FilePurpose,
  filePurposes,
  linkSeconds,
  mimeFits,
  mostUnattachedBytes,
  mostUnattachedFiles,
  programFault,
  wrongTypeText,
} from './rules.ts'
import {
  type BundleEntry,
  clearReader,
  deleteShare,
  detachByIds,
  detachByOwner,
  fileById,
  fileOfCustomer,
  type FileRow,
  filesByIds,
  filesByOwner,
  filesByOwners,
  filesReadableBy,
  insertFile,
  insertLink,
  insertShare,
  lockUploads,
  type LinkRow,
  resultsWithBytes,
  setAllAttached,
  setAttached,
  setReader,
  unattachedOf,
} from './store.ts'

// `attachedTo` names what a file belongs to, by kind and id: `order:12`. A file that belongs to nothing is removed after a day.

export { readableFile, storedFiles } from './store.ts'

export type { FileRow } from './store.ts'

/** Records an uploaded file in the transaction of its call. When the call is refused, the dispatcher removes the bytes. */
export async function keepUpload(
  ctx: Ctx<Customer> | Ctx<Staff>,
  file: UploadedFile,
  purpose: FilePurpose,
): Promise<FileRow> {
  const { maxBytes } = filePurposes[purpose]
  if (file.size > maxBytes)
    throw refuse(fileErrors.tooLargeForPurpose, `文件不能超过${Math.floor(maxBytes / 1024 / 1024)}MB`)
  if (!mimeFits(file.mime, purpose)) throw refuse(fileErrors.wrongType, wrongTypeText(purpose))
  const program = programFault(file.name, purpose)
  if (program) throw refuse(fileErrors.wrongType, program)
  await refuseMisnamed(ctx, file)
  const { actor } = ctx
  await lockUploads(ctx.db, actor.kind, actor.id)
  const waiting = await unattachedOf(ctx.db, actor.kind, actor.id)
  if (waiting.count >= mostUnattachedFiles || waiting.bytes + file.size > mostUnattachedBytes) {
    throw refuse(fileErrors.tooManyUnattached)
  }
  return insertFile(ctx.db, {
    storageKey: file.key,
    name: file.name,
    size: file.size,
    sha256: file.sha256,
    mime: file.mime,
    purpose,
    uploadedByKind: actor.kind,
    uploadedBy: actor.id,
    customerId: actor.kind === 'customer' ? actor.id : null,
    attachedTo: null,
    createdAt: ctx.clock.now(),
  })
}

/** A file uploaded with a visitor's message. It belongs to the message from the start, and only staff may read it. */
export async function keepFromVisitor(ctx: Ctx, file: UploadedFile, attachedTo: string): Promise<FileRow> {
  await refuseMisnamed(ctx, file)
  return insertFile(ctx.db, {
    storageKey: file.key,
    name: file.name,
    size: file.size,
    sha256: file.sha256,
    mime: file.mime,
    purpose: 'attachment',
    uploadedByKind: 'system',
    uploadedBy: null,
    customerId: null,
    attachedTo,
    createdAt: ctx.clock.now(),
  })
}

export interface GeneratedFile {
  name: string
  mime: string
  bytes: Uint8Array
  purpose: FilePurpose
  /** The customer who may read it; null until it is released. */
  customerId: number | null
  /** Null: it is removed after a day, because it can be generated again. */
  attachedTo: string | null
  /** Of an exported list: the only member of staff who may read it, and only while the role may do this action. */
  staff?: { id: number; action: string }
}

/** Stores a file that the product generated, such as a contract. The bytes are stored first: without a row, the sweeper removes them. */
export async function keepGenerated(ctx: Ctx, file: GeneratedFile): Promise<FileRow> {
  const stored = await ctx.files.put(Readable.from([Buffer.from(file.bytes)]), filePurposes[file.purpose].maxBytes)
  return insertFile(ctx.db, {
    storageKey: stored.key,
    name: file.name,
    size: stored.size,
    sha256: stored.sha256,
    mime: file.mime,
    purpose: file.purpose,
    uploadedByKind: file.staff ? 'staff' : 'system',
    uploadedBy: file.staff?.id ?? null,
    ...(file.staff ? { readerAction: file.staff.action } : {}),
    customerId: file.customerId,
    attachedTo: file.attachedTo,
    createdAt: ctx.clock.now(),
  })
}

/** Attaches an upload of the actor to something (`order:12`). Another person's file is not found; one that is attached elsewhere is refused. */
export async function attachFile(
  ctx: Ctx,
  id: number,
  attachedTo: string,
  purposes: readonly FilePurpose[],
): Promise<FileRow> {
  const { actor } = ctx
  const found = await fileById(ctx.db, id)
  const own =
    found &&
    (actor.kind === 'customer' || actor.kind === 'staff') &&
    found.uploadedByKind === actor.kind &&
    found.uploadedBy === actor.id
  if (!found || !own || !purposes.includes(found.purpose)) throw refuse(commonErrors.notFound)
  const attached = await setAttached(ctx.db, id, attachedTo)
  if (!attached) throw refuse(fileErrors.fileAttached)
  return attached
}

/** Attaches several files, whatever they were attached to before. The caller has checked whose they are. */
export async function attachAll(ctx: Ctx, ids: number[], attachedTo: string): Promise<void> {
  if (ids.length > 0) await setAllAttached(ctx.db, ids, attachedTo)
}

/** The files of one thing, in the order in which they were uploaded. The caller has checked who may see them. */
export function filesAttachedTo(ctx: Pick<Ctx, 'db'>, attachedTo: string): Promise<FileRow[]> {
  return filesByOwner(ctx.db, attachedTo)
}

/** The same for several things; the caller has checked who may see them. */
export function filesAttachedToAny(ctx: Pick<Ctx, 'db'>, things: string[]): Promise<FileRow[]> {
  return filesByOwners(ctx.db, things)
}

/** Detaches all files of something that was deleted; the sweeper removes them with their bytes. */
export async function detachAll(ctx: Pick<Ctx, 'db'>, attachedTo: string): Promise<void> {
  await detachByOwner(ctx.db, attachedTo)
}

/** Detaches single files, for example when two requests generated the same document and one was kept. */
export async function detachFiles(ctx: Pick<Ctx, 'db'>, ids: number[]): Promise<void> {
  await detachByIds(ctx.db, ids)
}

/** Lets a customer read these files. */
export async function releaseTo(ctx: Ctx, ids: number[], customerId: number): Promise<void> {
  if (ids.length > 0) await setReader(ctx.db, ids, customerId)
}

/** Ends the customer's right to read these files, because others replace them. */
export async function takeBack(ctx: Ctx, ids: number[]): Promise<void> {
  if (ids.length > 0) await clearReader(ctx.db, ids)
}

/** Lets another customer read the released results, reports and message files of something. The caller has checked that its owner allows it. */
export function shareAttached(ctx: Pick<Ctx, 'db'>, attachedTo: string, customerId: number): Promise<void> {
  return insertShare(ctx.db, attachedTo, customerId)
}

/** Takes back what `shareAttached` allowed. */
export function endShare(ctx: Pick<Ctx, 'db'>, attachedTo: string, customerId: number): Promise<void> {
  return deleteShare(ctx.db, attachedTo, customerId)
}

/** The file, when this customer may read it. */
export async function fileForCustomer(ctx: Ctx<Customer>, id: number): Promise<FileRow> {
  const found = await fileOfCustomer(ctx.db, id, ctx.actor.id)
  if (!found) throw refuse(commonErrors.notFound)
  return found
}

/** Those of the files that the caller may read. */
export async function readableAmong(ctx: Ctx<Customer>, ids: readonly number[]): Promise<Set<number>> {
  const rows = ids.length === 0 ? [] : await filesReadableBy(ctx.db, ids, ctx.actor.id)
  return new Set(rows.map(({ id }) => id))
}

/** The file, when the role may read its purpose, or when the person had it made. */
export async function fileForStaff(ctx: Ctx<Staff>, id: number): Promise<FileRow> {
  const found = await fileById(ctx.db, id)
  if (!found || !(staffMayRead(ctx.actor, found.purpose) || isOwnExport(ctx.actor, found)))
    throw refuse(commonErrors.notFound)
  return found
}

/**
 * What a member of staff had made, with what that role may see: nobody else reads it. An expired export is detached, so nobody may read it
 * any more; sheets of figures, loads and imports are never attached, and the sweeper removes them.
 */
function isOwnExport(person: Staff, file: FileRow): boolean {
  const kept =
    file.purpose === 'figureSheet' ||
    file.purpose === 'loadSheet' ||
    file.purpose === 'importSheet' ||
    (file.purpose === 'listExport' && file.attachedTo !== null)
  return (
    kept && file.uploadedByKind === 'staff' && file.uploadedBy === person.id && mayAct(person, file.readerAction ?? '')
  )
}

/** Files by id, for lists of other slices. The caller has checked who may see them. */
export async function filesOf(ctx: Pick<Ctx, 'db'>, ids: number[]): Promise<Map<number, FileRow>> {
  const rows = ids.length === 0 ? [] : await filesByIds(ctx.db, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Ids of other result files with the same bytes, the newest first, at most 100. */
export async function sameResults(ctx: Pick<Ctx, 'db'>, file: FileRow): Promise<number[]> {
  return (await resultsWithBytes(ctx.db, file)).map(({ id }) => id)
}

/** A link for the caller, who must be allowed to read the file; it is valid for at most five minutes. */
export async function linkTo(ctx: Ctx<Customer> | Ctx<Staff>, id: number, browserKey: string | undefined) {
  refuseInDoubt(ctx)
  const file =
    ctx.actor.kind === 'customer'
      ? await fileForCustomer(ctx as Ctx<Customer>, id)
      : await readByStaff(ctx as Ctx<Staff>, id)
  return newLink(ctx, { fileId: file.id, bundle: null, bundleName: '' }, browserKey)
}

/**
 * A link to several files as one ZIP. The caller has checked that they belong together; the right to read each of them is checked when the
 * link is opened.
 */
export async function linkToBundle(
  ctx: Ctx<Customer> | Ctx<Staff>,
  { entries, name }: { entries: BundleEntry[]; name: string },
  browserKey: string | undefined,
) {
  refuseInDoubt(ctx)
  const [first] = entries
  if (!first) throw refuse(fileErrors.nothingToPack)
  // All files belong to one customer, so the check of the first one counts for all.
  if (ctx.actor.kind === 'staff') await readByStaff(ctx as Ctx<Staff>, first.id)
  return newLink(ctx, { fileId: null, bundle: entries, bundleName: name }, browserKey)
}

async function newLink(
  ctx: Ctx<Customer> | Ctx<Staff>,
  what: Pick<LinkRow, 'fileId' | 'bundle' | 'bundleName'>,
  browserKey: string | undefined,
) {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  await insertLink(
    ctx.db,
    {
      ...what,
      tokenHash: hashOf(token),
      actorKind: ctx.actor.kind,
      actorId: ctx.actor.id,
      sessionId: ctx.actor.sessionId,
      browserHash: browserKey === undefined ? null : hashOf(browserKey),
      expiresAt: new Date(now.getTime() + linkSeconds * 1000),
    },
    now,
  )
  return { url: `/files/${token}`, expiresInSeconds: linkSeconds }
}

/** [T-58] Reading a customer's file counts as reading personal data; any other file only leaves an audit row. */
async function readByStaff(ctx: Ctx<Staff>, id: number): Promise<FileRow> {
  const file = await fileForStaff(ctx, id)
  const about = { file: id, purpose: file.purpose }
  if (file.customerId === null) await recordAudit(ctx, { action: 'file.read', subject: `file:${id}`, after: about })
  else await readPersonal(ctx, { subject: `customer:${file.customerId}`, about })
  return file
}

/** How tokens of links and keys of browsers are stored. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

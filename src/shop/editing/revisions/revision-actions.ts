import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { purgeWithCommit } from '../../../platform/http/cache/cache-sync.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { invalidInput } from '../../../platform/http/decode.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { addDays, fromShanghai, shanghaiTime } from '../../../platform/time.ts'
import { namesOfStaff } from '../../../core/staff/actions.ts'
import { mayAct } from '../../../core/staff/rules.ts'
import { recordPublishedPage } from '../../articles/agreement-actions.ts'
import { cleanData } from '../clean-actions.ts'
import type { ContentKind } from '../kinds/define-kind-rules.ts'
import { contentErrors } from '../errors.ts'
import { requireImages, withoutDeletedImages } from '../images/image-use-actions.ts'
import { kindSources } from '../kinds/kind-actions.ts'
import { differences, kindOf, type KindName } from '../kinds/kind-rules.ts'
import {
  insertRevision,
  latestRevision,
  lockItem,
  movePublic,
  moveRevision,
  revisionByVersion,
  type RevisionRow,
  supersedeOpen,
  isPublic,
  supersedePublic,
} from './revision-store.ts'
import { publishJob } from '../events.ts'

type Data = Record<string, unknown>
export interface ItemOf {
  kind: KindName
  id: number
}
export type VersionOf = ItemOf & { version: number }

/** Saves an editor's text as a new version. Refuses when the version that was edited is no longer the latest. */
export function saveDraft(
  ctx: Ctx<Staff>,
  input: { kind: KindName; id?: number | undefined; baseVersion: number; data: Data; note: string },
  /** What a new item was copied from; only its changes need the permissions of their fields. */
  copied?: Data,
): Promise<{ id: number; version: number; unscheduledAt?: string }> {
  const kind = editableKind(ctx, input.kind)
  const data = checkedData(kind, input.data)
  return inTx(ctx, async (inner) => {
    await requireImages(inner, data)
    await kindSources[input.kind].check?.(inner, input.id, data as never)
    if (input.id === undefined) requireFields(ctx, kind, copied ?? blankData(kind), data)
    const id = input.id ?? (await newItem(inner, input.kind, data))
    const top = input.id === undefined ? undefined : await topRevision(inner, { kind: input.kind, id })
    if ((top?.version ?? 0) !== input.baseVersion) throw await conflict(inner, kind, top, input.baseVersion)
    if (top && top.state === 'draft' && differences(kind, top.data, data).length === 0)
      return { id, version: top.version }
    if (top) requireFields(ctx, kind, top.data, data)
    const version = (top?.version ?? 0) + 1
    await supersedeOpen(inner.db, input.kind, id)
    await insertRevision(
      inner.db,
      { kind: input.kind, itemId: id, version, data, state: 'draft', note: input.note, authorId: ctx.actor.id },
      ctx.clock.now(),
    )
    await kindSources[input.kind].prepared?.(inner, id, 'draft', data as never)
    await audit(inner, { kind: input.kind, id, version }, 'save', top?.data, data)
    const dropped = top?.state === 'scheduled' ? top.publishAt : null
    return { id, version, ...(dropped && { unscheduledAt: shanghaiTime(dropped) }) }
  })
}

/** Publishes a draft. The kind's own table, which the public pages read, is written in no other way. */
export function publishDraft(ctx: Ctx<Staff>, of: VersionOf): Promise<void> {
  editableKind(ctx, of.kind)
  return inTx(ctx, async (inner) => publish(inner, await openRevision(inner, of)))
}

export function scheduleDraft(ctx: Ctx<Staff>, { at, ...of }: VersionOf & { at: string }): Promise<void> {
  editableKind(ctx, of.kind)
  const publishAt = fromShanghai(at)
  if (!(publishAt > ctx.clock.now())) throw refuse(contentErrors.publishTimePast)
  if (publishAt > addDays(ctx.clock.now(), 366)) throw refuse(contentErrors.publishTimeFar)
  return inTx(ctx, async (inner) => {
    const { id, data } = await openRevision(inner, of)
    const checked = checkedData(kindOf(of.kind), data)
    await kindSources[of.kind].checkComplete?.(inner, of.id, checked as never)
    await moveRevision(inner.db, id, { from: ['draft', 'scheduled'], to: 'scheduled', publishAt })
    await kindSources[of.kind].prepared?.(inner, of.id, 'scheduled')
    await enqueue(inner, publishJob, { revisionId: id, staffId: ctx.actor.id }, { at: publishAt })
    await audit(inner, of, 'schedule', null, { publishAt: at })
  })
}

export function unscheduleDraft(ctx: Ctx<Staff>, of: VersionOf): Promise<void> {
  editableKind(ctx, of.kind)
  return inTx(ctx, async (inner) => {
    const { id } = await openRevision(inner, of)
    if ((await moveRevision(inner.db, id, { from: ['scheduled'], to: 'draft' })) === 0)
      throw refuse(contentErrors.notDraft)
    await kindSources[of.kind].prepared?.(inner, of.id, 'draft')
    await audit(inner, of, 'unschedule')
  })
}

export function discardDraft(ctx: Ctx<Staff>, of: VersionOf): Promise<void> {
  editableKind(ctx, of.kind)
  return inTx(ctx, async (inner) => {
    const { data } = await openRevision(inner, of)
    await supersedeOpen(inner.db, of.kind, of.id)
    await kindSources[of.kind].prepared?.(inner, of.id, null)
    await audit(inner, of, 'discard', data)
  })
}

/** Copies an old version into a new draft; the history stays complete. */
export async function restoreVersion(
  ctx: Ctx<Staff>,
  { baseVersion, ...of }: VersionOf & { baseVersion: number },
): Promise<{ version: number; unscheduledAt?: string; deletedImages?: number }> {
  editableKind(ctx, of.kind)
  const old = await revisionByVersion(ctx.db, of.kind, of.id, of.version)
  if (!old) throw refuse(contentErrors.revisionUnknown)
  const { data, deleted } = await withoutDeletedImages(ctx, old.data)
  const saved = await saveDraft(ctx, { ...of, baseVersion, data, note: `恢复第 ${of.version} 版` })
  return { ...saved, ...(deleted > 0 ? { deletedImages: deleted } : {}) }
}

/** Hides an item from the public pages, or shows it again unchanged. */
export function setArchived(ctx: Ctx<Staff>, of: ItemOf, archived: boolean): Promise<void> {
  const { guard } = editableKind(ctx, of.kind)
  // Whether visitors see a project is no question of its price.
  if (guard && !mayAct(ctx.actor, guard.rest)) throw refuse(commonErrors.forbidden)
  return archiveItem(ctx, of, archived)
}

/** The same for callers that decide themselves who may do it. */
export function archiveItem(ctx: Ctx<Staff>, of: ItemOf, archived: boolean): Promise<void> {
  const kind = kindOf(of.kind)
  const { show } = kindSources[of.kind]
  if (kind.fixed || kind.single || !show) throw refuse(contentErrors.fixedItem)
  return inTx(ctx, async (inner) => {
    await topRevision(inner, of)
    const change = archived
      ? ({ from: 'published', to: 'archived' } as const)
      : ({ from: 'archived', to: 'published' } as const)
    if ((await movePublic(inner.db, of.kind, of.id, change)) === 0)
      throw refuse(archived ? contentErrors.alreadyArchived : contentErrors.notArchived)
    await show(inner, of.id, !archived)
    await audit(inner, of, archived ? 'archive' : 'unarchive', { published: archived }, { published: !archived })
    await purgeWithCommit(inner, tagsFor(of, 'listed'))
  })
}

/** Swaps an item with its nearest published neighbour. */
export function moveItem(ctx: Ctx<Staff>, { direction, ...of }: ItemOf & { direction: 'up' | 'down' }): Promise<void> {
  const kind = editableKind(ctx, of.kind)
  const { rows, order } = kindSources[of.kind]
  if (!kind.ordered || !order) throw refuse(contentErrors.fixedItem)
  return inTx(ctx, async (inner) => {
    await lockItem(inner.db, of.kind, 0)
    const items = await rows(inner)
    const moved = items.find(({ id }) => id === of.id)
    if (!moved) throw refuse(commonErrors.notFound)
    const peers = items.filter(({ id, published, group }) => (published && group === moved.group) || id === of.id)
    const neighbour = peers[peers.indexOf(moved) + (direction === 'up' ? -1 : 1)]
    if (!neighbour) throw refuse(contentErrors.cannotMove)
    const before = items.map(({ id }) => id)
    const [from, to] = [before.indexOf(of.id), before.indexOf(neighbour.id)]
    const after = before.with(from, neighbour.id).with(to, of.id)
    await order(inner, after)
    await audit(inner, of, 'move', { order: before }, { order: after })
    await purgeWithCommit(inner, tagsFor(of, 'listed'))
  })
}

/** What is typed in a form, when it could be saved; refuses as saving would. */
export async function checkedItem(ctx: Ctx<Staff>, { kind: name, id }: ItemOf, data: Data): Promise<Data> {
  const checked = checkedData(editableKind(ctx, name), data)
  await requireImages(ctx, checked)
  await kindSources[name].check?.(ctx, id, checked as never)
  return checked
}

/** The kind; refuses when this role may not edit it. */
export function editableKind(ctx: Ctx<Staff>, name: KindName): ContentKind {
  const kind = kindOf(name)
  if (!mayAct(ctx.actor, kind.action)) throw refuse(commonErrors.forbidden)
  return kind
}

/** The latest version. An item that was never edited gets its current content as version 1. */
export async function topRevision(ctx: Ctx, { kind, id }: ItemOf): Promise<RevisionRow> {
  await lockItem(ctx.db, kind, id)
  const top = await latestRevision(ctx.db, kind, id)
  if (top) return top
  const data = await kindSources[kind].read(ctx, id)
  if (!data) throw refuse(commonErrors.notFound)
  const published = (await kindSources[kind].rows(ctx, { also: [id] })).find((row) => row.id === id)?.published ?? true
  const first = { kind, itemId: id, version: 1, data, note: '编辑前的内容', authorId: null }
  await insertRevision(ctx.db, { ...first, state: published ? 'published' : 'archived' }, ctx.clock.now())
  return (await latestRevision(ctx.db, kind, id)) as RevisionRow
}

/** Writes the item and returns its previous data. A preview calls this too, in a transaction that is rolled back. */
export async function writeItem(
  ctx: Ctx,
  revision: Pick<RevisionRow, 'kind' | 'itemId' | 'data'>,
): Promise<Data | undefined> {
  const { kind, itemId } = revision
  const before = await kindSources[kind].read(ctx, itemId)
  await kindSources[kind].write(ctx, itemId, checkedData(kindOf(kind), revision.data) as never)
  return before
}

/** The version becomes what visitors see. Its item is locked. */
export async function publish(ctx: Ctx, revision: RevisionRow): Promise<void> {
  const { id, kind, itemId, version } = revision
  await kindSources[kind].checkComplete?.(ctx, itemId, checkedData(kindOf(kind), revision.data) as never)
  const before = await writeItem(ctx, revision)
  const wasPublic = await isPublic(ctx.db, kind, itemId)
  await supersedePublic(ctx.db, kind, itemId)
  await moveRevision(ctx.db, id, { from: ['draft', 'scheduled'], to: 'published', publishedAt: ctx.clock.now() })
  await kindSources[kind].prepared?.(ctx, itemId, null)
  if (kind === 'page') await recordPublishedPage(ctx, itemId, version)
  await audit(ctx, { kind, id: itemId, version }, 'publish', before, revision.data)
  await purgeWithCommit(ctx, tagsFor({ kind, id: itemId }, wasPublic ? 'changed' : 'listed'))
}

/** What a change of one item purges; one that appears, moves or goes may stand on the pages of others. */
function tagsFor({ kind, id }: ItemOf, how: 'changed' | 'listed'): string[] {
  const { tags, itemTags } = kindOf(kind)
  if (!itemTags) return [...tags]
  return [...tags, itemTags.one(id), ...(how === 'listed' ? [itemTags.all] : [])]
}

/** The draft or scheduled version; refuses when it is not the version that the editor saw. */
async function openRevision(ctx: Ctx, { kind, id, version }: VersionOf): Promise<RevisionRow> {
  await lockItem(ctx.db, kind, id)
  const top = await latestRevision(ctx.db, kind, id)
  if (!top) throw refuse(contentErrors.revisionUnknown)
  if (top.version !== version) throw await conflict(ctx, kindOf(kind), top, version)
  if (top.state !== 'draft' && top.state !== 'scheduled') throw refuse(contentErrors.notDraft)
  return top
}

async function newItem(ctx: Ctx, name: KindName, data: Data): Promise<number> {
  const kind = kindOf(name)
  const { nextId } = kindSources[name]
  if (kind.fixed || kind.single || !nextId) throw refuse(contentErrors.fixedItem)
  return nextId(ctx, data as never)
}

/** Refuses when a changed field needs a permission that this role does not have. */
function requireFields(ctx: Ctx<Staff>, kind: ContentKind, before: Data, after: Data): void {
  if (!kind.guard) return
  for (const { field, label } of differences(kind, before, after)) {
    if (!mayAct(ctx.actor, kind.guard.fields[field] ?? kind.guard.rest))
      throw refuse(contentErrors.fieldForbidden, `您没有修改「${label}」的权限`)
  }
}

/** What the fields of a new item hold before anything is entered. */
function blankData(kind: ContentKind): Data {
  return Object.fromEntries(
    Object.entries(kind.fields).map(([name, { schema }]) => [name, schema.safeParse(undefined).data]),
  )
}

/** Validates by the kind's own schema and cleans rich text; messages name the form's fields. */
function checkedData(kind: ContentKind, data: Data): Data {
  const parsed = kind.schema.safeParse(data)
  if (!parsed.success)
    throw invalidInput(parsed.error.issues.map((issue) => ({ ...issue, path: ['data', ...issue.path] })))
  return cleanData(kind, parsed.data as Data)
}

/** The refusal of a save on an outdated version: who saved first, when, and which fields. */
async function conflict(ctx: Ctx, kind: ContentKind, top: RevisionRow | undefined, baseVersion: number) {
  if (!top) return refuse(contentErrors.revisionUnknown)
  const base = await revisionByVersion(ctx.db, top.kind, top.itemId, baseVersion)
  const changed = base ? differences(kind, base.data, top.data).map(({ label }) => label) : []
  const who = top.authorId === null ? undefined : (await namesOfStaff(ctx, [top.authorId])).get(top.authorId)
  const what = changed.length > 0 ? `（${changed.join('、')}）` : ''
  return refuse(
    contentErrors.revisionConflict,
    `${who ?? '他人'}已在 ${shanghaiTime(top.createdAt).slice(0, 16)} 保存了第 ${top.version} 版${what}，请核对后再操作`,
  )
}

export async function audit(
  ctx: Ctx,
  of: ItemOf & { version?: number },
  verb: string,
  before?: unknown,
  after?: unknown,
) {
  await recordAudit(ctx, {
    action: `content.${verb}`,
    subject: `${of.kind}:${of.id}`,
    before: before ?? null,
    after: after ?? null,
    reason: of.version === undefined ? undefined : `第 ${of.version} 版`,
  })
}

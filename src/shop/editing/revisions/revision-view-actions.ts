import { createHash, randomBytes } from 'node:crypto'
import { projectItems } from '../../catalogue/actions.ts'
import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { addHours, shanghaiTime } from '../../../platform/time.ts'
import { namesOfStaff } from '../../../core/staff/actions.ts'
import { mayAct } from '../../../core/staff/rules.ts'
import { contentErrors } from '../errors.ts'
import { kindSources } from '../kinds/kind-actions.ts'
import { completed, differences, type KindName, kindNames, kindOf, titleOf } from '../kinds/kind-rules.ts'
import { checkedItem, editableKind, topRevision, type ItemOf, type VersionOf, writeItem } from './revision-actions.ts'
import type {
  contentItem,
  contentItemList,
  contentKindList,
  contentPreview,
  contentPreviewTyped,
  contentVersion,
  ItemLine,
  RevisionLine,
} from './revision-contract.ts'
import {
  insertPreview,
  latestRevision,
  latestRevisions,
  openCounts,
  previewedRevision,
  publicRevision,
  putTypedPreview,
  revisionByVersion,
  type RevisionHead,
  revisionHeads,
  type RevisionRow,
  typedPreview,
} from './revision-store.ts'

const PREVIEW_MINUTES = 15

/** The kinds this role may edit, each with its number of unpublished versions. */
export async function kindList(ctx: Ctx<Staff>): Promise<OutputOf<typeof contentKindList>> {
  const open = new Map((await openCounts(ctx.db)).map((row) => [row.kind, row.open]))
  const mine = kindNames.filter((name) => mayAct(ctx.actor, kindOf(name).action))
  const lines: OutputOf<typeof contentKindList> = []
  for (const kind of mine) {
    const { rows, count } = kindSources[kind]
    lines.push({ kind, total: count ? await count(ctx) : (await rows(ctx)).length, open: open.get(kind) ?? 0 })
  }
  return lines
}

/** New items that were never published, then all others in the order of the public pages. */
export async function itemList(
  ctx: Ctx<Staff>,
  { kind: name, show, kw, page, size }: InputOf<typeof contentItemList>,
): Promise<OutputOf<typeof contentItemList>> {
  const kind = editableKind(ctx, name)
  const revisions = new Map((await latestRevisions(ctx.db, name)).map((revision) => [revision.itemId, revision]))
  const rows = await kindSources[name].rows(ctx, { kw, also: [...revisions.keys()] })
  const known = new Set(rows.map(({ id }) => id))
  const fresh = [...revisions.values()]
    .filter(({ itemId, state }) => !known.has(itemId) && (state === 'draft' || state === 'scheduled'))
    .map(({ itemId, data }) => ({ id: itemId, title: titleOf(kind, data), published: false }))
    .toSorted((left, right) => right.id - left.id)
  const wanted = [...fresh, ...rows].filter(({ id, title, published }) => {
    const state = revisions.get(id)?.state
    const open = state === 'draft' || state === 'scheduled'
    if (show === 'open' && !open) return false
    if (show === 'archived' && (published || !known.has(id))) return false
    return title.toLowerCase().includes(kw.toLowerCase())
  })
  const shown = wanted.slice((page - 1) * size, page * size)
  const names = await authorNames(
    ctx,
    shown.map(({ id }) => revisions.get(id)),
  )
  return { list: shown.map((row) => lineOf(row, revisions.get(row.id), names)), total: wanted.length, page, size }
}

/** The latest version and the history. Opening an item for the first time stores its current content as version 1. */
export function itemDetail(ctx: Ctx<Staff>, of: ItemOf): Promise<OutputOf<typeof contentItem>> {
  const kind = editableKind(ctx, of.kind)
  return inTx(ctx, async (inner) => {
    const top = await topRevision(inner, of)
    const heads = await revisionHeads(inner.db, of.kind, of.id)
    const live = await publicRevision(inner.db, of.kind, of.id)
    const names = await authorNames(inner, heads)
    const row = (await kindSources[of.kind].rows(inner, { also: [of.id] })).find(({ id }) => id === of.id)
    return {
      id: of.id,
      // A kind without a title field takes the title from its row in the list.
      title: kind.title === undefined && !kind.single && row ? row.title : titleOf(kind, top.data),
      path: kind.path?.(of.id, top.data) ?? '',
      published: row?.published ?? false,
      version: top.version,
      state: top.state,
      publishAt: timeOrNull(top.publishAt),
      data: completed(kind, top.data),
      live: live ? { version: live.version, data: completed(kind, live.data) } : null,
      history: heads.map((head) => revisionLineOf(head, names)),
    }
  })
}

/** A version and its changes against the version before it. */
export async function versionDetail(
  ctx: Ctx<Staff>,
  { kind: name, id, version }: VersionOf,
): Promise<OutputOf<typeof contentVersion>> {
  const kind = editableKind(ctx, name)
  const revision = await revisionByVersion(ctx.db, name, id, version)
  if (!revision) throw refuse(contentErrors.revisionUnknown)
  const before = version > 1 ? await revisionByVersion(ctx.db, name, id, version - 1) : undefined
  return {
    ...revisionLineOf(revision, await authorNames(ctx, [revision])),
    data: revision.data,
    changes: differences(kind, before?.data ?? {}, revision.data),
  }
}

/** A link that shows the public page with this version for 15 minutes, to anyone who has the link. */
export async function previewLink(ctx: Ctx<Staff>, of: VersionOf): Promise<OutputOf<typeof contentPreview>> {
  const { path } = editableKind(ctx, of.kind)
  if (!path) throw refuse(contentErrors.nothingToPreview)
  const revision = await revisionByVersion(ctx.db, of.kind, of.id, of.version)
  if (!revision) throw refuse(contentErrors.revisionUnknown)
  const token = randomBytes(24).toString('base64url')
  const expiresAt = addHours(ctx.clock.now(), PREVIEW_MINUTES / 60)
  await insertPreview(
    ctx.db,
    { tokenHash: hashOf(token), revisionId: revision.id, staffId: ctx.actor.id, expiresAt },
    ctx.clock.now(),
  )
  return { path: pathWith(path(of.id, revision.data), token), expiresAt: shanghaiTime(expiresAt) }
}

/**
 * A link that shows the public page with what is typed in the form now. Each one ends the one before it, so that a form that is
 * being typed into leaves one row.
 */
export function typedPreviewLink(
  ctx: Ctx<Staff>,
  { kind: name, id, data }: InputOf<typeof contentPreviewTyped>,
): Promise<OutputOf<typeof contentPreviewTyped>> {
  const { path } = editableKind(ctx, name)
  if (!path) throw refuse(contentErrors.nothingToPreview)
  return inTx(ctx, async (inner) => {
    if ((await latestRevision(inner.db, name, id)) === undefined) throw refuse(contentErrors.revisionUnknown)
    const checked = await checkedItem(inner, { kind: name, id }, data)
    const token = randomBytes(24).toString('base64url')
    const now = ctx.clock.now()
    const expiresAt = addHours(now, PREVIEW_MINUTES / 60)
    const typed = { staffId: ctx.actor.id, kind: name, itemId: id, tokenHash: hashOf(token), data: checked, expiresAt }
    await putTypedPreview(inner.db, typed, now)
    return { path: pathWith(path(id, checked), token) }
  })
}

export async function projectNames(ctx: Pick<Ctx, 'db'>, rids: number[]): Promise<{ rid: number; name: string }[]> {
  return (await projectItems(ctx, rids)).map(({ rid, name }) => ({ rid, name }))
}

class RollBack extends Error {}

/**
 * Runs `work` in a transaction in which the version of a preview link, or what somebody is typing (version null), is published, and rolls it back: the real page is rendered,
 * and nobody else sees the change. Undefined when the link is unknown or expired.
 */
export async function asPreviewed<T>(
  ctx: Ctx,
  token: string,
  work: (ctx: Ctx, version: number | null) => Promise<T>,
): Promise<T | undefined> {
  const revision = await previewedRevision(ctx.db, hashOf(token), ctx.clock.now())
  const shown = revision ?? (await typedPreview(ctx.db, hashOf(token), ctx.clock.now()))
  if (!shown) return undefined
  let result: T | undefined
  await inTx(ctx, async (inner) => {
    await writeItem(inner, shown)
    if (revision === undefined) await lead(inner, shown)
    result = await work(inner, revision?.version ?? null)
    throw new RollBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RollBack)) throw error
  })
  return result
}

/** Puts an item before all others of its kind, where the kind says so. */
async function lead(ctx: Ctx, { kind, itemId }: { kind: KindName; itemId: number }): Promise<void> {
  if (!kindOf(kind).leadsTyped) return
  const { rows, order } = kindSources[kind]
  const others = (await rows(ctx)).map(({ id }) => id).filter((id) => id !== itemId)
  await order?.(ctx, [itemId, ...others])
}

function pathWith(path: string, token: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}preview=${token}`
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function lineOf(
  { id, title, published }: { id: number; title: string; published: boolean },
  revision: RevisionRow | undefined,
  names: Map<number, string>,
): ItemLine {
  const open = revision?.state === 'draft' || revision?.state === 'scheduled' ? revision.state : null
  const changedAt = revision && (revision.publishedAt ?? revision.createdAt)
  return {
    id,
    title,
    published,
    open,
    publishAt: timeOrNull(revision?.publishAt ?? null),
    changedAt: revision?.authorId === null ? null : timeOrNull(changedAt ?? null),
    changedBy: names.get(revision?.authorId ?? 0) ?? '',
  }
}

function revisionLineOf(head: RevisionHead, names: Map<number, string>): RevisionLine {
  return {
    version: head.version,
    state: head.state,
    note: head.note,
    author: names.get(head.authorId ?? 0) ?? '',
    createdAt: shanghaiTime(head.createdAt),
    publishAt: timeOrNull(head.publishAt),
    publishedAt: timeOrNull(head.publishedAt),
  }
}

async function authorNames(ctx: Pick<Ctx, 'db'>, heads: readonly (RevisionHead | undefined)[]) {
  return namesOfStaff(ctx, [...new Set(heads.flatMap((head) => head?.authorId ?? []))])
}

function timeOrNull(at: Date | null): string | null {
  return at && shanghaiTime(at)
}

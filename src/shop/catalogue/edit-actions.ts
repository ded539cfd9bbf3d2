import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import {
  categoryPath,
  type EditedRow,
  editedProject,
  editedProjects,
  inUse,
  putProject,
  retire,
  setOpenEdit,
  slugOwner,
  slugsOf,
  takenSlugs,
} from './edit-store.ts'
import { completeFaults, contentOf, type ProjectEdit, requirementEdits } from './edit-rules.ts'
import type { ParameterForm } from './forms/form-rules.ts'
import type { PriceRule } from './prices/price-rules.ts'
import { suitabilityEdits } from './requirements/suitability-edit-rules.ts'
import { catalogueErrors } from './errors.ts'
import { removeFromIndex } from './listing/index-store.ts'
import { idsBySlug, insertProject, lockProject, putFormInUse, putPriceInUse } from './project-store.ts'
import { foundByText, publish } from './publish-actions.ts'
import { noSeo } from '../../core/settings/search-engines/seo-rules.ts'

// Editing of a project's text, form and prices. The caller purges cached answers about the catalogue.

type DbCtx = Pick<Ctx, 'db'>
/** The type whose orders have no samples. */
const DATA_ANALYSIS = 3

export async function readProject(ctx: DbCtx, rid: number): Promise<ProjectEdit | undefined> {
  const row = await editedProject(ctx.db, rid)
  if (!row) return undefined
  const { content } = row
  const { related = [], suitability = [] } = content
  const named = [...related, ...suitability.flatMap(({ instead }) => instead ?? [])]
  const ids = new Map((await idsBySlug(ctx.db, named)).map(({ slug, id }) => [slug, id]))
  const { slug, name, aliases, tags, sketch, daysFrom, daysTo, img, figure } = row
  return {
    ...{ name, slug, aliases, categoryId: row.childId ?? row.categoryId, tags, sketch, daysFrom, daysTo, img, figure },
    intro: content.intro.join('\n'),
    consumed: content.consumed ? 'yes' : 'no',
    notices: content.notices.join('\n'),
    instruments: content.instruments,
    faq: content.faq,
    related: related.flatMap((each) => ids.get(each) ?? []),
    requirements: requirementEdits(content.requirements),
    suitability: suitabilityEdits(suitability, (each) => ids.get(each)),
    form: row.form ?? { fields: [] },
    rule: row.rule ?? { kind: 'quote' },
    seo: content.seo ?? noSeo,
  }
}

/** Refuses a draft that could not be kept; messages stand beside the field. */
export async function checkProject(ctx: Ctx, rid: number | undefined, edit: ProjectEdit): Promise<void> {
  const owner = await slugOwner(ctx.db, edit.slug)
  if (owner && owner.id !== rid) throw refuseField('slug', 'slugTaken')
  const row = rid === undefined ? undefined : await editedProject(ctx.db, rid)
  if (rid !== undefined && !row) throw refuse(commonErrors.notFound)
  await placeOf(ctx, edit.categoryId, row)
}

/** Refuses a version that is not complete enough to go on sale. */
export async function checkComplete(ctx: Ctx, rid: number, edit: ProjectEdit): Promise<void> {
  await checkProject(ctx, rid, edit)
  const { typeId, hidden } = await placeOf(ctx, edit.categoryId)
  if (hidden) throw refuseField('categoryId', 'categoryUnknown')
  const faults = Object.entries(completeFaults(edit, { takesSamples: typeId !== DATA_ANALYSIS }))
  const [first] = faults
  if (!first) return
  const fields = Object.fromEntries(faults.map(([field, message]) => [`data.${field}`, message]))
  throw refuse(catalogueErrors.incomplete, undefined, { fields })
}

/** A project that only its editors see; it goes on sale by `writeProject`. */
export async function newProject(ctx: Ctx, edit: ProjectEdit): Promise<number> {
  const columns = { ...(await columnsOf(ctx, edit)), orderCount: 0 }
  const content = { ...columns.content, results: [] }
  const row = await insertProject(ctx.db, { ...columns, content }, ctx.clock.now())
  if (!row) throw refuseField('slug', 'slugTaken')
  return row.id
}

/** Keeps the list of the console up to date. The text of a project that was never on sale is that of its draft. */
export async function projectPrepared(
  ctx: Ctx,
  rid: number,
  open: 'draft' | 'scheduled' | null,
  edit?: ProjectEdit,
): Promise<void> {
  await lockProject(ctx.db, rid)
  await setOpenEdit(ctx.db, rid, open, ctx.clock.now())
  const row = edit && (await editedProject(ctx.db, rid))
  if (edit && row && !row.published && row.retiredAt === null)
    await putProject(ctx.db, rid, await columnsOf(ctx, edit), ctx.clock.now())
}

/** Puts the project on sale with this text. A changed form or price is a new version; orders keep theirs. */
export async function writeProject(ctx: Ctx, rid: number, edit: ProjectEdit): Promise<void> {
  if (!(await lockProject(ctx.db, rid))) throw refuse(catalogueErrors.projectUnavailable)
  const now = ctx.clock.now()
  await putProject(ctx.db, rid, await columnsOf(ctx, edit, await editedProject(ctx.db, rid)), now)
  const same = await inUse(ctx.db, rid, edit)
  if (!same.form) await putFormInUse(ctx.db, rid, edit.form, now)
  if (!same.rule) await putPriceInUse(ctx.db, rid, edit.rule, now)
  await publish(ctx, rid, edit.rule)
}

/** Takes a project off sale, or puts it back as it was. Orders and carts that have it keep it. */
export async function showProject(ctx: Ctx, rid: number, onSale: boolean): Promise<void> {
  if (!(await lockProject(ctx.db, rid))) throw refuse(commonErrors.notFound)
  if (onSale) {
    const row = await editedProject(ctx.db, rid)
    if (!row?.rule || !row.form) throw refuse(catalogueErrors.projectUnavailable)
    if ((await placeOf(ctx, row.childId ?? row.categoryId)).hidden) throw refuse(catalogueErrors.categoryUnknown)
    return publish(ctx, rid, row.rule)
  }
  if ((await retire(ctx.db, rid, ctx.clock.now())) === 0) throw refuse(catalogueErrors.alreadyRetired)
  await removeFromIndex(ctx.db, rid)
}

const MOST_COPIES = 200

/** Prices with what a change of them needs to know, in the order of the ids. */
export async function pricesOf(ctx: DbCtx, rids: readonly number[]): Promise<PricedRow[]> {
  const rows = await editedProjects(ctx.db, rids)
  return rows.flatMap(({ id, slug, name, published, openEdit, form, rule }) =>
    form && rule ? [{ rid: id, slug, name, onSale: published, isEdited: openEdit !== null, form, rule }] : [],
  )
}
export interface PricedRow {
  rid: number
  slug: string
  name: string
  onSale: boolean
  /** A version of the project waits to be published. */
  isEdited: boolean
  form: ParameterForm
  rule: PriceRule
}

export async function pricesBySlug(ctx: DbCtx, slugs: readonly string[]): Promise<PricedRow[]> {
  const ids = await idsBySlug(ctx.db, [...slugs])
  return pricesOf(
    ctx,
    ids.map(({ id }) => id),
  )
}

/** 「xrd-2」, 「xrd-3」 …: the first that no project has. */
export async function freeSlug(ctx: DbCtx, wanted: string): Promise<string> {
  const slugs = Array.from({ length: MOST_COPIES }, (_, i) => `${wanted.slice(0, 50).replace(/-+$/, '')}-${i + 2}`)
  const taken = new Set((await takenSlugs(ctx.db, slugs)).map(({ slug }) => slug))
  const free = slugs.find((slug) => !taken.has(slug))
  if (!free) throw refuse(catalogueErrors.slugTaken)
  return free
}

async function columnsOf(ctx: DbCtx, edit: ProjectEdit, row?: EditedRow) {
  const { hidden: _, ...place } = await placeOf(ctx, edit.categoryId, row)
  const named = [...edit.related, ...edit.suitability.flatMap(({ instead }) => instead ?? [])]
  const slugs = new Map((await slugsOf(ctx.db, named)).map(({ id, slug }) => [id, slug]))
  const { slug, name, aliases, sketch, tags, img, figure, daysFrom, daysTo } = edit
  return {
    ...{ slug, name, aliases, sketch, tags, img, figure, daysFrom, daysTo, ...place },
    content: contentOf(edit, (id) => slugs.get(id)),
    foundBy: foundByText(edit),
  }
}

/** Type, category and sub-category of a node. The type of a project that was on sale stays, because orders go through the steps of a type. */
async function placeOf(ctx: DbCtx, categoryId: number, row?: EditedRow) {
  const path = await categoryPath(ctx.db, categoryId)
  const at = (level: number) => path.find((node) => node.level === level)?.id
  const [typeId, second] = [at(1), at(2)]
  if (typeId === undefined || second === undefined) throw refuseField('categoryId', 'categoryUnknown')
  const wasOnSale = row && (row.published || row.retiredAt !== null)
  if (wasOnSale && row.typeId !== typeId) throw refuseField('categoryId', 'otherType')
  return { typeId, categoryId: second, childId: at(3) ?? null, hidden: path.some(({ published }) => !published) }
}

function refuseField(field: string, name: 'slugTaken' | 'categoryUnknown' | 'otherType') {
  return refuseAt(`data.${field}`, catalogueErrors[name])
}

import type { CustomerGroup } from '../../people/customers/rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { purgeWithCommit } from '../../platform/http/cache/cache-sync.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { addHours } from '../../platform/time.ts'
import type { ProjectItem, TypeNode } from './contract.ts'
import type { ProjectContent } from './content-rules.ts'
import { projectDetailRow } from './detail-store.ts'
import { catalogueErrors } from './errors.ts'
import { csvOf } from './examples/example-rules.ts'
import { publishedExample } from './examples/example-store.ts'
import { checkParameters } from './forms/form-check-rules.ts'
import type { ParameterForm, ParameterValues } from './forms/form-rules.ts'
import {
  cardsById,
  hotCards,
  lastProjectId,
  namedProjects,
  type NamedProject,
  type ProjectCard,
  projectsBetween,
} from './listing/listing-store.ts'
import { type Price, type PriceRule, priceOf } from './prices/price-rules.ts'
import {
  anyOnSaleBesides,
  addOrderCounts,
  daysOfProjects,
  type CategoryRow,
  categoryRows,
  formVersion as formVersionRow,
  idsBySlug,
  lockProject,
  mostDays,
  picturedBy,
  picturesInUse,
  pricingInUse,
  type PricingRow,
  type PicturedRow,
  type ProjectRow,
  projectIdsLike,
  publicNames,
  putRating,
  replacePicture,
} from './project-store.ts'
import { projectsOnSale } from './project-documents.ts'
import { splitTags } from './requirements/requirement-rules.ts'
import { refreshScoresJob } from './events.ts'
import type { ImageChange } from '../media/image-use-rules.ts'
import { daysText } from '../../core/settings/opening-hours/days-rules.ts'
import { seoOf } from '../../core/settings/search-engines/seo-rules.ts'

type DbCtx = Pick<Ctx, 'db'>
type CachedCtx = Pick<Ctx, 'db' | 'cache' | 'clock'>

export type ProjectPricing = PricingRow

/** A published project with the data an order needs: form and price rule in use, and their versions. */
export type OrderableProject = {
  rid: number
  slug: string
  name: string
  img: string
  sketch: string
  typeId: number
  typeName: string
  categoryId: number
  categoryName: string
  childId: number | null
  daysFrom: number
  daysTo: number
  formVersion: number
  form: ParameterForm
  priceVersion: number
  rule: PriceRule
  content: ProjectRow['content']
}

/** Published projects in the order of `rids`; refuses when one is unknown or not on sale. */
export async function projectForOrder(ctx: CachedCtx, rids: readonly number[]): Promise<OrderableProject[]> {
  if (rids.length === 0) return []
  const rows = await projectsOnSale(ctx, [...new Set(rids)])
  return rids.map((rid) => {
    const row = rows.find((candidate) => candidate.id === rid)
    if (!row) throw refuse(catalogueErrors.projectUnavailable)
    return orderable(row)
  })
}

/** What a published project is priced by, without its texts; refuses when it is unknown or not on sale. */
export async function pricingOf(ctx: DbCtx, rid: number): Promise<PricingRow> {
  const row = await pricingInUse(ctx.db, rid)
  if (!row) throw refuse(catalogueErrors.projectUnavailable)
  return row
}

/** The same for something that was ordered before; undefined when the project is no longer on sale. */
export function pricingIfOnSale(ctx: DbCtx, rid: number): Promise<PricingRow | undefined> {
  return pricingInUse(ctx.db, rid)
}

/** Project ids by slug, for demo data that refers to projects. */
export async function ridsBySlug(ctx: DbCtx, slugs: readonly string[]): Promise<Map<string, number>> {
  return new Map((await idsBySlug(ctx.db, [...slugs])).map((row) => [row.slug, row.id]))
}

/** The projects that are on sale, by id. For plans, whose projects may have been taken off sale. */
export async function projectsByRid(ctx: CachedCtx, rids: readonly number[]): Promise<Map<number, OrderableProject>> {
  const rows = rids.length === 0 ? [] : await projectsOnSale(ctx, [...new Set(rids)])
  return new Map(rows.map((row) => [row.id, orderable(row)]))
}

export type PriceRequest = {
  rid: number
  /** The form version the values were filled in with; by default the one in use. */
  formVersion?: number
  values: unknown
  group: CustomerGroup
  sampleCount: number
  urgent: boolean
}

export type PricedProject = {
  project: OrderableProject
  formVersion: number
  form: ParameterForm
  values: ParameterValues
  price: Price
}

/**
 * Checks the values against the form version they were filled in with and prices them by the rule in use.
 * Refuses with the message of every field, keyed `values.<field>`.
 */
export async function priceProject(ctx: CachedCtx, request: PriceRequest): Promise<PricedProject> {
  const [project] = await projectForOrder(ctx, [request.rid])
  if (!project) throw refuse(catalogueErrors.projectUnavailable)
  const version = request.formVersion ?? project.formVersion
  const form =
    version === project.formVersion ? project.form : (await formVersionRow(ctx.db, request.rid, version))?.form
  if (!form) throw refuse(catalogueErrors.formVersionUnknown)
  const checked = checkParameters(form, request.values)
  if (!checked.ok) {
    const fields: Record<string, string> = {}
    for (const issue of checked.issues)
      fields[issue.field === '' ? 'values' : `values.${issue.field}`] ??= issue.message
    throw refuse(catalogueErrors.invalidParameters, checked.issues[0]?.message, { fields })
  }
  const { group, sampleCount, urgent } = request
  const price = priceOf({ rule: project.rule, form, values: checked.values, group, sampleCount, urgent })
  return { project, formVersion: version, form, values: checked.values, price }
}

const refreshAfterMinutes = 10

/**
 * Adds to the order counts of projects (「N下单」): one order for each time that a project is named. Lists and searches are updated some minutes
 * later, so that orders never write to the index. Call it from a job, because all orders of a project update the same row.
 */
export async function countOrders(ctx: Ctx, rids: readonly number[]): Promise<void> {
  await addOrderCounts(ctx.db, rids)
  await enqueue(ctx, refreshScoresJob, {}, { at: addHours(ctx.clock.now(), refreshAfterMinutes / 60), key: 'all' })
}

/** The longest time to data among projects, in working days; null when none of them exists. */
export async function longestDays(ctx: DbCtx, rids: readonly number[]): Promise<number | null> {
  return (await mostDays(ctx.db, rids)).days
}

/** The time to data of each of these projects, in working days. */
export async function promisedDaysOf(ctx: DbCtx, rids: readonly number[]) {
  return new Map((await daysOfProjects(ctx.db, rids)).map(({ rid, ...promised }) => [rid, promised]))
}

/** Projects on sale by slug. */
export function projectsNamed(ctx: DbCtx, slugs: readonly string[]): Promise<NamedProject[]> {
  return namedProjects(ctx.db, slugs)
}

/** The projects that rules of suitability propose instead; no statement when none does. */
export async function alternativesIn(ctx: DbCtx, contents: readonly ProjectContent[]): Promise<NamedProject[]> {
  const slugs = new Set(contents.flatMap(({ suitability = [] }) => suitability.flatMap(({ instead }) => instead ?? [])))
  return slugs.size === 0 ? [] : namedProjects(ctx.db, [...slugs])
}

/** Everything a project's page shows except the cases, which are articles. */
export async function projectDetail(ctx: DbCtx, rid: number) {
  const row = await projectDetailRow(ctx.db, rid)
  if (!row) throw refuse(commonErrors.notFound)
  const { related: _, ...shown } = row.content
  const { slug, aliases, typeName, categoryName, childId, formVersion, form, priceVersion, rule } = row
  const results = shown.results.map((result, i) => ({ ...result, plot: row.plots.get(i) }))
  return {
    ...projectItemOf(row),
    slug,
    aliases,
    typeName,
    categoryName,
    childId,
    childName: row.childName ?? '',
    formVersion,
    form,
    priceVersion,
    rule,
    content: { suitability: [], ...shown, results },
    alternatives: row.alternatives,
    related: row.related.map(projectItemOf),
  }
}

/** Whether any other project is on sale. */
export function hasProjectBesides(ctx: DbCtx, rid: number | null): Promise<boolean> {
  return anyOnSaleBesides(ctx.db, rid)
}

export async function isOnSale(ctx: DbCtx, rid: number): Promise<boolean> {
  return (await cardsById(ctx.db, [rid])).length > 0
}

/** The CSV file of an example; undefined where there is none. */
export async function exampleFile(ctx: DbCtx, rid: number, place: number) {
  const found = await publishedExample(ctx.db, rid, place)
  return found && { name: `mingxi-example-${found.slug}-${place + 1}.csv`, text: csvOf(found.data) }
}

/** For the sitemap: ids from `from` up to, but not including, `to`. */
export function projectsForSitemap(ctx: DbCtx, from: number, to: number) {
  return projectsBetween(ctx.db, from, to)
}

export function namesOfProjects(ctx: DbCtx, rids: readonly number[]): Promise<{ rid: number; name: string }[]> {
  return publicNames(ctx.db, rids)
}

export async function lastProject(ctx: DbCtx): Promise<number> {
  return (await lastProjectId(ctx.db)).id
}

export async function hotProjects(ctx: DbCtx, limit: number): Promise<ProjectItem[]> {
  return (await hotCards(ctx.db, limit)).map(projectItemOf)
}

/** Cards of those projects that are published, in the order of `rids`. */
export async function projectItems(ctx: DbCtx, rids: readonly number[]): Promise<ProjectItem[]> {
  if (rids.length === 0) return []
  const cards = await cardsById(ctx.db, [...rids])
  return rids.flatMap((rid) => cards.filter((card) => card.id === rid).map(projectItemOf))
}

/** Types with their categories and sub-categories, in the order that editors gave them. */
export async function categoryTree(ctx: DbCtx, typeId?: number): Promise<TypeNode[]> {
  const rows = await categoryRows(ctx.db)
  const childrenOf = (id: number | null) => rows.filter((row) => row.parentId === id)
  const types = childrenOf(null).filter((type) => typeId === undefined || type.id === typeId)
  if (typeId !== undefined && types.length === 0) throw refuse(commonErrors.notFound)
  return types.map((type) => ({
    ...nodeOf(type),
    children: childrenOf(type.id).map((category) => ({
      ...nodeOf(category),
      children: childrenOf(category.id).map(nodeOf),
    })),
  }))
}

/** Categories of the home page with their children, and the categories of its hot area: the chosen ones in their order, or else the featured. */
export async function homeCategories(ctx: DbCtx, chosen?: readonly number[]) {
  const rows = await categoryRows(ctx.db)
  const categories = rows.filter((row) => row.level === 2)
  return {
    typeArr: categories.map(({ id, name, img, figure }) => ({
      id,
      name,
      img,
      figure,
      typeChildArr: rows.filter((row) => row.parentId === id).map((child) => ({ id: child.id, name: child.name })),
    })),
    prefectureNavBottomArr: (chosen
      ? chosen.flatMap((id) => rows.filter((row) => row.id === id))
      : rows.filter((row) => row.featured)
    ).map(({ id, name, img, figure, sketch }) => ({ id, name, img, figure, sketch })),
  }
}

export function projectItemOf(card: ProjectCard): ProjectItem {
  return {
    rid: card.id,
    name: card.name,
    img: card.img,
    figure: card.figure,
    sketch: card.sketch,
    order: card.orderCount,
    priceFromFen: card.priceFromFen,
    unit: card.unit,
    days: daysText(card.daysFrom, card.daysTo),
    tags: card.tags,
    typeId: card.typeId,
    categoryId: card.categoryId,
    rating: ratingOf(card),
  }
}

/** Of the evaluations that are shown, to one decimal place; null without any. */
function ratingOf({ reviewCount, starSum }: ProjectCard): ProjectItem['rating'] {
  return reviewCount === 0 ? null : { count: reviewCount, average: Math.round((starSum * 10) / reviewCount) / 10 }
}

/**
 * Writes the number of evaluations that are shown and the sum of their stars. They are counted while the project is locked, so that two
 * that are published at once are both in it.
 */
export async function setRating(
  ctx: Ctx,
  rid: number,
  counted: () => Promise<{ reviewCount: number; starSum: number }>,
): Promise<void> {
  await lockProject(ctx.db, rid)
  await putRating(ctx.db, rid, await counted())
}

/** Projects whose name contains a text, for lists of the console. */
export async function projectsLike(ctx: DbCtx, typed: string): Promise<number[]> {
  return (await projectIdsLike(ctx.db, typed)).map(({ id }) => id)
}

function nodeOf({ id, name, img, figure, sketch, description, count, seo }: CategoryRow) {
  return { id, name, img, figure, sketch, description, tags: splitTags(description), count, seo: seoOf(seo) }
}

function orderable(row: ProjectRow): OrderableProject {
  const { slug, name, img, sketch, typeId, typeName, categoryId, categoryName, childId, daysFrom, daysTo } = row
  const { formVersion, form, priceVersion, rule, content } = row
  return {
    rid: row.id,
    ...{ slug, name, img, sketch, typeId, typeName, categoryId, categoryName, childId, daysFrom, daysTo },
    ...{ formVersion, form, priceVersion, rule, content },
  }
}

/** Runs `work` in a transaction and purges lists of projects with its commit, and the pages that the other tags stand for. */
export function changeCatalogue<T>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<T>,
  pages: readonly string[] = [],
): Promise<T> {
  return inTx(ctx, async (inner) => {
    const result = await work(inner)
    await purgeWithCommit(inner, ['catalogue', ...pages])
    return result
  })
}

/** Categories and projects that use a picture, for the picture library. */
export function imageUses(ctx: DbCtx, pattern: string): Promise<PicturedRow[]> {
  return picturedBy(ctx.db, pattern)
}

export function catalogueImages(ctx: DbCtx): Promise<string[]> {
  return picturesInUse(ctx.db)
}

export function rewriteCatalogueImage(ctx: DbCtx, { from, to }: ImageChange): Promise<number> {
  return from === to ? Promise.resolve(0) : replacePicture(ctx.db, from, to)
}

export async function featuredCategoryIds(ctx: DbCtx): Promise<number[]> {
  return (await categoryRows(ctx.db)).filter((row) => row.featured).map((row) => row.id)
}

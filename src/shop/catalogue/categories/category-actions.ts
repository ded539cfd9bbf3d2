import { commonErrors, refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import {
  type CategoryNodeRow,
  insertCategory,
  lockTree,
  moveProjects,
  nextCategoryId,
  nodeRows,
  projectCounts,
  setCategoryOrder,
  setCategoryPublished,
  updateCategory,
} from './category-store.ts'
import { catalogueErrors } from '../errors.ts'
import { splitTags } from '../requirements/requirement-rules.ts'
import { noSeo, type Seo } from '../../../core/settings/search-engines/seo-rules.ts'

// Changes of the category tree by editors. The caller purges cached answers about the catalogue. The three types are fixed, because the
// workflow of an order depends on them: they can be renamed and described, but not added, moved or hidden.

type DbCtx = Pick<Ctx, 'db'>

export interface CategoryChange {
  name: string
  img: string
  sketch: string
  tags: string[]
  seo: Seo
  /** Null keeps the parent. */
  parentId: number | null
}

/** The tree from top to bottom, including hidden nodes; siblings have the same `group`. */
export async function categoryItems(ctx: DbCtx) {
  const rows = await nodeRows(ctx.db)
  const below = (parent: CategoryNodeRow | undefined, path: string): Item[] =>
    rows
      .filter(({ parentId }) => parentId === (parent?.id ?? null))
      .flatMap((row) => [
        { id: row.id, title: path + row.name, published: row.published, group: parent?.id ?? 0 },
        ...below(row, `${path}${row.name} / `),
      ])
  return below(undefined, '')
}
type Item = { id: number; title: string; published: boolean; group: number }

export async function readCategory(ctx: DbCtx, id: number) {
  const row = (await nodeRows(ctx.db)).find((each) => each.id === id)
  return (
    row && {
      name: row.name,
      parentId: row.parentId,
      img: row.img,
      sketch: row.sketch,
      tags: splitTags(row.description),
      seo: row.seo ?? noSeo,
    }
  )
}

export function newCategoryId(ctx: DbCtx): Promise<number> {
  return nextCategoryId(ctx.db)
}

/** Adds a node, or updates one and makes it visible. */
export async function putCategory(ctx: DbCtx, id: number, change: CategoryChange): Promise<void> {
  const { node, parent } = await checkCategory(ctx, id, change)
  const { tags, ...rest } = change
  const row = { ...rest, description: tags.join('|') }
  if (!node) {
    if (!parent) throw refuseAt(PARENT, catalogueErrors.categoryParentMissing)
    return insertCategory(ctx.db, { ...row, id, parentId: parent.id, level: parent.level + 1 })
  }
  await updateCategory(ctx.db, id, { ...row, parentId: parent?.id ?? null })
  if (parent && node.level === 3 && node.parentId !== null && node.parentId !== parent.id)
    await moveProjects(ctx.db, id, node.parentId, parent.id)
}

/** Where the form of a category asks for the parent. */
const PARENT = 'data.parentId'

/** Refuses invalid changes; answers the current node and its new parent. */
export async function checkCategory(ctx: DbCtx, id: number | undefined, { parentId }: { parentId: number | null }) {
  await lockTree(ctx.db)
  const rows = await nodeRows(ctx.db)
  const node = rows.find((row) => row.id === id)
  const parent = rows.find((row) => row.id === (parentId ?? node?.parentId))
  if (node?.level === 1) {
    if (parentId !== null) throw refuseAt(PARENT, catalogueErrors.typeFixed)
    return { node, parent: undefined }
  }
  if (!parent) throw refuseAt(PARENT, catalogueErrors.categoryParentMissing)
  if (parent.level > 2) throw refuseAt(PARENT, catalogueErrors.categoryTooDeep)
  if (node && parent.level !== node.level - 1) throw refuseAt(PARENT, catalogueErrors.categoryLevel)
  if (!parent.published && (node?.parentId !== parent.id || node.published))
    throw refuseAt(PARENT, catalogueErrors.categoryParentHidden)
  if (node && typeOf(rows, node) !== typeOf(rows, parent) && (await projectCounts(ctx.db, node.id)).all > 0)
    throw refuseAt(PARENT, catalogueErrors.categoryOtherType)
  return { node, parent }
}

/** A node with projects on sale or with visible children cannot be hidden; a node can be shown again only under a visible parent. */
export async function showCategory(ctx: DbCtx, id: number, published: boolean): Promise<void> {
  await lockTree(ctx.db)
  const rows = await nodeRows(ctx.db)
  const node = rows.find((row) => row.id === id)
  if (!node) throw refuse(commonErrors.notFound)
  if (node.level === 1) throw refuse(catalogueErrors.typeFixed)
  if (published) {
    if (!rows.find((row) => row.id === node.parentId)?.published) throw refuse(catalogueErrors.categoryParentHidden)
  } else {
    const { onSale } = await projectCounts(ctx.db, id)
    if (onSale > 0) throw refuse(catalogueErrors.categoryInUse, `分类里还有 ${onSale} 个在售项目，不能下线`)
    if (rows.some((row) => row.parentId === id && row.published)) throw refuse(catalogueErrors.categoryHasChildren)
  }
  await setCategoryPublished(ctx.db, id, published)
}

export function orderCategories(ctx: DbCtx, ids: readonly number[]): Promise<void> {
  return setCategoryOrder(ctx.db, ids)
}

function typeOf(rows: readonly CategoryNodeRow[], node: CategoryNodeRow): number {
  const parent = rows.find(({ id }) => id === node.parentId)
  return parent ? typeOf(rows, parent) : node.id
}

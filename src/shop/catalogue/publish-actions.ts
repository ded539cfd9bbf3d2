import { pinyin } from 'pinyin-pro'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { changeCatalogue } from './actions.ts'
import { catalogueErrors } from './errors.ts'
import { filterScopes } from './listing/filter-rules.ts'
import { pairScope, quotePriceFen, tagScope } from './listing/scope-rules.ts'
import { parameterFormSchema, priceRuleSchema } from './forms/form-schema-rules.ts'
import type { ParameterForm } from './forms/form-rules.ts'
import { addAllToIndex, addToIndex, type IndexEntry, outdatedScores, removeFromIndex } from './listing/index-store.ts'
import { type PriceRule, priceFrom, pricingFaults } from './prices/price-rules.ts'
import {
  insertProject,
  insertProjects,
  lockProject,
  type NewProject,
  projectsInUse,
  putFormInUse,
  putPriceInUse,
  setPublished,
} from './project-store.ts'
import { projectTag } from './tag-rules.ts'
import { documentText, searchDocument } from '../search/search-rules.ts'
import { refreshScoresJob } from './events.ts'

export type ProjectDraft = NewProject & { form: ParameterForm; rule: PriceRule }

/** Adds a project with its form and price and publishes it; undefined when its slug exists already. */
export function addProject(ctx: Ctx, draft: ProjectDraft): Promise<number | undefined> {
  const { form, rule, ...project } = draft
  checkPublishable(form, rule)
  return changeCatalogue(
    ctx,
    async (inner) => {
      const row = await insertProject(inner.db, project, ctx.clock.now())
      if (!row) return undefined
      await putFormInUse(inner.db, row.id, form, ctx.clock.now())
      await putPriceInUse(inner.db, row.id, rule, ctx.clock.now())
      await publish(inner, row.id, rule)
      return row.id
    },
    ['projects'],
  )
}

/** Adds many projects to an empty catalogue, with eight statements for any number of them. */
export function addProjects(ctx: Ctx, drafts: readonly ProjectDraft[]): Promise<void> {
  for (const { form, rule } of drafts) checkPublishable(form, rule)
  return changeCatalogue(
    ctx,
    async (inner) => {
      const priced = drafts.map((draft) => {
        const from = priceFrom(draft.rule)
        const foundBy = foundByText(draft)
        return { ...draft, foundBy, priceFromFen: from?.priceFromFen ?? null, unit: from?.unit ?? '' }
      })
      const ids = await insertProjects(inner.db, priced, ctx.clock.now())
      const entries = priced.flatMap((project) => {
        const id = ids.get(project.slug)
        return id === undefined ? [] : [indexEntry({ ...project, id })]
      })
      await addAllToIndex(inner.db, entries)
    },
    ['projects'],
  )
}

/** Publishes a new version of the form or the price rule; orders keep the versions they were placed with. */
export function reviseProject(
  ctx: Ctx,
  rid: number,
  change: { form?: ParameterForm; rule?: PriceRule },
): Promise<void> {
  return changeCatalogue(
    ctx,
    async (inner) => {
      if (!(await lockProject(inner.db, rid))) throw refuse(catalogueErrors.projectUnavailable)
      const [row] = await projectsInUse(inner.db, [rid])
      if (!row) throw refuse(catalogueErrors.projectUnavailable)
      const form = change.form ?? row.form
      const rule = change.rule ?? row.rule
      checkPublishable(form, rule)
      if (change.form) await putFormInUse(inner.db, rid, form, ctx.clock.now())
      if (change.rule) await putPriceInUse(inner.db, rid, rule, ctx.clock.now())
      await publish(inner, rid, rule)
    },
    [projectTag(rid)],
  )
}

/** Updates lists and searches to the current order counts, some hundred projects at a time; answers how many changed. */
export async function refreshScores(ctx: Ctx, limit = 500): Promise<number> {
  const outdated = await outdatedScores(ctx.db, limit)
  if (outdated.length === limit) await enqueue(ctx, refreshScoresJob, {}, { key: 'all' })
  for (const { id } of outdated) {
    await changeCatalogue(ctx, async (inner) => {
      if (await lockProject(inner.db, id)) await reindex(inner, id)
    })
  }
  return outdated.length
}

function checkPublishable(form: ParameterForm, rule: PriceRule): void {
  parameterFormSchema.parse(form)
  priceRuleSchema.parse(rule)
  const [fault] = pricingFaults(rule, form)
  if (fault) throw refuse(catalogueErrors.unpublishable, fault)
}

/** Puts a project on sale with a price rule that is in use, and into all lists and searches. */
export async function publish(ctx: Ctx, id: number, rule: PriceRule): Promise<void> {
  const from = priceFrom(rule)
  await setPublished(ctx.db, id, { priceFromFen: from?.priceFromFen ?? null, unit: from?.unit ?? '' }, ctx.clock.now())
  await reindex(ctx, id)
}

async function reindex(ctx: Ctx, id: number): Promise<void> {
  await removeFromIndex(ctx.db, id)
  const [row] = await projectsInUse(ctx.db, [id])
  if (row) await addToIndex(ctx.db, indexEntry(row))
}

type Indexed = {
  id: number
  name: string
  aliases: string[]
  tags: string[]
  orderCount: number
  priceFromFen: number | null
  daysTo: number
  typeId: number
  categoryId: number
  childId: number | null
}

/** The search entry of a project. Its score is the current order count. */
export function indexEntry(project: Indexed): IndexEntry {
  const document = searchDocument([project.name, ...project.aliases], project.tags, syllablesOf)
  const nodes = [project.typeId, project.categoryId, ...(project.childId === null ? [] : [project.childId])].map(
    (node) => `n${node}`,
  )
  const tags = project.tags.map(tagScope)
  return {
    projectId: project.id,
    score: project.orderCount,
    priceFen: project.priceFromFen ?? quotePriceFen,
    days: project.daysTo,
    text: documentText(document),
    grams: document.grams.sort(),
    scopes: [
      ...new Set([
        'all',
        ...nodes,
        ...tags,
        ...nodes.flatMap((node) => tags.map((tag) => pairScope(node, tag))),
        ...filterScopes(project),
      ]),
    ].sort(),
  }
}

/** What the console finds a project by: name and aliases with their pinyin and initials, and its tags. */
export function foundByText({ name, aliases, tags }: Pick<Indexed, 'name' | 'aliases' | 'tags'>): string {
  return documentText(searchDocument([name, ...aliases], tags, syllablesOf))
}

export function syllablesOf(han: string): string[] {
  // ü is typed as v on a keyboard.
  return pinyin(han, { toneType: 'none', type: 'array', v: true })
}

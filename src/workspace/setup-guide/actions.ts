import { lockSetting, readSettings, writeSettings } from '../../core/settings/actions.ts'
import { actionRoles, mayAct, type Role, roles, type StaffAction } from '../../core/staff/rules.ts'
import { namesSeller } from '../../billing/invoices/rules.ts'
import { countStaff } from '../../core/staff/actions.ts'
import { hasInstruments } from '../../lab/instruments/actions.ts'
import { hasOrders } from '../../lab/orders/read-actions.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { hasProjectBesides } from '../../shop/catalogue/actions.ts'
import { newCategoryId, putCategory } from '../../shop/catalogue/categories/category-actions.ts'
import { addProject } from '../../shop/catalogue/publish-actions.ts'
import { archiveItem } from '../../shop/editing/revisions/revision-actions.ts'
import { noSeo } from '../../core/settings/search-engines/seo-rules.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import type { setupRead } from './contract.ts'
import { setupErrors } from './errors.ts'
import { EXAMPLE_CATEGORY, exampleProject } from './example-project.ts'
import { type SetupStep, setupStepKeys, setupSteps } from './rules.ts'

const keys = ['setupGuide', 'localInfo', 'labAddress', 'bankAccount', 'invoicing'] as const

/** Each step is done when what it asks for is there, whoever did it and wherever. */
export async function readGuide(ctx: Ctx<Staff>): Promise<OutputOf<typeof setupRead>> {
  const { setupGuide, localInfo, labAddress, bankAccount, invoicing } = await readSettings(ctx, keys)
  // Most of the time somebody has put the guide away or the laboratory is long at work; then nothing else is read.
  if (setupGuide.hidden) return { shown: false, steps: [], example: 'notNeeded' }
  const ownProject = await hasProjectBesides(ctx, setupGuide.exampleRid)
  const done: Record<SetupStep, boolean> = {
    staff: (await countStaff(ctx)) > 1,
    contact: localInfo.address !== '' && localInfo.phone !== '',
    parcel: labAddress.receiver !== '' && labAddress.address !== '',
    account: bankAccount.account !== '',
    invoice: namesSeller(invoicing),
    project: ownProject,
    instrument: await hasInstruments(ctx),
    order: await hasOrders(ctx),
  }
  return {
    shown: setupStepKeys.some((key) => !done[key]),
    steps: setupStepKeys.map((key) => {
      const { action, ...step } = setupSteps[key]
      return { key, ...step, done: done[key], mine: mayAct(ctx.actor, action), by: rolesWith(action) }
    }),
    example: setupGuide.exampleRid !== null ? 'stands' : ownProject ? 'notNeeded' : 'none',
  }
}

function rolesWith(action: StaffAction): string {
  return actionRoles[action].map((role: Role) => roles[role]).join('、')
}

export function hideGuide(ctx: Ctx<Staff>, hidden: boolean): Promise<void> {
  return changeGuide(ctx, (guide) => ({ ...guide, hidden }))
}

/** A category and a project on sale, so that a laboratory sees its storefront before it has written anything. */
export async function addExample(ctx: Ctx<Staff>): Promise<{ rid: number }> {
  let rid = 0
  await changeGuide(ctx, async (guide, inner) => {
    if (guide.exampleRid !== null) throw refuse(setupErrors.exampleStands)
    if (await hasProjectBesides(inner, null)) throw refuse(setupErrors.exampleNotNeeded)
    const categoryId = await newCategoryId(inner)
    const look = { img: '', sketch: '', tags: [], seo: noSeo }
    await putCategory(inner, categoryId, { name: EXAMPLE_CATEGORY, parentId: 1, ...look })
    const draft = exampleProject(categoryId)
    // Orders of a former example may refer to it, so it is never written over.
    const added = await addProject(inner, { ...draft, slug: `${draft.slug}-${categoryId}` })
    if (added === undefined) throw refuse(setupErrors.exampleStands)
    rid = added
    return { ...guide, exampleRid: rid, exampleCategoryId: categoryId }
  })
  return { rid }
}

/** Taken off sale with its category. Trial orders keep the version that they were placed with. */
export function removeExample(ctx: Ctx<Staff>): Promise<void> {
  return changeGuide(ctx, async (guide, inner) => {
    const { exampleRid, exampleCategoryId } = guide
    if (exampleRid === null || exampleCategoryId === null) throw refuse(setupErrors.exampleMissing)
    await archiveItem(inner, { kind: 'project', id: exampleRid }, true)
    await archiveItem(inner, { kind: 'category', id: exampleCategoryId }, true)
    return { ...guide, exampleRid: null, exampleCategoryId: null }
  })
}

type Guide = Awaited<ReturnType<typeof readSettings<'setupGuide'>>>['setupGuide']

/** One change at a time: two people who add the example together get one. */
function changeGuide(
  ctx: Ctx<Staff>,
  change: (guide: Guide, inner: Ctx<Staff>) => Guide | Promise<Guide>,
): Promise<void> {
  return inTx(ctx, async (inner) => {
    await lockSetting(inner, 'setupGuide')
    const before = (await readSettings(inner, ['setupGuide'])).setupGuide
    const after = await change(before, inner)
    await writeSettings(inner, { setupGuide: after })
    await recordAudit(inner, { action: 'setup.guide', subject: 'setting:setupGuide', before, after })
  })
}

import { staffInvoiceList } from '../../../src/billing/invoices/list-contract.ts'
import {
  type Application,
  invoiceApplyAdd,
  invoiceApplyCancel,
  invoiceApplyEdit,
  invoiceApplyList,
  invoiceApplyPaid,
  invoiceApplyRed,
  invoiceApplyWithdrawRed,
} from '../../../src/billing/invoices/contract.ts'
import {
  staffInvoiceApprove,
  staffInvoiceAskRed,
  staffInvoiceDeclineRed,
  staffInvoiceIssue,
  staffInvoiceRedden,
  staffInvoiceReject,
  staffInvoiceTakeBack,
} from '../../../src/billing/invoices/staff-contract.ts'
import { staffFileUpload } from '../../../src/core/files/contract.ts'
import { invoiceAdd, invoiceList } from '../../../src/lab/orders/invoicing/title-contract.ts'
import { shanghaiDate } from '../../../src/platform/time.ts'
import type { Person } from '../base.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Invoices from the application to the red letter, whole or in parts, for people and for the group. */
export const invoicing: StepKind[] = [
  { name: 'customers ask for invoices', weight: 2, act: ask },
  { name: 'two who paid one order ask for invoices', weight: 1, act: askBoth },
  { name: 'customers change what they asked for', weight: 1, act: change },
  { name: 'finance issues invoices', weight: 2.5, act: issue },
  { name: 'finance turns invoices down', weight: 0.5, act: turnDown },
  { name: 'a red letter is asked for', weight: 1, act: askRed },
  { name: 'customers withdraw a red letter', weight: 0.5, act: withdrawRed },
  { name: 'finance makes red letters', weight: 1, act: makeRed },
]
const reason = '模拟财务的理由'
const INVOICED = 'what is left can be invoiced by each who paid'
const overInvoiced = 'invoiceApply/edit overInvoiced'
const email = 'someone@example.com'

interface Asker {
  person: Person
  forGroup: boolean
  accountId: number
}

/** All people and, through its owner, the group, from a random one on, because few have an invoice. */
function askers(scene: Scene): Asker[] {
  const { model, base } = scene.world
  const { owner } = model.group
  const all = base.people.map((person) => ({ person, forGroup: false, accountId: person.id }))
  return scene.some(
    owner ? [...all, { person: owner, forGroup: true, accountId: model.groupAccountId }] : all,
    all.length + 1,
  )
}

/** Does something with an application, and afterwards knows what is so. */
async function settled(scene: Scene, no: string, done: unknown, learn: () => void): Promise<void> {
  const { model, database } = scene.world
  if (done) learn()
  else if (scene.hadFaults) await model.invoices.read(database, no)
}

/** Mostly all that is left, sometimes a part, and sometimes more than there is, which is refused. */
async function itemsOf(scene: Scene, { person, forGroup }: Asker) {
  const { list = [] } = (await scene.by(person, invoiceApplyPaid, {}, { forGroup })) ?? {}
  return scene.some(list, 2).map(({ orderNo, leftFen }) => ({
    orderNo,
    amountFen: Math.max(1, scene.random.pick([leftFen, leftFen, leftFen, Math.ceil(leftFen / 3), leftFen + 100])),
  }))
}

async function titleOf(scene: Scene, { person, forGroup }: Asker): Promise<number | undefined> {
  const own = (await scene.by(person, invoiceList, {}, { forGroup }))?.list[0]
  if (own) return own.id
  const fresh = { title: '模拟单位', taxNo: '91330100799655058B' }
  return (await scene.by(person, invoiceAdd, fresh, { forGroup }))?.id
}

async function ask(scene: Scene): Promise<void> {
  for (const asker of askers(scene)) {
    const items = await itemsOf(scene, asker)
    if (items.length === 0) continue
    const titleId = await titleOf(scene, asker)
    if (titleId === undefined) continue
    const { person, forGroup, accountId } = asker
    const made = await scene.by(person, invoiceApplyAdd, { type: 1, titleId, email, items }, { forGroup })
    if (made) scene.world.model.invoices.applied(made.applicationNo, accountId, items)
    return
  }
}

/** Both who paid for one order ask for invoices over it. */
async function askBoth(scene: Scene): Promise<void> {
  const paid: { asker: Asker; orderNo: string; leftFen: number }[] = []
  for (const asker of askers(scene)) {
    const { person, forGroup } = asker
    const { list = [] } = (await scene.by(person, invoiceApplyPaid, { size: 100 }, { forGroup })) ?? {}
    paid.push(...list.map(({ orderNo, leftFen }) => ({ asker, orderNo, leftFen })))
  }
  const shared = paid.filter(({ orderNo }) => paid.filter((each) => each.orderNo === orderNo).length > 1)
  const orderNo = scene.one(shared)?.orderNo
  for (const { asker, leftFen } of shared.filter((each) => each.orderNo === orderNo && each.leftFen > 0)) {
    const titleId = await titleOf(scene, asker)
    if (titleId === undefined) continue
    const { person, forGroup, accountId } = asker
    const items = [{ orderNo: orderNo ?? '', amountFen: scene.random.pick([leftFen, Math.ceil(leftFen / 2)]) }]
    const made = await scene.by(person, invoiceApplyAdd, { type: 1, titleId, email, items }, { forGroup })
    if (made) scene.world.model.invoices.applied(made.applicationNo, accountId, items)
    else scene.breaks(INVOICED, `${person.name} could not ask for what is left of ${orderNo}: ${scene.refusal}`)
    scene.lines.push(`${orderNo} of ${shared.length} shared`)
  }
}

async function applicationOf(
  scene: Scene,
  action: Application['actions'][number],
): Promise<{ asker: Asker; found: Application } | undefined> {
  for (const asker of askers(scene)) {
    const { person, forGroup } = asker
    const { list = [] } = (await scene.by(person, invoiceApplyList, { size: 50 }, { forGroup })) ?? {}
    const found = scene.one(list.filter(({ actions }) => actions.includes(action)))
    if (found) return { asker, found }
  }
  return undefined
}

async function change(scene: Scene): Promise<void> {
  const chosen = await applicationOf(scene, 'edit')
  if (!chosen) return
  const { asker, found } = chosen
  const { person, forGroup, accountId } = asker
  const { applicationNo: no, version } = found
  const { invoices } = scene.world.model
  if (scene.random.chance(0.4)) {
    const done = await scene.by(person, invoiceApplyCancel, { applicationNo: no }, { forGroup })
    await settled(scene, no, done, () => invoices.ended(no))
    return
  }
  const lines = found.lines.map(({ orderNo, amountFen }) => ({
    orderNo,
    amountFen: Math.max(1, scene.random.pick([amountFen, Math.floor(amountFen / 2), amountFen * 2])),
  }))
  const added = (await itemsOf(scene, asker)).filter(({ orderNo }) => !lines.some((line) => line.orderNo === orderNo))
  const titleId = await titleOf(scene, asker)
  if (titleId === undefined) return
  const items = [...lines, ...added.slice(0, 1)]
  const edit = { applicationNo: no, version, type: 1 as const, titleId, email, items }
  const done = await scene.by(person, invoiceApplyEdit, edit, { forGroup })
  const isLess = items.every(({ orderNo, amountFen }) =>
    found.lines.some((line) => line.orderNo === orderNo && amountFen <= line.amountFen),
  )
  if (isLess && found.stage === 'pending' && scene.lines.at(-1)?.endsWith(overInvoiced))
    scene.breaks('an application can be changed to less than it asks for', no)
  await settled(scene, no, done, () => invoices.applied(no, accountId, items))
}

const inTab = async (scene: Scene, tab: 'pending' | 'issuing' | 'issued' | 'sent' | 'reddening') =>
  scene.one((await scene.staff('finance', staffInvoiceList, { tab }))?.list)

async function issue(scene: Scene): Promise<void> {
  const pending = await inTab(scene, 'pending')
  if (pending)
    await scene.staff('finance', staffInvoiceApprove, { id: pending.id, version: pending.version, way: 'manual' })
  const issuing = await inTab(scene, 'issuing')
  if (!issuing) return
  const { id, version } = issuing
  const file = {
    name: `发票${id}.pdf`,
    content: '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  }
  const pdf = await scene.staff('finance', staffFileUpload, { purpose: 'invoice' }, { file })
  const invoiceNo = `2532${String(id).padStart(16, '0')}`
  const issuedOn = shanghaiDate(scene.world.now)
  if (pdf) await scene.staff('finance', staffInvoiceIssue, { id, version, invoiceNo, issuedOn, pdfFileId: pdf.id })
}

async function turnDown(scene: Scene): Promise<void> {
  const { invoices } = scene.world.model
  const issuing = await inTab(scene, 'issuing')
  if (issuing && scene.random.chance(0.5)) {
    await scene.staff('finance', staffInvoiceTakeBack, { id: issuing.id, version: issuing.version, reason })
    return
  }
  const pending = await inTab(scene, 'pending')
  if (!pending) return
  const { id, version, applicationNo: no } = pending
  const done = await scene.staff('finance', staffInvoiceReject, { id, version, reason })
  await settled(scene, no, done, () => invoices.ended(no))
}

/** The customer or finance asks for it; over the whole, over a part of each line, or over more than is left, which is refused. */
async function askRed(scene: Scene): Promise<void> {
  const { invoices } = scene.world.model
  const { random } = scene
  const partOf = (found: Pick<Application, 'lines'>) =>
    random.chance(0.5)
      ? undefined
      : found.lines
          .filter(({ amountFen, reddenedFen }) => amountFen > reddenedFen)
          .map(({ orderNo, amountFen, reddenedFen }) => {
            const left = amountFen - reddenedFen
            return { orderNo, amountFen: random.pick([left, Math.ceil(left / 2), Math.ceil(left / 2), left + 1]) }
          })
  if (random.chance(0.5)) {
    const found = await inTab(scene, random.pick(['issued', 'sent'] as const))
    if (!found) return
    const { id, version, applicationNo: no } = found
    const parts = partOf(found)
    const asked = { id, version, reason: '04' as const, note: reason, ...(parts && { parts }) }
    const done = await scene.staff('finance', staffInvoiceAskRed, asked)
    await settled(scene, no, done, () => invoices.redAsked(no, parts, 'finance'))
    return
  }
  const chosen = await applicationOf(scene, 'requestRed')
  if (!chosen) return
  const { person, forGroup } = chosen.asker
  const { applicationNo: no } = chosen.found
  const parts = partOf(chosen.found)
  const asked = { applicationNo: no, reason: '02' as const, ...(parts && { parts }) }
  const done = await scene.by(person, invoiceApplyRed, asked, { forGroup })
  await settled(scene, no, done, () => invoices.redAsked(no, parts, 'customer'))
}

/** Of the own request, or, which is refused, of one that finance made. */
async function withdrawRed(scene: Scene): Promise<void> {
  const { invoices } = scene.world.model
  for (const { person, forGroup } of askers(scene)) {
    const query = { stage: 'reddening' as const, size: 50 }
    const { list = [] } = (await scene.by(person, invoiceApplyList, query, { forGroup })) ?? {}
    const found = scene.one(list)
    if (!found) continue
    const { applicationNo: no } = found
    const { askedBy } = invoices.known.get(no) ?? {}
    const done = await scene.by(person, invoiceApplyWithdrawRed, { applicationNo: no }, { forGroup })
    if (done && askedBy === 'finance') scene.breaks('customers withdraw only what they asked for', no)
    await settled(scene, no, done, () => invoices.redEnded(no, false))
    return
  }
}

async function makeRed(scene: Scene): Promise<void> {
  const { invoices } = scene.world.model
  const found = await inTab(scene, 'reddening')
  if (!found) return
  const { id, version, applicationNo: no, redAskedFen: amountFen } = found
  if (scene.random.chance(0.25)) {
    const done = await scene.staff('finance', staffInvoiceDeclineRed, { id, version, reason })
    await settled(scene, no, done, () => invoices.redEnded(no, false))
    return
  }
  const redNo = `2539${String(id).padStart(12, '0')}${String(version).padStart(4, '0')}`
  const red = { id, version, redNo, redOn: shanghaiDate(scene.world.now), amountFen }
  const done = await scene.staff('finance', staffInvoiceRedden, red)
  await settled(scene, no, done, () => invoices.redEnded(no, true))
}

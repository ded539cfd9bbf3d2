import type { ServiceType } from '../../samples/service-rules.ts'
import {
  attachAll,
  attachFile,
  detachFiles,
  type FileRow,
  filesAttachedTo,
  filesOf,
} from '../../../core/files/actions.ts'
import {
  beginUpload,
  moveUploads,
  pendingUploads,
  type UploadStart,
  uploadsFor,
} from '../../../core/files/parts/part-actions.ts'
import { fileIdsIn, filesIn } from '../../plans/rules.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { orderErrors } from '../errors.ts'
import { orderLimits, visitPending } from '../rules.ts'
import { linesOf, lockedOrder, ownOrder } from '../store.ts'
import type { OrderLineRow, OrderRow } from '../record-rules.ts'

// Data files that an analysis starts from (uploaded in the wizard or on the order's page), and files named in parameters.

const ofOrder = (orderId: number) => `order-data:${orderId}`
const ofDraft = (customerId: number) => `order-draft:${customerId}`

export async function ownData(ctx: Ctx<Customer>, orderNo: string) {
  const order = orderNo === '' ? undefined : await own(ctx, orderNo)
  return listed(ctx, order)
}

export function addData(ctx: Ctx<Customer>, orderNo: string, fileId: number) {
  return changed(ctx, orderNo, async (inner, order, attachedTo) => {
    if (order && !addable(order)) throw refuse(commonErrors.stageConflict)
    await attachFile(inner, fileId, attachedTo, ['data'])
    if ((await filesAttachedTo(inner, attachedTo)).length > orderLimits.mostDataFiles)
      throw refuse(orderErrors.tooManyDataFiles)
  })
}

/** Begins the upload of a data file, which may be large and may be interrupted. The file belongs to the order when it is complete. */
export function beginData(ctx: Ctx<Customer>, orderNo: string, start: UploadStart) {
  return inTx(ctx, async (inner) => {
    const order = orderNo === '' ? undefined : await lockedOrder(inner.db, (await own(inner, orderNo)).id)
    if (order && !addable(order)) throw refuse(commonErrors.stageConflict)
    const attachedTo = order ? ofOrder(order.id) : ofDraft(ctx.actor.id)
    const upload = await beginUpload(inner, start, { purpose: 'data', attachTo: attachedTo })
    // Afterwards, because beginning takes the lock by which two uploads of a person are counted one after the other.
    await checkRoom(inner, attachedTo)
    return upload
  })
}

/** What has arrived and what is on its way count together. */
async function checkRoom(ctx: Ctx, attachedTo: string): Promise<void> {
  const files = await filesAttachedTo(ctx, attachedTo)
  const pending = await pendingUploads(ctx, attachedTo)
  if (files.length + pending.count > orderLimits.mostDataFiles) throw refuse(orderErrors.tooManyDataFiles)
  const bytes = files.reduce((sum, file) => sum + file.size, pending.bytes)
  if (bytes > orderLimits.mostDataBytes) throw refuse(orderErrors.tooMuchData)
}

export function removeData(ctx: Ctx<Customer>, orderNo: string, fileId: number) {
  return changed(ctx, orderNo, async (inner, order, attachedTo) => {
    if (order && !visitPending(order.stage)) throw refuse(orderErrors.dataClosed)
    if (!(await filesAttachedTo(inner, attachedTo)).some((file) => file.id === fileId))
      throw refuse(commonErrors.notFound)
    await detachFiles(inner, [fileId])
  })
}

/** With the order locked, so that no file is removed while the order is checked in. */
async function changed(
  ctx: Ctx<Customer>,
  orderNo: string,
  change: (inner: Ctx<Customer>, order: OrderRow | undefined, attachedTo: string) => Promise<void>,
) {
  return inTx(ctx, async (inner) => {
    const order = orderNo === '' ? undefined : await lockedOrder(inner.db, (await own(inner, orderNo)).id)
    await change(inner, order, order ? ofOrder(order.id) : ofDraft(ctx.actor.id))
    return listed(inner, order)
  })
}

async function own(ctx: Ctx<Customer>, orderNo: string): Promise<OrderRow> {
  const order = await ownOrder(ctx.db, ctx.actor.id, orderNo)
  if (!order) throw refuse(commonErrors.notFound)
  if (order.serviceType !== 3) throw refuse(orderErrors.notForData)
  return order
}

async function listed(ctx: Ctx<Customer>, order: OrderRow | undefined) {
  const files = await filesAttachedTo(ctx, order ? ofOrder(order.id) : ofDraft(ctx.actor.id))
  return {
    files: files.map(fileWire),
    uploads: await uploadsFor(ctx, order ? ofOrder(order.id) : ofDraft(ctx.actor.id)),
    addable: order === undefined || addable(order),
    removable: order === undefined || visitPending(order.stage),
  }
}

/** The laboratory may ask for more while it works. */
function addable({ stage }: OrderRow): boolean {
  return visitPending(stage) || stage === 'received' || stage === 'testing' || stage === 'on_hold'
}

/** Attaches to a new order the files uploaded in the wizard and the files that its parameters name. */
export async function attachOrderFiles(
  ctx: Ctx,
  order: { id: number; customerId: number; serviceType: ServiceType },
  lines: { parameters: Record<string, unknown> }[],
): Promise<void> {
  const named = lines.flatMap((line) => fileIdsIn(line.parameters))
  const plan = named.length === 0 ? [] : [...(await filesOf(ctx, named)).values()]
  // A file that an earlier order names stays attached to that order; both orders find it by its id.
  const fromPlan = plan.filter((file) => file.attachedTo === null || file.attachedTo.startsWith('plan-of:'))
  await attachAll(
    ctx,
    fromPlan.map((file) => file.id),
    `order-parameters:${order.id}`,
  )
  if (order.serviceType !== 3) return
  await moveUploads(ctx, ofDraft(order.customerId), ofOrder(order.id))
  const sent = await filesAttachedTo(ctx, ofDraft(order.customerId))
  await attachAll(
    ctx,
    sent.map((file) => file.id),
    ofOrder(order.id),
  )
}

/** Refuses when no data file has been uploaded. */
export async function requireData(ctx: Ctx, order: OrderRow): Promise<void> {
  if ((await dataFilesOf(ctx, order.id)).length > 0) return
  const lines = await linesOf(ctx.db, order.id)
  if (lines.every((line) => fileIdsIn(line.parameters).length === 0)) throw refuse(orderErrors.noData)
}

export async function dataFilesOf(ctx: Pick<Ctx, 'db'>, orderId: number) {
  return (await filesAttachedTo(ctx, ofOrder(orderId))).map(fileWire)
}

/** The customer's files that the parameters name, by line. */
export async function parameterFilesOf(ctx: Pick<Ctx, 'db'>, customerId: number, lines: OrderLineRow[]) {
  const known = await filesOf(
    ctx,
    lines.flatMap((line) => fileIdsIn(line.parameters)),
  )
  const ofLine = (line: OrderLineRow) =>
    Object.entries(line.parameters).flatMap(([key, value]) =>
      filesIn(value).flatMap(({ id }) => {
        const file = known.get(Number(id))
        if (!file || file.customerId !== customerId) return []
        return [{ ...fileWire(file), label: line.described.find((item) => item.key === key)?.label ?? '附件' }]
      }),
    )
  return new Map(lines.map((line) => [line.id, ofLine(line)]))
}

function fileWire({ id, name, size, sha256, createdAt }: FileRow) {
  return { id, name, size, sha256, at: shanghaiTime(createdAt) }
}

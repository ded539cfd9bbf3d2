import { linkToBundle } from '../../../core/files/actions.ts'
import { uniquePaths } from '../../../core/files/rules.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../../platform/http/in-doubt.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { addHours, shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { paperErrors } from '../errors.ts'
import { dropPackageJob, writePackageJob } from '../events.ts'
import { type DeliveredOrder, deliveredOrder } from '../record-actions.ts'
import type { Licence } from './crate-rules.ts'
import {
  countPackages,
  insertPackage,
  lockPackages,
  ownPackage,
  type PackageContent,
  type PackageRow,
  packagesOf,
} from './package-store.ts'

const keptHours = 24
const mostPerDay = 20
/** A package that is not ready after this time is not waited for any longer. */
const longestHours = 1

/** Begins a package; one of the same order and licence that is being written is given instead. */
export async function startPackage(ctx: Ctx<Customer>, orderNo: string, licence: Licence) {
  refuseInDoubt(ctx)
  const order = await packable(ctx, orderNo)
  return inTx(ctx, async (inner) => {
    await lockPackages(inner.db, ctx.actor.id)
    const now = ctx.clock.now()
    const running = (await packagesOf(inner.db, ctx.actor.id, orderNo, addHours(now, -longestHours))).find(
      (each) => each.licence === licence && each.finishedAt === null,
    )
    if (running) return wireOf(running)
    const { count } = await countPackages(inner.db, ctx.actor.id, addHours(now, -keptHours))
    if (count >= mostPerDay) throw refuse(paperErrors.tooManyPackages)
    const content = contentOf(order, now)
    const row = await insertPackage(
      inner.db,
      { customerId: ctx.actor.id, orderNo, licence, content, total: content.files.length },
      now,
    )
    await enqueue(inner, writePackageJob, { id: row.id, done: 0 })
    await enqueue(inner, dropPackageJob, { id: row.id }, { at: addHours(now, keptHours) })
    return wireOf(row)
  })
}

export async function packagesOfOrder(ctx: Ctx<Customer>, orderNo: string) {
  await deliveredOrder(ctx, orderNo)
  const since = addHours(ctx.clock.now(), -keptHours)
  return (await packagesOf(ctx.db, ctx.actor.id, orderNo, since)).map(wireOf)
}

/** The order is asked again, because it may be in dispute since the package was made. */
export async function packageLink(ctx: Ctx<Customer>, id: number, browserKey: string | undefined) {
  const row = await ownPackage(ctx.db, ctx.actor.id, id)
  if (!row) throw refuse(commonErrors.notFound)
  await packable(ctx, row.orderNo)
  if (!row.finishedAt) throw refuse(paperErrors.packageRunning)
  const entries = [...row.content.files, ...row.written].map((file) => ({ id: file.id, path: file.path }))
  return linkToBundle(ctx, { entries, name: `${row.orderNo}-数据包.zip` }, browserKey)
}

/** The delivered order, unless its data is in doubt. */
async function packable(ctx: Ctx<Customer>, orderNo: string): Promise<DeliveredOrder> {
  const order = await deliveredOrder(ctx, orderNo)
  if (order.stage === 'disputed') throw refuse(paperErrors.disputed)
  if (order.report?.state === 'withdrawn') throw refuse(paperErrors.withdrawn)
  if (order.report !== undefined && order.report.state !== 'valid') throw refuse(paperErrors.inDoubt)
  if (order.files.length === 0) throw refuse(paperErrors.noResults)
  return order
}

function contentOf(order: DeliveredOrder, now: Date): PackageContent {
  const files = order.files.map((file) => ({
    id: file.id,
    name: file.name,
    path: `data/${folderName(file.sampleNo || '整个订单')}/${folderName(file.name)}`,
    size: file.size,
    sha256: file.sha256,
    mime: file.mime,
    kind: 'data' as const,
    sampleNo: file.sampleNo,
    sampleName: file.sampleName,
  }))
  return {
    order: {
      orderNo: order.orderNo,
      title: order.title,
      laboratory: order.laboratory,
      deliveredOn: shanghaiDate(order.deliveredAt ?? now),
      madeAt: iso(shanghaiTime(now)),
      records: order.tests.map(({ measured: _, startedAt, endedAt, ...test }) => ({
        ...test,
        startedAt: iso(startedAt),
        endedAt: iso(endedAt),
      })),
      reportCode: order.report?.code ?? '',
    },
    files: uniquePaths(files),
  }
}

/** A name that stays inside its folder in every program that unpacks. */
function folderName(name: string): string {
  return name.replace(/[\\/\u0000-\u001f]/g, '_').replace(/^\.+$/, '_')
}

function iso(time: string): string {
  return time === '' ? '' : `${time.replace(' ', 'T')}+08:00`
}

function wireOf(row: PackageRow) {
  return {
    id: row.id,
    orderNo: row.orderNo,
    licence: row.licence,
    ready: row.finishedAt !== null,
    done: row.done,
    total: row.total,
    createdAt: shanghaiTime(row.createdAt),
    expiresAt: shanghaiTime(addHours(row.createdAt, keptHours)),
  }
}

import { etagOf, servedType, uniquePaths } from '../../../core/files/rules.ts'
import { type FileRow, filesOf } from '../../../core/files/actions.ts'
import { Refusal } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../../platform/http/ctx.ts'
import { fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import { monthsOfDeliveries } from '../../orders/history/delivered-actions.ts'
import { findOrders } from '../../orders/read-actions.ts'
import { deliveredFiles } from '../actions.ts'
import { type DavEntry, folderName } from './webdav-rules.ts'

/** A folder with what lies in it, or a file; undefined where there is nothing that this person may read. */
export interface Found {
  self: DavEntry
  children: DavEntry[]
  file?: FileRow
}

/** The months of a customer's orders, in each the orders whose data was delivered, in each the samples with their files. */
export async function foundAt(ctx: Ctx<Customer>, path: readonly string[]): Promise<Found | undefined> {
  const [month, orderNo, ...rest] = path
  if (month === undefined) return rootFolder(ctx)
  if (orderNo === undefined) return monthFolder(ctx, month)
  return inOrder(ctx, month, orderNo, rest)
}

async function rootFolder(ctx: Ctx<Customer>): Promise<Found> {
  const months = await monthsOfDeliveries(ctx, ctx.actor.id)
  const newest = months[0]?.lastAt ?? new Date(0)
  return {
    self: { path: [], modifiedAt: newest },
    children: months.map(({ month, lastAt }) => ({ path: [month], modifiedAt: lastAt })),
  }
}

async function monthFolder(ctx: Ctx<Customer>, month: string): Promise<Found | undefined> {
  const orders = await ordersOf(ctx, month)
  const [newest] = orders
  if (!newest) return undefined
  return {
    self: { path: [month], modifiedAt: newest.deliveredAt ?? newest.createdAt },
    children: orders.map((order) => ({
      path: [month, order.orderNo],
      modifiedAt: order.deliveredAt ?? order.createdAt,
    })),
  }
}

async function ordersOf(ctx: Ctx<Customer>, month: string) {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return []
  const from = fromShanghai(`${month}-01 00:00`)
  const next = new Date(from)
  // The 28th of any month and four days are in the next one.
  next.setUTCDate(next.getUTCDate() + 32)
  const to = fromShanghai(`${shanghaiDate(next).slice(0, 7)}-01 00:00`)
  const { rows } = await findOrders(ctx, { customerId: ctx.actor.id, delivered: true, from, to })
  return rows
}

async function inOrder(
  ctx: Ctx<Customer>,
  month: string,
  orderNo: string,
  rest: readonly string[],
): Promise<Found | undefined> {
  const order = (await ordersOf(ctx, month)).find((each) => each.orderNo === orderNo)
  if (!order) return undefined
  const files = await filesIn(ctx, orderNo)
  const base = [month, orderNo]
  const modifiedAt = order.deliveredAt ?? order.createdAt
  const whole = files.find(({ path }) => path === rest.join('/'))
  if (whole) return { self: { ...entryOf(whole, base) }, children: [], file: whole.file }
  const inside = files.filter(({ path }) => rest.every((name, i) => path.split('/')[i] === name))
  if (rest.length > 1 || (rest.length === 1 && inside.length === 0)) return undefined
  const names = new Map<string, DavEntry>()
  for (const each of inside) {
    const parts = each.path.split('/')
    const name = parts[rest.length] ?? ''
    const isFile = parts.length === rest.length + 1
    names.set(name, isFile ? entryOf(each, base) : { path: [...base, ...rest, name], modifiedAt })
  }
  return { self: { path: [...base, ...rest], modifiedAt }, children: [...names.values()] }
}

interface Placed {
  /** `sample/file`, or the name of a report. */
  path: string
  file: FileRow
}

/** The files that are in force, a folder a sample, and the newest report. None while that is withdrawn, or the order refuses to show them. */
async function filesIn(ctx: Ctx<Customer>, orderNo: string): Promise<Placed[]> {
  const delivery = await deliveredFiles(ctx, orderNo).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  const [report] = delivery?.reports ?? []
  if (!delivery || report?.stage !== 'valid') return []
  const named = [
    ...(report.pdfFileId ? [{ id: report.pdfFileId, path: `检测报告-第${report.edition}版.pdf` }] : []),
    ...delivery.files
      .filter(({ replaced }) => !replaced)
      .map(({ id, sampleNo, name }) => ({ id, path: `${folderName(sampleNo || '整个订单')}/${folderName(name)}` })),
  ]
  const rows = await filesOf(
    ctx,
    named.map(({ id }) => id),
  )
  return uniquePaths(named).flatMap(({ id, path }) => {
    const file = rows.get(id)
    return file ? [{ path, file }] : []
  })
}

function entryOf({ path, file }: Placed, base: readonly string[]): DavEntry {
  return {
    path: [...base, ...path.split('/')],
    modifiedAt: file.createdAt,
    file: { size: file.size, mime: servedType(file.mime), etag: etagOf(file) },
  }
}

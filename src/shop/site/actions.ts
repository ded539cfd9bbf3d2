import { casesOfProject, noticesInForce } from '../articles/actions.ts'
import { projectDetail } from '../catalogue/actions.ts'
import { pictureNoteOf } from '../media/library-actions.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import type { deviceDetail, indexMsg } from './contract.ts'

/** An order as the public may know of it. */
export interface LatestOrder {
  /** The province; empty where the order names none. */
  region: string
  /** The projects in one text. */
  title: string
  at: Date
}

/** The newest orders that may be shown, newest first. */
export type LatestOrders = (ctx: Pick<Ctx, 'db' | 'clock'>, limit: number) => Promise<LatestOrder[]>

const TICKER_ORDERS = 8

export async function projectPage(ctx: Pick<Ctx, 'db'>, rid: number): Promise<OutputOf<typeof deviceDetail>> {
  const [detail, cases] = await Promise.all([projectDetail(ctx, rid), casesOfProject(ctx, rid)])
  return { ...detail, cases, picture: await pictureNoteOf(ctx, detail.img) }
}

/** Notices in force now, and the latest orders by method, region and day: nothing that identifies a person. */
export async function indexMessages(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  latestOrders: LatestOrders,
): Promise<OutputOf<typeof indexMsg>> {
  const orders = await latestOrders(ctx, TICKER_ORDERS)
  return {
    notices: await noticesInForce(ctx),
    ticker: orders.map(({ region, title, at }) => ({ text: `${region}客户下单 ${title}`, at: shanghaiDate(at) })),
  }
}

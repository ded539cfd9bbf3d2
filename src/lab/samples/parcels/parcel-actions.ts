import { readSetting } from '../../../core/settings/actions.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Courier, CourierRefused, CourierUnavailable, type RouteNode } from '../../../platform/courier/courier.ts'
import { courierService } from '../../../platform/courier/courier-service.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { inBatches } from '../../../platform/jobs/periodic.ts'
import { addDays, shanghaiTime } from '../../../platform/time.ts'
import { askRoutesJob } from '../events.ts'
import { parcelLimits, phoneEndOf, routeKinds, waybillsIn } from './parcel-rules.ts'
import {
  askSooner,
  dropOldParcels,
  endParcels,
  endSigned,
  insertParcel,
  keepNodes,
  nodesOf,
  takeDueParcels,
} from './parcel-store.ts'
import { sampleByNo, type SamplesOf, sampleOfParty } from '../store.ts'
import type { SampleRow } from '../wire-rules.ts'

/** Follows a parcel of the configured courier; others are only noted with their samples. */
export async function followParcel(ctx: Ctx, courier: string, waybill: string): Promise<void> {
  if (!courierService(ctx)?.courier.carries(courier)) return
  await insertParcel(ctx.db, waybill, ctx.clock.now())
}

/** Asks for the routes of all parcels that are due, ten at a time. Nothing is locked while the courier answers. */
export async function askForRoutes(ctx: Ctx): Promise<void> {
  const courier = courierService(ctx)?.courier
  // The laboratory receives or sends every parcel. A customer's phone would open parcels that are not ours.
  const phoneEnd = phoneEndOf((await readSetting(ctx, 'labAddress')).phone)
  if (!courier || phoneEnd === undefined) return
  const now = ctx.clock.now()
  await endParcels(ctx.db, addDays(now, -parcelLimits.followDays))
  const next = new Date(now.getTime() + parcelLimits.askEveryHours * 3_600_000)
  for (let asked = 0; asked < parcelLimits.perRun; asked += parcelLimits.together) {
    const due = (await takeDueParcels(ctx.db, now, next, parcelLimits.together)).map(({ waybill }) => waybill)
    if (due.length === 0) return
    try {
      await keepRoutes(ctx, due, await routesOf(courier, due, phoneEnd))
    } catch (error) {
      if (!(error instanceof CourierUnavailable || error instanceof CourierRefused)) throw error
      // The next run asks for the others, and for these again after their pause.
      ctx.log.warn({ err: error }, 'the courier did not answer routes')
      return
    }
  }
}

/** A waybill that the courier refuses must not hide the routes of the others. */
async function routesOf(courier: Courier, waybills: string[], phoneEnd: string): Promise<RouteNode[]> {
  const ask = (some: string[]) => courier.routes(some.map((waybill) => ({ waybill, phoneEnd })))
  try {
    return await ask(waybills)
  } catch (error) {
    if (!(error instanceof CourierRefused) || waybills.length === 1) throw error
  }
  const nodes: RouteNode[] = []
  let refused: unknown
  for (const waybill of waybills) {
    try {
      nodes.push(...(await ask([waybill])))
    } catch (error) {
      if (!(error instanceof CourierRefused)) throw error
      refused = error
    }
  }
  if (nodes.length === 0 && refused) throw refused
  return nodes
}

function keepRoutes(ctx: Ctx, waybills: string[], nodes: RouteNode[]): Promise<void> {
  return inTx(ctx, async (inner) => {
    if (nodes.length > 0) await keepNodes(inner.db, nodes)
    await endSigned(inner.db, waybills)
  })
}

/** A push carries no signature: it only makes the courier be asked sooner for parcels that are followed already. */
export async function courierCalled(ctx: Ctx, text: string): Promise<void> {
  const waybills = waybillsIn(text)
  if (waybills.length === 0) return
  const known = await askSooner(ctx.db, waybills, ctx.clock.now(), parcelLimits.pauseSeconds)
  if (known > 0) await enqueue(ctx, askRoutesJob, {}, { key: 'pushed' })
}

export async function sweepParcels(ctx: Ctx): Promise<void> {
  const before = addDays(ctx.clock.now(), -parcelLimits.keepDays)
  await inBatches((most) => dropOldParcels(ctx.db, before, most))
}

export async function routeForParty(ctx: Pick<Ctx, 'db'>, whose: SamplesOf, sampleNo: string) {
  return routeShown(ctx, await sampleOfParty(ctx.db, whose, sampleNo))
}

export async function routeForStaff(ctx: Pick<Ctx, 'db'>, sampleNo: string) {
  return routeShown(ctx, await sampleByNo(ctx.db, sampleNo))
}

async function routeShown(ctx: Pick<Ctx, 'db'>, row: SampleRow | undefined) {
  if (!row) throw refuse(commonErrors.notFound)
  const ways = [
    { way: 'back' as const, courier: row.returnCourier, waybill: row.returnWaybill },
    { way: 'here' as const, courier: row.courier, waybill: row.waybill },
  ].filter(({ waybill }) => waybill !== '')
  const nodes = await nodesOf(
    ctx.db,
    ways.map(({ waybill }) => waybill),
    parcelLimits.mostShown,
  )
  return {
    parcels: ways.map((parcel) => ({
      ...parcel,
      nodes: nodes
        .filter(({ waybill }) => waybill === parcel.waybill)
        .map(({ at, place, text, kind }) => ({
          at: shanghaiTime(at),
          place,
          text,
          kind,
          kindName: routeKinds[kind],
        })),
    })),
  }
}

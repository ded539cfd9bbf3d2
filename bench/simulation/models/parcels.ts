import { staffSampleRoute } from '../../../src/lab/samples/contract.ts'
import type { OutputOf } from '../../../src/platform/contract/call.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { addDays, shanghaiTime } from '../../../src/platform/time.ts'
import type { World } from '../world.ts'

type Route = OutputOf<typeof staffSampleRoute>

/** What is wrong with a route that somebody reads: it shows only what the courier scanned, each scan once and the newest first. */
export function routeFault({ outside }: World, waybill: string, { parcels }: Route): string | undefined {
  const nodes = parcels.find((parcel) => parcel.waybill === waybill)?.nodes ?? []
  const scans = (outside.parcels.scans.get(waybill) ?? []).map(({ kind, at }) => `${shanghaiTime(at)} ${kind}`)
  const shown = nodes.map(({ kind, at }) => `${at} ${kind}`)
  const invented = shown.find((each) => !scans.includes(each))
  if (invented) return `${waybill} shows ${invented}, which the courier did not scan`
  if (new Set(shown).size !== shown.length && new Set(scans).size === scans.length)
    return `${waybill} shows a scan twice`
  const times = nodes.map(({ at }) => at)
  if (times.join() !== times.toSorted().toReversed().join()) return `${waybill} does not show the newest first`
  return undefined
}

/** Parcels that are followed: under way to the laboratory, entered less than 14 days ago, and not signed for as far as the laboratory knows. */
export function followed({ database, now }: World): Promise<{ waybill: string; sampleNo: string; since: Date }[]> {
  return database.rows(sql`
    select s.waybill, min(s.sample_no) as sample_no, p.since from samples s join parcels p on p.waybill = s.waybill
    where s.stage = 'in_transit' and p.since > ${addDays(now, -14)}
      and not exists (select from route_nodes n where n.waybill = s.waybill and n.kind = 'signed')
    group by s.waybill, p.since order by s.waybill`)
}

/** A number may be entered for samples that come and, by mistake, for samples that went back; then it is followed for these. */
export async function goesBack({ database }: World, waybill: string): Promise<boolean> {
  const row = await database.row(sql`
    select 1 from samples where return_waybill = ${waybill} and stage = 'returned' limit 1`)
  return row !== undefined
}

/** Also when the courier's push was lost: the laboratory asks for each parcel every few hours. */
export async function parcelsAreFollowed(world: World): Promise<string | undefined> {
  const { app, base, now, outside } = world
  for (const { waybill, sampleNo, since } of (await followed(world)).slice(-6)) {
    const { body, status } = await app.send(staffSampleRoute, { sampleNo }, { as: base.staff.logistics })
    if (status !== 200) return `staff read the route of ${sampleNo}: ${status}`
    const route = body.data as Route
    const fault = routeFault(world, waybill, route)
    if (fault) return fault
    const old = (outside.parcels.scans.get(waybill) ?? []).filter(({ at }) => at < addDays(now, -2) && at > since)
    const shown = route.parcels.find((parcel) => parcel.waybill === waybill)?.nodes.length ?? 0
    if (shown < old.length) return `${waybill} shows ${shown} of ${old.length} scans that are two days old`
  }
  return undefined
}

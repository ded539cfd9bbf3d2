import { refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { moveSample } from '../actions.ts'
import { sampleErrors } from '../errors.ts'
import { followParcel } from './parcel-actions.ts'
import { parcelAwaited, samplesByNos, samplesOfOrders, updateWaybill, waybillColumns } from '../store.ts'
import type { SampleRow } from '../wire-rules.ts'

// Waybills that staff enter from the list of a courier. Customers enter theirs with `giveWaybill`.

/** In the order of their numbers. */
export async function samplesOfAll(ctx: Pick<Ctx, 'db'>, orderIds: readonly number[]): Promise<SampleRow[]> {
  return orderIds.length === 0 ? [] : samplesOfOrders(ctx.db, orderIds)
}

/** A sample that comes by post and has not arrived. */
export function mayBeOnItsWay({ serviceType, stage }: Pick<SampleRow, 'serviceType' | 'stage'>): boolean {
  return serviceType === 1 && (stage === 'pending' || stage === 'in_transit')
}

/** Enters or corrects the waybill of samples that have not arrived. */
export function noteWaybill(
  ctx: Ctx<Staff>,
  rows: readonly SampleRow[],
  courier: string,
  waybill: string,
): Promise<void> {
  return inTx(ctx, async (inner) => {
    if (rows.length === 0 || !rows.every(mayBeOnItsWay)) throw refuse(sampleErrors.notSendable)
    for (const row of rows)
      if (row.stage === 'pending') await moveSample(inner, row, 'send', { set: waybillColumns(courier, waybill) })
    await followParcel(inner, courier, waybill)
    const ids = rows.map(({ id }) => id)
    const updated = await updateWaybill(inner.db, ids, courier, waybill)
    if (updated !== rows.length) throw refuse(sampleErrors.notSendable)
  })
}

export interface FormerWaybill {
  sampleNo: string
  stage: string
  courier: string
  waybill: string
}

/** Takes an entered waybill back while the sample is on its way with it. */
export function takeWaybillBack(
  ctx: Ctx<Staff>,
  former: readonly FormerWaybill[],
  { courier, waybill }: { courier: string; waybill: string },
): Promise<void> {
  return inTx(ctx, async (inner) => {
    const rows = await samplesByNos(
      inner.db,
      former.map(({ sampleNo }) => sampleNo),
    )
    for (const before of former) {
      const row = rows.find(({ sampleNo }) => sampleNo === before.sampleNo)
      if (row?.stage !== 'in_transit' || row.courier !== courier || row.waybill !== waybill)
        throw refuse(sampleErrors.waybillChanged)
      if (before.stage === 'pending') await moveSample(inner, row, 'takeBackSend', { set: parcelAwaited() })
      else await updateWaybill(inner.db, [row.id], before.courier, before.waybill)
    }
  })
}

import type { Ctx, Customer, Staff } from '../../../platform/http/ctx.ts'
import { controlOnDay } from '../../control-charts/state-actions.ts'
import { deliveredFiles, deliveryForStaff } from '../actions.ts'

type Records = Awaited<ReturnType<typeof deliveredFiles>>['records']

export async function controlForCustomer(ctx: Ctx<Customer>, orderNo: string) {
  return controlOf(ctx, (await deliveredFiles(ctx, orderNo)).records)
}

export async function controlForStaff(ctx: Ctx<Staff>, orderNo: string) {
  return controlOf(ctx, (await deliveryForStaff(ctx, orderNo)).records)
}

/** The charts of the registered instruments of records that hold. A record without such an instrument says nothing. */
async function controlOf(ctx: Ctx<Customer> | Ctx<Staff>, records: Records) {
  const found = await Promise.all(
    records
      .filter(({ replaced }) => !replaced)
      .map(async ({ id, projectName, instrument, instrumentId, startedAt }) => ({
        ...{ recordId: id, projectName, instrument },
        charts: instrumentId === null ? [] : await controlOnDay(ctx, instrumentId, startedAt),
      })),
  )
  return { records: found.filter(({ charts }) => charts.length > 0) }
}

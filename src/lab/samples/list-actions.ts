import { listed } from '../../core/lists/listed-actions.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { customersAbout } from '../../people/customers/search-actions.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { type ListedSample, sampleIndex } from './list-contract.ts'
import { sampleSource, samplesInPlaces } from './list-store.ts'
import { sampleWire } from './wire-rules.ts'

export const samples = listed<ListedSample>({
  index: sampleIndex,
  source: (ctx) => sampleSource((typed) => customersAbout(ctx, typed)),
  rows: async (ctx, ids) => {
    const rows = await samplesInPlaces(ctx.db, ids)
    const customers = await customersOf(
      ctx,
      rows.map((row) => row.customerId),
    )
    return rows.map((row) => ({
      ...sampleWire(row),
      customerName: customerName(customers.get(row.customerId)),
      createdAt: shanghaiTime(row.createdAt),
    }))
  },
})

import { listed } from '../../core/lists/listed-actions.ts'
import { contractIndex, type ListedContract } from './list-contract.ts'
import { contractsInPlaces, contractSource } from './list-store.ts'
import { summaryOf } from './view-actions.ts'

export const contracts = listed<ListedContract>({
  index: contractIndex,
  source: (ctx) => contractSource(ctx.clock.now()),
  rows: async (ctx, ids) =>
    (await contractsInPlaces(ctx.db, ids)).map((row) => ({
      ...summaryOf(row, ctx.clock.now()),
      company: row.body.customer.company,
    })),
})

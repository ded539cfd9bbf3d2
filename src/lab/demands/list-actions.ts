import { listed } from '../../core/lists/listed-actions.ts'
import type { StaffDemand } from './contract.ts'
import { demandIndex } from './list-contract.ts'
import { demandsInPlaces, demandSource } from './list-store.ts'
import { staffItems } from './staff-actions.ts'

export const demands = listed<StaffDemand>({
  index: demandIndex,
  source: () => demandSource,
  rows: async (ctx, ids) => staffItems(ctx, await demandsInPlaces(ctx.db, ids)),
})

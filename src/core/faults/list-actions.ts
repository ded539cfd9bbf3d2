import { shanghaiTime } from '../../platform/time.ts'
import { listed } from '../lists/listed-actions.ts'
import { faultIndex, type ListedFault } from './list-contract.ts'
import { type FaultRow, faultSource, faultsInPlaces } from './store.ts'

export const faults = listed<ListedFault>({
  index: faultIndex,
  source: () => faultSource,
  rows: async (ctx, ids) => (await faultsInPlaces(ctx.db, ids)).map(asListed),
})

export function asListed(row: FaultRow): ListedFault {
  const { id, kind, place, type, code, message, state, times, reopenedAt, lastRelease } = row
  return {
    id,
    kind,
    place,
    what: `${[type, code].filter(Boolean).join(' ')}${message && `: ${message}`}`,
    state,
    again: state === 'open' && reopenedAt !== null,
    times,
    firstSeenAt: shanghaiTime(row.firstSeenAt),
    lastSeenAt: shanghaiTime(row.lastSeenAt),
    lastRelease,
  }
}

import { pickupSearch } from '../list-contract.ts'
import { pickupDrivers, pickupRoute, pickupView } from '../staff/staff-contract.ts'

/** What every verb on a pickup makes stale. */
export const pickupReads = [pickupSearch, pickupView, pickupDrivers, pickupRoute] as const

import { useCall } from '../../../platform/client/use-call.ts'
import { shelfList } from './shelf-contract.ts'

export const shelfCodesId = 'shelf-codes'

/** Suggestions for a place: shelves with a free place. */
export function ShelfCodes() {
  const shelves = useCall(shelfList, { free: true, size: 100 }).data?.list ?? []
  return (
    <datalist id={shelfCodesId}>
      {shelves.map(({ code, temperatureName, stored, capacity }) => (
        <option key={code} value={code}>
          {temperatureName}，空位 {capacity - stored}
        </option>
      ))}
    </datalist>
  )
}

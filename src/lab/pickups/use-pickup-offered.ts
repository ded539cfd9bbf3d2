import { useSite } from '../../core/settings/site.tsx'

/** Whether the laboratory fetches samples anywhere. Where it does not, no page speaks of pickup. */
export function usePickupOffered(): boolean {
  return (useSite()?.settings.pickupCities ?? []).length > 0
}

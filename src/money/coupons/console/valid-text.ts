import type { CampaignItem } from '../staff-contract.ts'

/** When the coupons of a campaign can be used. */
export function validText({
  validFrom,
  validUntil,
  validDays,
}: Pick<CampaignItem, 'validFrom' | 'validUntil' | 'validDays'>) {
  if (validDays !== null) return `领取后 ${validDays} 天内`
  return validFrom === '' ? `领取后至 ${validUntil}` : `${validFrom} 至 ${validUntil}`
}

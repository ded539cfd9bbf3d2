import { discountChoices } from '../../money/coupons/contract.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { isReturned } from '../samples/entry/entry-rules.ts'
import { demandOf } from './demand-rules.ts'
import { useWizard } from './use-wizard.tsx'

/**
 * The coupons of who pays, judged for the chosen lines, and those of the draft that can still be used. With `wanted: false` nothing is
 * asked while the draft has no coupon.
 */
export function useCoupons({ wanted }: { wanted: boolean }) {
  const { data, lines, totalFen } = useWizard()
  const planIds = lines.map(({ id }) => id)
  const returnsSamples = data.samples.some((sample) => isReturned(sample, lines.map(demandOf)))
  const asked = useCall(
    discountChoices,
    { planIds, returnsSamples, groupNo: data.groupNo },
    { enabled: planIds.length > 0 && (wanted || data.couponIds.length > 0), alwaysAsk: true },
  )
  const chosen = (asked.data?.choices ?? []).filter(({ id, fault }) => fault === '' && data.couponIds.includes(id))
  const discountFen = totalFen === null ? 0 : chosen.reduce((sum, { discountFen: fen }) => sum + fen, 0)
  return { asked, chosen, discountFen, netFen: totalFen === null ? null : totalFen - discountFen }
}

import type { OutputOf } from '../../platform/contract/call.ts'
import { formatFen } from '../../platform/money.ts'
import type { reservationList } from '../bookings/contract.ts'
import { spanOf } from './span-text.ts'
import { minuteText } from '../../ui/text/day-text.ts'

export type ShownOffer = OutputOf<typeof reservationList>['list'][number]['offer']

/** The proposal of another time beside its booking, and what became of it. */
export function OfferLine({ offer }: { offer: ShownOffer }) {
  if (!offer) return null
  const extra = offer.extraFen > 0 ? `，需加收 ${formatFen(offer.extraFen)}` : ''
  const state =
    offer.stage === 'offered'
      ? `待答复，${minuteText(offer.until)} 前有效`
      : `${offer.stageName}${offer.answer ? `：${offer.answer}` : ''}`
  return (
    <span style={{ display: 'block', color: 'var(--ink-500)', whiteSpace: 'normal' }}>
      改期提议 {spanOf(offer)}
      {extra}（{state}）
    </span>
  )
}

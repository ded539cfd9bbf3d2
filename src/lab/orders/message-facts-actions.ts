import { readSetting } from '../../core/settings/actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { reservationsOf } from '../bookings/actions.ts'
import { isLive, spanText } from '../bookings/rules.ts'
import { samplesOf } from '../samples/actions.ts'
import type { OrderRow } from './record-rules.ts'
import type { OrderFacts } from './rules.ts'

/** For the messages about an order: when and where to come, or the address to send samples to unless they are fetched; nothing for data analysis. */
export async function arrivalFacts(
  ctx: Ctx,
  { id, serviceType }: Pick<OrderRow, 'id' | 'serviceType'>,
): Promise<Pick<OrderFacts, 'sendTo' | 'fetched' | 'visits' | 'place'>> {
  if (serviceType === 3) return {}
  if (serviceType === 1 && (await samplesOf(ctx, id)).some(({ stage }) => stage === 'collecting'))
    return { fetched: true }
  const { receiver, phone, address, postcode } = await readSetting(ctx, 'labAddress')
  if (serviceType === 1)
    return address === '' ? {} : { sendTo: [receiver, phone, address, postcode].filter(Boolean).join(' ') }
  const live = (await reservationsOf(ctx, id)).filter(({ stage }) => isLive(stage))
  const visits = live.map(({ startsAt, endsAt, remote }) => ({ when: spanText({ startsAt, endsAt }), remote }))
  return { visits, place: address }
}

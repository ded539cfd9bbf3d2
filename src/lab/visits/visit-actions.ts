import { isSlot } from '../plans/rules.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { reservationsOf } from '../bookings/actions.ts'
import { isLive, spanText } from '../bookings/rules.ts'
import { readSetting } from '../../ground/settings/actions.ts'
import type { OrderFacts } from '../orders/rules.ts'
import type { OrderRow } from '../orders/store.ts'

/** When and where a party is to come, or where samples are sent, for the messages of its order; nothing for data. */
export async function arrivalFacts(
  ctx: Ctx,
  { id, serviceType }: Pick<OrderRow, 'id' | 'serviceType'>,
): Promise<Pick<OrderFacts, 'sendTo' | 'visits' | 'place'>> {
  if (serviceType === 3) return {}
  const { receiver, phone, address, postcode } = await readSetting(ctx, 'labAddress')
  if (serviceType === 1)
    return address === '' ? {} : { sendTo: [receiver, phone, address, postcode].filter(Boolean).join(' ') }
  const live = (await reservationsOf(ctx, id)).filter(({ stage }) => isLive(stage))
  const visits = live.map(({ startsAt, endsAt, remote }) => ({ when: spanText({ startsAt, endsAt }), remote }))
  return { visits, place: address }
}

/** A line's parameters in words, without its slot: a booking may have moved since, and is shown as it stands. */
export function describedWithoutSlots<Described extends { key: string }>(line: {
  parameters: Readonly<Record<string, unknown>>
  described: Described[]
}): Described[] {
  return line.described.filter(({ key }) => !isSlot(line.parameters[key]))
}

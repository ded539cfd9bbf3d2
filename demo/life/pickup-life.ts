import { staffFileUpload } from '../../src/core/files/contract.ts'
import { orderForLab } from '../../src/lab/orders/actions.ts'
import { samplingAdd, samplingDays } from '../../src/lab/pickups/contract.ts'
import { pickupArrive, pickupAssign, pickupCollect, pickupDepart } from '../../src/lab/pickups/staff/staff-contract.ts'
import { parcel } from './micrograph.ts'
import { receive } from './work-life.ts'
import type { Actor, Life, World } from './world.ts'

/** Whether samples can be fetched at this customer's door: the demo does so in Beijing and Shanghai. */
export const isFetched = ({ area }: Actor) => area.startsWith('1101') || area.startsWith('3101')

/** The laboratory fetches the samples. Answers nothing when no slot is free: then the customer sends a parcel. */
export async function* pickup(world: World, buyer: Actor, orderNo: string): Life {
  const { days } = await world.call(samplingDays, {}, buyer)
  const open = days.flatMap(({ date, slots }) =>
    slots.filter((slot) => slot.open).map(({ slot }) => ({ date, time: slot })),
  )
  const chosen = open[world.random.whole(0, Math.min(6, open.length - 1))]
  if (!chosen) return
  const sendAddress = { name: buyer.name, phone: buyer.phone, address_code: buyer.area, address: buyer.street }
  const answer = await world.call(
    samplingAdd,
    { orderNo, type: 1, ...chosen, message: '', sendAddress } as never,
    buyer,
  )
  if (!answer.pickup) return
  const { id } = answer.pickup
  const { samples } = await orderForLab(world.app.system, orderNo)
  yield world.office(0)
  await world.byStaff('manager', pickupAssign, { id, version: 1, staffId: world.staff.logistics.id })
  const hour = [9, 11, 14, 16][Number(chosen.time)] ?? 14
  yield new Date(Date.parse(`${chosen.date}T${String(hour).padStart(2, '0')}:05:00+08:00`))
  await world.byStaff('logistics', pickupDepart, { id, version: 2 })
  yield world.later(0.8)
  const { id: photo } = await world.byStaff(
    'logistics',
    staffFileUpload,
    { purpose: 'photo' },
    {
      file: { name: '取样照片.png', content: parcel(), type: 'image/png' },
    },
  )
  await world.byStaff('logistics', pickupCollect, {
    id,
    version: 3,
    count: samples.length,
    photoFileIds: [photo],
  } as never)
  yield world.later(3)
  await world.byStaff('logistics', pickupArrive, { id, version: 4 })
  await receive(world, orderNo)
}

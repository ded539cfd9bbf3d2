import { parcel } from '../../../demo/life/micrograph.ts'
import { staffFileUpload } from '../../../src/core/files/contract.ts'
import {
  samplingAdd,
  samplingCancel,
  samplingDays,
  samplingList,
  samplingOrders,
} from '../../../src/lab/pickups/contract.ts'
import { pickupSearch } from '../../../src/lab/pickups/list-contract.ts'
import {
  pickupArrive,
  pickupAssign,
  pickupCollect,
  pickupDepart,
  pickupDrop,
  pickupFail,
} from '../../../src/lab/pickups/staff/staff-contract.ts'
import type { Scene, StepKind } from '../scene.ts'

export const pickups: StepKind[] = [
  { name: 'book a pickup', weight: 3, act: book },
  { name: 'cancel a pickup', weight: 0.5, act: cancel },
  { name: 'a pickup goes on', weight: 4, act: goOn },
]
const photo = parcel()
/** Pudong, where the demo fetches samples. */
const shanghai = { name: '模拟客户', phone: '13800138000', address_code: '310115', address: '张江路 88 号' }

async function book(scene: Scene): Promise<void> {
  const order = scene.one((await scene.mine(samplingOrders, {}))?.list)
  if (!order) return
  const { days = [] } = (await scene.mine(samplingDays, {})) ?? {}
  const slots = days.flatMap(({ date, slots: all }) => all.map(({ slot, open }) => ({ date, time: slot, open })))
  const chosen = scene.one(slots.slice(0, 12).filter(({ open }) => open || scene.random.chance(0.05)))
  if (!chosen) return
  const { date, time } = chosen
  const wish = { orderNo: order.orderNo, type: 1, date, time, message: '', sendAddress: shanghai } as never
  await scene.mine(samplingAdd, wish)
}

async function cancel(scene: Scene): Promise<void> {
  const found = scene.one((await scene.mine(samplingList, { page: 1, size: 20 }))?.list)
  if (found?.mayCancel) await scene.mine(samplingCancel, { id: found.id })
}

/** The next thing with one of the open pickups, now and then without success. */
async function goOn(scene: Scene): Promise<void> {
  const { world, random } = scene
  const list = (await scene.staff('logistics', pickupSearch, { tab: 'all', size: 50 }))?.list ?? []
  const found = scene.one(list.filter(({ stage }) => !['arrived', 'failed', 'cancelled'].includes(stage)))
  if (!found) return
  const { id, version, stage, sampleCount } = found
  const reason = '联系不上'
  if (stage === 'requested') {
    if (random.chance(0.1)) await scene.staff('manager', pickupDrop, { id, version, reason })
    else await scene.staff('manager', pickupAssign, { id, version, staffId: world.base.staff.logistics.id })
  } else if (stage === 'assigned') await scene.staff('logistics', pickupDepart, { id, version })
  else if (stage === 'collected') await scene.staff('logistics', pickupArrive, { id, version })
  else if (random.chance(0.1)) await scene.staff('logistics', pickupFail, { id, version, reason })
  else {
    const file = { name: '取样照片.png', content: photo, type: 'image/png' }
    const kept = await scene.staff('logistics', staffFileUpload, { purpose: 'photo' }, { file })
    const collected = { id, version, count: sampleCount, photoFileIds: kept ? [kept.id] : [] }
    await scene.staff('logistics', pickupCollect, collected)
  }
}

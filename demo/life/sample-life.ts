import { staffSampleDispose } from '../../src/lab/intake/contract.ts'
import { sampleReturns, samplesDue, staffSampleReturn } from '../../src/lab/intake/return-contract.ts'
import { orderForLab } from '../../src/lab/orders/actions.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../src/platform/time.ts'
import { isWorkday, type Life, type World } from './world.ts'

/** Parcels that are due before the end of the next day go in the morning, all others in the afternoon. */
const URGENT_HOURS = 32
const pages = { page: 1, size: 50 }

/** Samples that nobody wants back are kept or were used up. */
export async function* keepSamples(world: World, orderNo: string): Life {
  yield world.office(world.random.whole(2, 6))
  const { samples } = await orderForLab(world.app.system, orderNo)
  for (const { sampleNo, stage, returnWanted } of samples) {
    if (stage !== 'tested' || returnWanted) continue
    const used = world.random.chance(0.4)
    const what = used ? { action: 'consume' as const, reason: '测试消耗' } : { action: 'keep' as const }
    await world.byStaff('logistics', staffSampleDispose, { sampleNo, ...what })
  }
}

/** Parcels leave on time, also on holidays; a few are forgotten for days. */
export async function* returns(world: World): Life {
  const forgotten = new Map<string, Date>()
  for (;;) {
    const round = nextRound(world)
    yield round.at
    const { parcels } = await world.byStaff('logistics', sampleReturns, pages)
    for (const { orderNo, dueAt, samples } of parcels) {
      if (!forgotten.has(orderNo)) forgotten.set(orderNo, world.random.chance(0.02) ? addDays(world.now, 4) : world.now)
      if ((forgotten.get(orderNo) ?? world.now) > world.now) continue
      const isUrgent = dueAt !== null && fromShanghai(dueAt) < world.later(URGENT_HOURS)
      if (round.urgentOnly && !isUrgent) continue
      const waybill = `SF${world.random.whole(1_000_000_000, 9_000_000_000)}777`
      for (const { sampleNo } of samples)
        await world.byStaff('logistics', staffSampleReturn, { sampleNo, courier: '顺丰速运', waybill })
    }
  }
}

/** 9:30 and 15:00 on workdays, a last one on Saturday at 17:40, and one at 11:00 on holidays. */
function nextRound(world: World): { at: Date; urgentOnly: boolean } {
  for (let ahead = 0; ; ahead++) {
    const date = shanghaiDate(addDays(world.now, ahead))
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
    const isOpen = isWorkday(fromShanghai(date))
    const times = isOpen ? ['09:30', '15:00', ...(weekday === 6 ? ['17:40'] : [])] : weekday === 0 ? [] : ['11:00']
    const time = times.find((each) => `${date} ${each}` > shanghaiTime(world.now).slice(0, 16))
    if (time) return { at: fromShanghai(`${date} ${time}`), urgentOnly: time === '09:30' }
  }
}

/** Kept samples whose time is over are destroyed in the afternoon of the day. */
export async function* destruction(world: World): Life {
  for (;;) {
    yield world.office(1, 6)
    for (;;) {
      const { list } = await world.byStaff('logistics', samplesDue, pages)
      for (const { sampleNo } of list)
        await world.byStaff('logistics', staffSampleDispose, { sampleNo, action: 'destroy', reason: '留样到期' })
      if (list.length < pages.size) break
    }
  }
}

import {
  deviceExtraTimes,
  reservationAnswer,
  reservationList,
  reservationRebook,
  staffReservationMove,
  staffReservationOffer,
  staffReservationOfferWithdraw,
} from '../../../src/lab/bookings/contract.ts'
import { type StaffAction, staffMay } from '../../../src/lab/bookings/rules.ts'
import { reservationAdd } from '../../../src/lab/visits/added-slots/add-contract.ts'
import { staffReservationBoard, staffReservationPlace } from '../../../src/lab/visits/board/board-contract.ts'
import { staffReservationList } from '../../../src/lab/visits/list-contract.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../../src/platform/time.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Visits that are moved by either side or get another time, confirmed, begun, missed or cancelled by the laboratory. */
export const movingVisits: StepKind[] = [
  { name: 'move a visit', weight: 1, act: rebook },
  { name: 'the laboratory offers another time', weight: 1, act: offer },
  { name: 'answer the offered time', weight: 1, act: answer },
  { name: 'the laboratory goes on with visits', weight: 1.5, act: goOn },
  { name: 'add a time to a visit', weight: 1, act: addTime },
  { name: 'the laboratory changes the instrument of a visit', weight: 1, act: changePlace },
]
const actions: readonly StaffAction[] = ['confirm', 'begin', 'finish', 'miss', 'drop']

/** A time of the next days that visitors can book, or sometimes one that is taken. */
async function newTime(scene: Scene, rid: number): Promise<{ date: string; from: string } | undefined> {
  const { random, world } = scene
  const date = shanghaiDate(addDays(world.now, random.whole(1, 7)))
  const slots = (await scene.mine(deviceExtraTimes, { rid, date }))?.slots ?? []
  const from = scene.one(random.chance(0.9) ? slots.filter(({ bookable }) => bookable) : slots)?.from
  return from === undefined ? undefined : { date, from }
}

async function rebook(scene: Scene): Promise<void> {
  for (const person of scene.some(scene.world.base.people, scene.world.base.people.length)) {
    const { list = [] } = (await scene.by(person, reservationList, { page: 1, size: 20 })) ?? {}
    const found = scene.one(list.filter(({ stage }) => ['requested', 'booked', 'cancelled', 'missed'].includes(stage)))
    const time = found && (await newTime(scene, found.rid))
    if (!time) continue
    await scene.by(person, reservationRebook, { id: found.id, ...time })
    return
  }
}

const listed = async (scene: Scene, tab: 'coming' | 'offered' | 'all') =>
  (await scene.staff('manager', staffReservationList, { tab, size: 50 }))?.list ?? []

async function offer(scene: Scene): Promise<void> {
  const open = scene.one(await listed(scene, 'offered'))
  if (open?.offer && scene.random.chance(0.3)) {
    await scene.staff('manager', staffReservationOfferWithdraw, { offerId: open.offer.id })
    return
  }
  const found = scene.one((await listed(scene, 'coming')).filter(({ movable }) => movable))
  const time = found && (await newTime(scene, found.rid))
  if (time) await scene.staff('manager', staffReservationOffer, { id: found.id, ...time })
}

async function answer(scene: Scene): Promise<void> {
  for (const person of scene.some(scene.world.base.people, scene.world.base.people.length)) {
    const { list = [] } = (await scene.by(person, reservationList, { page: 1, size: 20 })) ?? {}
    const found = scene.one(list.filter(({ offer: proposed }) => proposed?.stage === 'offered'))
    if (!found?.offer) continue
    const agree = scene.random.chance(0.6)
    await scene.by(person, reservationAnswer, { offerId: found.offer.id, agree, reason: agree ? '' : '时间不合适' })
    return
  }
}

async function goOn(scene: Scene): Promise<void> {
  const { random, world } = scene
  for (const found of scene.some(await listed(scene, 'all'), 50)) {
    const { id, stage, version } = found
    const startsAt = fromShanghai(found.startsAt)
    const able = actions.filter((action) => staffMay(action, { stage, startsAt }, world.now))
    const action = scene.one(able.filter((each) => each !== 'drop' || random.chance(0.1)))
    if (!action) continue
    await scene.staff('manager', staffReservationMove, { id, action, version, reason: '模拟实验室的安排' })
    return
  }
}

async function addTime(scene: Scene): Promise<void> {
  for (const person of scene.some(scene.world.base.people, scene.world.base.people.length)) {
    const { list = [] } = (await scene.by(person, reservationList, { page: 1, size: 20 })) ?? {}
    const found = scene.one(list.filter(({ stage }) => stage === 'requested' || stage === 'booked'))
    const time = found && (await newTime(scene, found.rid))
    const field = scene.world.base.projects
      .find(({ rid }) => rid === found?.rid)
      ?.form.fields.find(({ kind }) => kind === 'slot')
    if (!time || field?.kind !== 'slot') continue
    await scene.by(person, reservationAdd, { orderNo: found.orderNo, ...time, minutes: field.leastMinutes })
    return
  }
}

/** Sometimes to one that is taken or stopped, or does not serve the project. */
async function changePlace(scene: Scene): Promise<void> {
  const date = shanghaiDate(addDays(scene.world.now, scene.random.whole(0, 5)))
  const { bookings = [], instruments = [] } =
    (await scene.staff('manager', staffReservationBoard, { date, span: 'week' })) ?? {}
  const found = scene.one(bookings.filter(({ movable }) => movable))
  const ids = scene.random.chance(0.9) ? found?.places : instruments.map(({ id }) => id)
  const instrumentId = scene.one(ids)
  if (found && instrumentId !== undefined)
    await scene.staff('manager', staffReservationPlace, { id: found.id, instrumentId })
}

import { firstAgreementVersion as agreementVersion } from '../../src/core/agreements/agreement-rules.ts'
import { fileUpload } from '../../src/core/files/contract.ts'
import { deviceExtraTimes, staffReservationMove } from '../../src/lab/bookings/contract.ts'
import { cellsOf } from '../../src/lab/bookings/slot-rules.ts'
import { staffReservationList } from '../../src/lab/visits/list-contract.ts'
import { orderForLab } from '../../src/lab/orders/actions.ts'
import { orderDataAdd } from '../../src/lab/orders/analysis-data/data-contract.ts'
import { staffOrderCheckIn } from '../../src/lab/orders/staff/staff-contract.ts'
import { addDays, shanghaiDate } from '../../src/platform/time.ts'
import type { Field, SlotValue } from '../../src/shop/catalogue/forms/form-rules.ts'
import { evaluate } from './after-life.ts'
import type { Results } from './curves.ts'
import { filledForm } from './form.ts'
import { after, agreed } from './order-life.ts'
import { ordered } from './plan-life.ts'
import { test } from './work-life.ts'
import type { Actor, Life, LifeProject, World } from './world.ts'

/** A visit with a booked slot, from the order to the delivery. */
export async function* visitLife(world: World, results: Results, buyer: Actor): Life {
  const project = world.random.pick(world.projects.filter(({ typeId }) => typeId === 2))
  const slot = await freeSlot(world, project)
  if (!slot) return
  const parameters = { ...filledForm(project.form, world.random) }
  for (const field of project.form.fields) if (field.kind === 'slot') parameters[field.key] = slot
  const orderNo = await placed(world, buyer, project, parameters, { kind: 'visit', people: 2 })
  if (!orderNo) return
  yield* agreed(world, buyer, orderNo)
  if ((await orderForLab(world.app.system, orderNo)).stage !== 'awaiting_sample') return
  yield* confirmed(world, orderNo)
  yield new Date(Date.parse(`${slot.date}T${slot.from}:00+08:00`) + 5 * 60_000)
  await world.byStaff('lab', staffOrderCheckIn, { orderNo })
  yield* test(world, results, orderNo)
  yield* after(world, results, buyer, orderNo)
  if (world.random.chance(0.4)) yield* evaluate(world, buyer, orderNo)
}

/** The manager confirms the booking; some are left for whoever tries the demo. */
async function* confirmed(world: World, orderNo: string): Life {
  yield world.soon()
  if (world.random.chance(0.15)) return
  const { list } = await world.byStaff('manager', staffReservationList, { tab: 'all', kw: orderNo })
  for (const { id, stage } of list)
    if (stage === 'requested') await world.byStaff('manager', staffReservationMove, { id, action: 'confirm' })
}

async function freeSlot(world: World, project: LifeProject): Promise<SlotValue | undefined> {
  const field = project.form.fields.find(({ kind }) => kind === 'slot')
  if (field?.kind !== 'slot') return undefined
  // The manager approves on the next working day, which may be after holidays.
  const approved = shanghaiDate(world.office(2))
  for (let days = world.random.whole(3, 9); days < 20; days++) {
    const date = shanghaiDate(addDays(world.now, days))
    if (date <= approved) continue
    const { slots } = await world.call(deviceExtraTimes, { rid: project.rid, date })
    const minutes = field.leastMinutes
    const free = new Set(slots.flatMap(({ bookable, from }) => (bookable ? [from] : [])))
    // Each half hour of the visit has to be free, not the first alone.
    const begins = [...free].filter((from) => cellsOf({ date, from, minutes }).every((cell) => free.has(cell.from)))
    if (begins.length > 0) return { date, from: world.random.pick(begins), minutes }
  }
  return undefined
}

/** Files of parameters are not given by the demo's customers. */
const needsFile = ({ kind, required }: Field) => kind === 'file' && required === true

/** An analysis of data that the customer uploads. */
export async function* dataLife(world: World, results: Results, buyer: Actor): Life {
  const project = world.random.pick(
    world.projects.filter(({ typeId, form }) => typeId === 3 && !form.fields.some(needsFile)),
  )
  const orderNo = await placed(world, buyer, project, filledForm(project.form, world.random), { kind: 'upload' })
  if (!orderNo) return
  yield* agreed(world, buyer, orderNo)
  if ((await orderForLab(world.app.system, orderNo)).stage !== 'awaiting_sample') return
  yield world.office(0)
  const { content } = results.of(project.name)
  const { id: fileId } = await world.call(fileUpload, { purpose: 'data' }, buyer, {
    file: { name: '原始数据.txt', content },
  })
  await world.call(orderDataAdd, { orderNo, fileId }, buyer)
  yield world.office(0)
  await world.byStaff('lab', staffOrderCheckIn, { orderNo })
  yield* test(world, results, orderNo)
  yield* after(world, results, buyer, orderNo)
}

async function placed(
  world: World,
  buyer: Actor,
  project: LifeProject,
  parameters: object,
  delivery: { kind: 'visit'; people: number } | { kind: 'upload' },
): Promise<string | undefined> {
  const line = { rid: project.rid, parameters: parameters as Record<string, unknown>, sampleCount: 1, urgent: false }
  const isData = delivery.kind === 'upload'
  const sample = {
    ...{ ownNo: 'A-1', name: isData ? '原始数据' : '自带样品', composition: isData ? '' : 'SiO2' },
    form: isData ? ('data' as const) : (project.forms[0] ?? 'block'),
  }
  const order = await ordered(world, buyer, [{ line }], ([planId = 0]) => ({
    ...{ planIds: [planId], samples: [{ planId, ...sample }], delivery, invoice: { type: 0 as const }, remark: '' },
    contact: { name: buyer.name, phone: buyer.phone, email: '' },
    ...(buyer.group ? { groupNo: buyer.group.no } : {}),
    ...{ agreementVersion, agreed: true as const, warningsConfirmed: true },
  }))
  return order?.orderNo
}

import { filledForm } from '../../../demo/life/form.ts'
import { firstAgreementVersion as agreementVersion } from '../../../src/core/agreements/agreement-rules.ts'
import { fileUpload } from '../../../src/core/files/contract.ts'
import { deviceExtraTimes, reservationCancel, reservationList } from '../../../src/lab/bookings/contract.ts'
import { orderAdd } from '../../../src/lab/ordering/contract.ts'
import { orderDataAdd } from '../../../src/lab/orders/analysis-data/data-contract.ts'
import { orderHistory } from '../../../src/lab/orders/contract.ts'
import { staffOrderList } from '../../../src/lab/orders/lists/list-contract.ts'
import { staffOrderCheckIn } from '../../../src/lab/orders/staff/staff-contract.ts'
import { planAdd, planDelete } from '../../../src/lab/plans/contract.ts'
import type { SentTo } from '../../../src/platform/contract/call.ts'
import { addDays, shanghaiDate } from '../../../src/platform/time.ts'
import type { Project } from '../base.ts'
import type { Scene, StepKind } from '../scene.ts'

export const visits: StepKind[] = [
  { name: 'book a visit', weight: 2, act: bookVisit },
  { name: 'order an analysis', weight: 1.5, act: orderAnalysis },
  { name: 'send data', weight: 2, act: sendData },
  { name: 'visitors and data arrive', weight: 3, act: checkIn },
  { name: 'cancel a booking', weight: 0.5, act: cancelBooking },
]

async function bookVisit(scene: Scene): Promise<void> {
  const { world, random } = scene
  const project = scene.one(world.base.projects.filter(({ typeId }) => typeId === 2))
  const field = project?.form.fields.find(({ kind }) => kind === 'slot')
  if (!project || field?.kind !== 'slot') return
  const date = shanghaiDate(addDays(world.now, random.whole(1, 7)))
  const free = (await scene.mine(deviceExtraTimes, { rid: project.rid, date }))?.slots ?? []
  // Others look at the same times, so the slot may be taken; some choose one that is.
  const from = scene.one(random.chance(0.9) ? free.filter(({ bookable }) => bookable) : free)?.from
  if (!from) return
  const parameters = { ...filledForm(project.form, random), [field.key]: { date, from, minutes: field.leastMinutes } }
  await place(scene, project, parameters, { kind: 'visit', people: 1 })
}

async function orderAnalysis(scene: Scene): Promise<void> {
  const isFree = ({ typeId, form }: Project) =>
    typeId === 3 && !form.fields.some(({ kind, required }) => kind === 'file' && required)
  const project = scene.one(scene.world.base.projects.filter(isFree))
  if (project) await place(scene, project, filledForm(project.form, scene.random), { kind: 'upload' })
}

async function place(
  scene: Scene,
  project: Project,
  parameters: Record<string, unknown>,
  delivery: SentTo<typeof orderAdd>['delivery'],
): Promise<void> {
  const added = await scene.mine(planAdd, { rid: project.rid, parameters, sampleCount: 1, urgent: false })
  if (!added) return
  const form = delivery.kind === 'upload' ? 'data' : (project.forms[0] ?? 'block')
  const placed = await scene.mine(orderAdd, {
    ...{ planIds: [added.id], delivery, invoice: { type: 0 }, remark: '', groupNo: '' },
    samples: [{ planId: added.id, ownNo: 'A-1', name: '自带样品', form, composition: form === 'data' ? '' : 'SiO2' }],
    contact: { name: '模拟客户', phone: scene.person.phone, email: '' },
    ...{ agreementVersion, agreed: true, warningsConfirmed: true },
  })
  if (placed) scene.lines.push(`${placed.orderNo} ${placed.stage}`)
  else await scene.mine(planDelete, { ids: [added.id] })
}

async function sendData(scene: Scene): Promise<void> {
  const list = (await scene.mine(orderHistory, { tab: 'sending', size: 30 }))?.list ?? []
  const found = scene.one(list.filter(({ serviceType }) => serviceType === 3))
  if (!found) return
  const file = { name: '原始数据.txt', content: `10 1\n20 ${scene.random.whole(1, 99)}\n` }
  const uploaded = await scene.mine(fileUpload, { purpose: 'data' }, { file })
  if (uploaded) await scene.mine(orderDataAdd, { orderNo: found.orderNo, fileId: uploaded.id })
}

async function checkIn(scene: Scene): Promise<void> {
  const input = { tab: 'all', filters: { stage: ['awaiting_sample'], service: ['2', '3'] }, size: 50 } as never
  for (const { orderNo } of scene.some((await scene.staff('lab', staffOrderList, input))?.list, 2))
    await scene.staff('lab', staffOrderCheckIn, { orderNo })
}

async function cancelBooking(scene: Scene): Promise<void> {
  const list = (await scene.mine(reservationList, { page: 1, size: 20 }))?.list ?? []
  const found = scene.one(list.filter(({ stage }) => stage === 'requested' || stage === 'booked'))
  if (found) await scene.mine(reservationCancel, { id: found.id })
}

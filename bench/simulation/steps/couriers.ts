import { sampleList, sampleRoute } from '../../../src/lab/samples/contract.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { followed, goesBack, routeFault } from '../models/parcels.ts'
import type { ScanKind } from '../parcels.ts'
import type { Scene, StepKind } from '../scene.ts'

/** The courier carries parcels and pushes what it scanned: at once, later, twice, in another order, or not at all. */
export const couriers: StepKind[] = [
  { name: 'the courier scans a parcel', weight: 4, act: scan },
  { name: 'pushes of the courier arrive', weight: 2, act: arrive },
  { name: 'look where a parcel is', weight: 1, act: look },
]

const onward: Record<string, ScanKind> = {
  '': 'collected',
  collected: 'moving',
  moving: 'delivering',
  delivering: 'signed',
  problem: 'delivering',
}

async function scan(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { parcels } = world.outside
  const waybills = [...new Set(world.model.waybills.values())].filter((waybill) => waybill !== '')
  const waybill = scene.one(waybills.slice(-8))
  if (!waybill) return
  const next = onward[parcels.scans.get(waybill)?.at(-1)?.kind ?? '']
  if (!next) return
  const kind = random.chance(0.1) ? 'problem' : next
  parcels.scan(waybill, kind)
  const way = random.weighted({ now: 4, twice: 1, later: 2, lost: 2 })
  scene.lines.push(`${waybill} ${kind}, pushed ${way}`)
  if (way === 'later') parcels.queued.push(waybill)
  if (way === 'now' || way === 'twice') await push(scene, waybill, kind)
  if (way === 'twice') await push(scene, waybill, kind)
}

/** In any order, with some that nobody sent in earnest: of a parcel that is not ours, or about a delivery that was not. */
async function arrive(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { queued, scans } = world.outside.parcels
  while (queued.length > 0) {
    const [waybill = ''] = queued.splice(random.whole(0, queued.length - 1), 1)
    await push(scene, waybill, scans.get(waybill)?.at(-1)?.kind ?? 'moving')
  }
  if (random.chance(0.3)) await push(scene, `SF9${String(random.whole(1, 999)).padStart(12, '0')}`, 'signed')
  const forged = scene.one([...world.model.waybills.values()])
  if (forged && random.chance(0.5)) await push(scene, forged, 'signed')
}

/** A push carries no signature, so it only makes the laboratory ask. Signed at the door is not received: no sample moves by it. */
async function push(scene: Scene, waybill: string, kind: ScanKind): Promise<void> {
  const { world } = scene
  const { parcels } = world.outside
  // Samples that have arrived are admitted when their order may begin.
  const lastMove = sql`select coalesce(max(id), 0) as id from stage_history where entity = 'sample' and to_stage in ('received', 'refused', 'parked') and action <> 'admit'`
  const before = await world.database.one<{ id: number }>(lastMove)
  const faults = world.faults.total
  const { now } = world
  const asked = parcels.asked.get(waybill)
  const tried = parcels.tried.get(waybill)
  const awaited = (await followed(world)).some((parcel) => parcel.waybill === waybill)
  const route = [
    { mailno: waybill, id: '1', opCode: kind === 'signed' ? '80' : '31', acceptTime: '2026-01-01 10:00:00' },
  ]
  const status = await world.push('/api/notify/sf', { Body: { WaybillRoute: route } })
  await world.work()
  scene.lines.push(`push of ${waybill} ${status}`)
  const after = await world.database.one<{ id: number }>(lastMove)
  if (after.id !== before.id) scene.breaks('a courier moves no sample', `a sample moved by a push of ${waybill}`)
  const isDue = awaited && now.getTime() - (tried?.getTime() ?? 0) > 300_000
  const isAsked = parcels.asked.get(waybill) !== asked
  if (isDue && !isAsked && faults === world.faults.total)
    scene.breaks('a push makes the courier be asked', `nobody asked for ${waybill}`)
  if (!awaited && isAsked && !(await goesBack(world, waybill)))
    scene.breaks('only parcels that are followed are asked for', waybill)
}

/** The customer and staff read where it is; nobody else does. */
async function look(scene: Scene): Promise<void> {
  const { world, person } = scene
  const list = (await scene.mine(sampleList, { size: 50 }))?.list ?? []
  const found = scene.one(list.filter(({ waybill }) => waybill !== ''))
  if (!found) return
  const { sampleNo, waybill } = found
  const route = await scene.mine(sampleRoute, { sampleNo })
  const fault = route ? routeFault(world, waybill, route) : `${person.name} cannot read ${sampleNo}`
  if (fault) scene.breaks('a parcel is where the courier scanned it', fault)
  const other = scene.one(world.base.people.filter(({ id }) => id !== person.id))
  if (other && (await scene.by(other, sampleRoute, { sampleNo })))
    scene.breaks('nobody reads another’s parcel', `${other.name} read ${sampleNo}`)
  scene.lines.push(`${waybill} ${route?.parcels.flatMap(({ nodes }) => nodes).length}`)
}

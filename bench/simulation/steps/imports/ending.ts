import { staffChangeRole } from '../../../../src/core/staff/manage-contract.ts'
import { staffJobReplay } from '../../../../src/core/upkeep/contract.ts'
import { sql } from '../../../../src/platform/db/sql.ts'
import type { StaffName } from '../../base.ts'
import { accountsFault, factsOf, usedPhones } from '../../models/imports/accounts.ts'
import {
  checkRun,
  type Row,
  rowsIn,
  rowStates,
  type Run,
  runFault,
  type Step,
  undoRun,
  writeRun,
} from '../../models/imports/runs.ts'
import { learnAdvisor } from '../../models/imports/customers.ts'
import { type Facts, phoneOf, samplesNow } from '../../models/imports/tables.ts'
import type { Scene } from '../../scene.ts'

const RULE = 'an import writes what its rows say and takes back what it wrote'
const MOST_WAITS = 40

interface Ordered {
  step: Step
  /** Who ordered it. */
  by: StaffName
}

/** Whoever ordered a step waits until it has ended, and looks whether each row is as it must be. Sometimes the person loses the role meanwhile. */
export async function ended(scene: Scene, run: Run, { step, by }: Ordered): Promise<void> {
  const { random, world } = scene
  const losesRole = by === 'manager2' && random.chance(0.12)
  if (losesRole) await changeRole(scene, 'lab')
  for (const { cells } of run.rows)
    for (const phone of [cells.phone, cells.account]) if (phone && run.table !== 'incomingWaybills') name(scene, phone)
  const began = world.app.clock.now()
  const facts = await factsOf(world)
  await wait(scene, run)
  if (losesRole) await changeRole(scene, 'manager')
  // A coupon that came meanwhile rests on the account too.
  const used = new Set([...facts.used, ...(await usedPhones(world))])
  await judge(scene, run, step, { facts: { ...facts, used }, lacksRole: losesRole })
  const fault =
    (await runFault(world, run)) ?? (await accountsFault(world)) ?? (await samplesFault(scene, run, { facts, began }))
  if (fault) scene.breaks(RULE, `after the ${step} of ${run.id}: ${fault}`)
  if (run.table === 'customers') for (const { made } of rowsIn(run, 'written')) learnAdvisor(made, facts)
}

/** Only phones can have accounts, and those of waybills name nobody. */
function name({ world }: Scene, cell: string): void {
  const phone = phoneOf(cell)
  if (/^1\d{10}$/.test(phone)) world.model.imports.named.add(phone)
}

async function changeRole(scene: Scene, role: 'lab' | 'manager'): Promise<void> {
  const { id } = scene.world.base.staff.manager2
  if (!(await scene.staff('admin', staffChangeRole, { id, role, confirm: 'manager2@demo' })))
    scene.breaks('an administrator changes roles', `${role}: ${scene.refusal}`)
}

/** A job that failed is tried again after a while, one that a crash broke off when its time is over, and one that failed too often by an administrator. */
async function wait(scene: Scene, { id }: Run): Promise<void> {
  const { world } = scene
  for (let n = 0; n < MOST_WAITS; n++) {
    await world.work()
    const { stage } = await world.database.one<{ stage: string }>(sql`select stage from import_runs where id = ${id}`)
    if (!['checking', 'committing', 'undoing'].includes(stage)) return
    const dead = await world.database.rows<{ id: number }>(
      sql`select id from jobs where name like 'import.%' and state = 'dead' order by id`,
    )
    for (const job of dead) await scene.staff('admin', staffJobReplay, { id: job.id })
    world.app.clock.advance({ seconds: 30 + 10 * n })
  }
  scene.breaks('a step of an import comes to an end', `${id} goes on and on`)
}

/** Moves the run of the model on. A run without its person's right stops, or fails, before anything is done. */
async function judge(
  { world, lines }: Scene,
  run: Run,
  step: Step,
  { facts, lacksRole }: { facts: Facts; lacksRole: boolean },
): Promise<void> {
  const states = await rowStates(world, run.id)
  if (step === 'check') {
    run.stage = lacksRole || run.rows.length === 0 ? 'failed' : 'ready'
    if (run.stage === 'ready') checkRun(run, facts)
  } else {
    const wasStopped = run.stage === 'stopped' || lacksRole
    const isLeft = (row: Row) => wasStopped && states.get(row.rowNo) === row.state
    const before = run.rows.map(({ state }) => state)
    if (step === 'write') writeRun(run, facts, isLeft)
    else undoRun(run, facts, isLeft)
    followParcels(world, run, before)
    if (wasStopped) run.stage = 'stopped'
    else run.stage = step === 'write' ? 'committed' : 'undone'
  }
  lines.push(
    `${run.stage} ${Object.entries(Object.groupBy(run.rows, ({ state }) => state))
      .map(([state, rows]) => `${rows.length} ${state}`)
      .join(' ')}`,
  )
}

/** The courier carries parcels with the waybills that were entered. */
function followParcels({ model }: Scene['world'], run: Run, before: readonly Row['state'][]): void {
  if (run.table !== 'incomingWaybills') return
  run.rows.forEach(({ state, made }, place) => {
    const { former, waybill } = (made ?? {}) as {
      former: { sample: { id: number }; before: { waybill: string } }[]
      waybill: string
    }
    if (state === before[place] || (state !== 'written' && state !== 'undone')) return
    for (const { sample, before: then } of former)
      model.waybills.set(sample.id, state === 'written' ? waybill : then.waybill)
    if (state === 'written') model.entered.set(waybill, (model.entered.get(waybill) ?? 0) + 1)
  })
}

/** Samples that other work moved on meanwhile, such as that of a delivery, stand otherwise for a good reason. */
async function samplesFault(
  { world }: Scene,
  { table }: Run,
  { facts: { samples }, began }: { facts: Facts; began: Date },
): Promise<string | undefined> {
  if (table !== 'incomingWaybills' && table !== 'returnWaybills') return undefined
  const others = await world.database.rows<{ id: number }>(sql`
    select entity_id as id from stage_history where entity = 'sample' and actor_kind = 'system' and at >= ${began}`)
  const movedOn = new Set(others.map(({ id }) => id))
  const text = ({ sampleNo, stage, courier, waybill, returnCourier, returnWaybill }: Facts['samples'][number]) =>
    [sampleNo, stage, courier, waybill, returnCourier, returnWaybill].join(' ')
  const found = (await samplesNow(world.database)).map(text)
  const wrong = samples.findIndex((sample, place) => text(sample) !== found[place] && !movedOn.has(sample.id))
  return wrong < 0 ? undefined : `${found[wrong]} instead of ${text(samples[wrong] as Facts['samples'][number])}`
}

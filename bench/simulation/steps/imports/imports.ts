import {
  importCancel,
  importCommit,
  importDetail,
  importStart,
  importStop,
  importUndo,
} from '../../../../src/core/imports/contract.ts'
import type { StaffName } from '../../base.ts'
import { rowsIn, type Run, type TableName, tables } from '../../models/imports/runs.ts'
import type { Cells } from '../../models/imports/tables.ts'
import type { Scene, StepKind } from '../../scene.ts'
import { ended } from './ending.ts'
import { look } from './looking.ts'
import { mayImport, without } from './roles.ts'
import { corrected, rowsFor } from './rows.ts'

/** Staff bring tables of other systems: they upload them, look at the check, write them, take them back or leave them. */
export const imports: StepKind[] = [
  { name: 'staff upload a table', weight: 2.5, act: async (scene) => void (await uploaded(scene)) },
  { name: 'staff write an import', weight: 2.5, act: write },
  { name: 'staff take an import back', weight: 1.5, act: takeBack },
  { name: 'staff leave an import', weight: 0.3, act: leave },
  { name: 'staff look at an import', weight: 0.7, act: look },
]
const RULE = 'an import is for those whose role may have it, and goes from its check to what was written'

/** The run of the table; undefined when nothing was uploaded. `earlier`: a run whose rows it may correct. */
export async function uploaded(scene: Scene, earlier?: Run): Promise<Run | undefined> {
  const { random, world } = scene
  const table =
    earlier?.table ?? random.weighted({ customers: 5, addresses: 3, incomingWaybills: 3, returnWaybills: 1 })
  const former = [...world.model.imports.runs.values()].findLast((run) => run.table === table && run.rows.length < 50)
  const again = former && random.chance(0.25) ? former.rows.map(({ cells }) => cells) : undefined
  const rows = earlier && random.chance(0.6) ? corrected(scene, earlier) : (again ?? (await rowsFor(scene, table)))
  if (rows.length === 0) return undefined
  const stranger = random.pick(without(table))
  const file = { name: '表格.csv', content: csvOf(table, rows) }
  if (random.chance(0.1) && (await scene.staff(stranger, importStart, { kind: table }, { file })))
    scene.breaks(RULE, `${stranger} uploaded ${table}`)
  // A file of something else.
  const isOther = random.chance(0.05)
  if (isOther) file.content = '甲,乙\n1,2\n'
  const by = random.pick(mayImport[table])
  const started = await scene.staff(by, importStart, { kind: table }, { file })
  if (!started) return scene.breaks(RULE, `${by} could not upload ${table}: ${scene.refusal}`)
  const run: Run = {
    ...{ id: started.id, table, by, at: world.now, stage: 'checking', writes: 0 },
    rows: isOther ? [] : rows.map((cells, n) => ({ rowNo: n + 2, cells, state: 'faulty' })),
    checked: { new: 0, changed: 0, unchanged: 0, faulty: 0 },
  }
  world.model.imports.runs.set(run.id, run)
  scene.lines.push(`${run.id} ${table} ${rows.length} rows`)
  if (random.chance(0.05)) await cancel(scene, run, by)
  else await ended(scene, run, { step: 'check', by })
  return run
}

const csvOf = (table: TableName, rows: readonly Cells[]) => {
  const { heads } = tables[table]
  const lines = rows.map((cells) => Object.keys(heads).map((key) => cells[key] ?? ''))
  return [Object.values(heads), ...lines].map((cells) => cells.join(',')).join('\r\n')
}

/** Mostly one of the newest; sometimes one that is not in such a stage, or that somebody else uploaded. */
function picked(scene: Scene, ...stages: Run['stage'][]): { run: Run; by: StaffName } | undefined {
  const runs = [...scene.world.model.imports.runs.values()]
  const open = runs.filter(({ stage }) => stages.includes(stage))
  const run = scene.one(open.length > 0 && scene.random.chance(0.95) ? open.slice(-6) : runs.slice(-10))
  return run && { run, by: scene.random.pick(mayImport[run.table]) }
}

async function write(scene: Scene): Promise<void> {
  const found = picked(scene, 'ready', 'stopped')
  if (found) await writeOne(scene, found.run, found.by)
}

export async function writeOne(scene: Scene, run: Run, by: StaffName): Promise<void> {
  const { random } = scene
  const skipFaulty = random.chance(0.9)
  const { version } = (await scene.staff(by, importDetail, { id: run.id })) ?? { version: 0 }
  const input = { id: run.id, version, skipFaulty }
  const stranger = random.pick(without(run.table))
  if (random.chance(0.15) && (await scene.staff(stranger, importCommit, input)))
    scene.breaks(RULE, `${stranger} wrote ${run.table}`)
  const done = await scene.staff(by, importCommit, input)
  const isOpen = run.stage === 'ready' || run.stage === 'stopped'
  const isFaulty = run.checked.faulty > 0 && !skipFaulty
  const rest = rowsIn(run, 'new', 'changed').length > 0 ? '' : 'nothingToWrite'
  const wanted = isFaulty ? 'faultyLeft' : isOpen ? rest : 'stageConflict'
  await begun(scene, run, by, { step: 'write', stage: 'committing', wanted, done })
}

async function takeBack(scene: Scene): Promise<void> {
  const found = picked(scene, 'committed', 'stopped')
  if (found) await takeOneBack(scene, found.run, found.by)
}

export async function takeOneBack(scene: Scene, run: Run, by: StaffName): Promise<void> {
  const { random } = scene
  const { version } = (await scene.staff(by, importDetail, { id: run.id })) ?? { version: 0 }
  const input = { id: run.id, version }
  const stranger = random.pick(without(run.table))
  if (random.chance(0.15) && (await scene.staff(stranger, importUndo, input)))
    scene.breaks(RULE, `${stranger} took ${run.table} back`)
  const done = await scene.staff(by, importUndo, input)
  const isOpen = run.stage === 'committed' || run.stage === 'stopped'
  const rest = rowsIn(run, 'written').length > 0 ? '' : 'nothingToUndo'
  const wanted = 'undo' in tables[run.table] ? (isOpen ? rest : 'stageConflict') : 'noUndo'
  await begun(scene, run, by, { step: 'undo', stage: 'undoing', wanted, done })
}

interface Begun {
  step: 'write' | 'undo'
  stage: 'committing' | 'undoing'
  /** Why it must be refused; empty when it must not. */
  wanted: string
  done: { stage: string } | undefined
}

/** Follows a step that was ordered. After a lost answer the second request is refused because the first one was done. */
async function begun(scene: Scene, run: Run, by: StaffName, { step, stage, wanted, done }: Begun): Promise<void> {
  const { random } = scene
  const refusal = done ? '' : scene.refusal
  const isDone = done ?? (scene.hadFaults && (await scene.staff(by, importDetail, { id: run.id }))?.stage === stage)
  scene.lines.push(`${run.id} ${run.table}`)
  if (isDone ? wanted !== '' : refusal !== wanted && !scene.hadFaults)
    scene.breaks(RULE, `${step} of ${run.id}: ${refusal || 'ok'} instead of ${wanted || 'ok'}`)
  if (!isDone) return
  run.stage = stage
  if (random.chance(0.1)) await stop(scene, run, random.pick(mayImport[run.table]))
  await ended(scene, run, { step, by })
}

/** Stopped before anything was done: the work finds a stopped run. */
async function stop(scene: Scene, run: Run, by: StaffName): Promise<void> {
  const done = await scene.staff(by, importStop, { id: run.id })
  const isStopped =
    done ?? (scene.hadFaults && (await scene.staff(by, importDetail, { id: run.id }))?.stage === 'stopped')
  if (isStopped) run.stage = 'stopped'
  else if (!scene.hadFaults) scene.breaks(RULE, `${run.id} could not be stopped: ${scene.refusal}`)
}

async function leave(scene: Scene): Promise<void> {
  const found = picked(scene, 'ready')
  if (found) await cancel(scene, found.run, found.by)
}

async function cancel(scene: Scene, run: Run, by: StaffName): Promise<void> {
  const done = await scene.staff(by, importCancel, { id: run.id })
  const isOpen = run.stage === 'checking' || run.stage === 'ready'
  if (done && !isOpen) scene.breaks(RULE, `${run.id} was left although it is ${run.stage}`)
  if (!done && isOpen && !scene.hadFaults) scene.breaks(RULE, `${run.id} could not be left: ${scene.refusal}`)
  const isLeft =
    done ?? (scene.hadFaults && (await scene.staff(by, importDetail, { id: run.id }))?.stage === 'cancelled')
  if (isLeft) Object.assign(run, { stage: 'cancelled' })
  else if (run.stage === 'checking') await ended(scene, run, { step: 'check', by })
}

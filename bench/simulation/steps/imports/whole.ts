import { rowsIn } from '../../models/imports/runs.ts'
import { phoneOf } from '../../models/imports/tables.ts'
import type { Scene, StepKind } from '../../scene.ts'
import { receive } from '../laboratory.ts'
import { use } from './imported.ts'
import { takeOneBack, uploaded, writeOne } from './imports.ts'
import { mayImport } from './roles.ts'

/** By single chances few imports would be written, used and taken back, so some go the whole way at once. */
export const wholeImports: StepKind[] = [{ name: 'an import goes the whole way', weight: 3, act: wholeWay }]

async function wholeWay(scene: Scene): Promise<void> {
  const { random } = scene
  const run = await uploaded(scene)
  if (run?.stage !== 'ready') return
  const somebody = () => random.pick(mayImport[run.table])
  await writeOne(scene, run, somebody())
  const phones = rowsIn(run, 'written').map(({ cells }) => phoneOf(cells.phone ?? cells.account ?? ''))
  if (phones.length > 0 && random.chance(0.6)) await use(scene, phones)
  if (run.table === 'incomingWaybills' && random.chance(0.4)) await receive(scene)
  // A later table corrects the earlier one.
  const later = random.chance(0.3) && (await uploaded(scene, run))
  if (later && later.stage === 'ready') await writeOne(scene, later, somebody())
  if (random.chance(0.5)) await takeOneBack(scene, run, somebody())
}

import { importDetail, importRows, importSheet } from '../../../../src/core/imports/contract.ts'
import { importList } from '../../../../src/core/imports/list-contract.ts'
import type { StaffName } from '../../base.ts'
import type { RowState } from '../../models/imports/tables.ts'
import type { Scene } from '../../scene.ts'
import { without } from './roles.ts'

const RULE = 'whoever uploaded a table reads its rows, colleagues read them masked, and others nothing'

/** The person of the table, a colleague and somebody of another role open the same import. */
export async function look(scene: Scene): Promise<void> {
  const { world, random } = scene
  const run = scene.one([...world.model.imports.runs.values()].slice(-8))
  const row = run && scene.one(run.rows)
  if (!run || !row || run.stage === 'cancelled' || run.stage === 'failed') return
  const { id, table, by } = run
  const asked = { id, state: row.state as RowState, page: 1, size: 100 }
  const own = (await scene.staff(by, importRows, asked))?.list.find(({ rowNo }) => rowNo === row.rowNo)
  const phone = row.cells.phone ?? row.cells.account ?? ''
  const isShown = Object.values(own?.cells ?? {}).includes(phone.slice(0, 100))
  if (run.rows.length <= 100 && (!own || (phone !== '' && !isShown)))
    scene.breaks(RULE, `${by} does not read row ${row.rowNo} of ${id}`)
  if (!row.state.match(/faulty|refused|kept/) && own && own.faults.length > 0)
    scene.breaks(RULE, `row ${row.rowNo} of ${id} is ${row.state} with a reason`)
  if (row.state.match(/faulty|refused|kept/) && own && own.faults.length === 0)
    scene.breaks(RULE, `row ${row.rowNo} of ${id} is ${row.state} without a reason`)
  if (table === 'customers' || table === 'addresses') await colleagueLooks(scene, by, asked, phone)
  const stranger = random.pick(without(table))
  const { ids = [] } = (await scene.staff(stranger, importList, { size: 100 })) ?? {}
  const isRead = (await scene.staff(stranger, importDetail, { id })) ?? (await scene.staff(stranger, importRows, asked))
  if (isRead || ids.includes(id)) scene.breaks(RULE, `${stranger} reads ${id} of ${table}`)
}

async function colleagueLooks(
  scene: Scene,
  by: StaffName,
  asked: { id: number; state: RowState; page: number; size: number },
  phone: string,
): Promise<void> {
  const colleague = by === 'manager' ? 'manager2' : 'manager'
  const text = JSON.stringify((await scene.staff(colleague, importRows, asked))?.list ?? [])
  if (phone.length >= 11 && text.includes(phone)) scene.breaks(RULE, `${colleague} reads ${phone} in ${asked.id}`)
  const browserKey = 'simulation-of-one-browser'
  const sheet = { id: asked.id, state: asked.state, format: 'csv' as const, browserKey }
  if (await scene.staff(colleague, importSheet, sheet)) scene.breaks(RULE, `${colleague} got the rows of ${asked.id}`)
}

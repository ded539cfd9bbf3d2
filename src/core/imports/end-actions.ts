import type { Sql } from '../../platform/db/sql.ts'
import { asSystem, type Ctx } from '../../platform/http/ctx.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { tellStaff } from '../staff-notices/actions.ts'
import { importLifecycle, type RowState } from './rules.ts'
import { nextRows } from './row-store.ts'
import { committedColumn, type RunRow, undoneColumn } from './store.ts'

const titles = {
  checked: '核对完成',
  fail: '文件有误',
  finish: '导入完成',
  stop: '已停止',
  finishUndo: '撤销完成',
} as const

/** Ends a step in the background and tells the person who ordered it, who may have left the page. */
export async function endStep(ctx: Ctx, run: RunRow, action: keyof typeof titles, set: Sql[]): Promise<void> {
  const { version } = await transition(asSystem(ctx), importLifecycle, run.id, action, { set })
  await tellStaff(ctx, {
    staffIds: [run.actedBy ?? run.staffId],
    kind: 'import',
    title: `${titles[action]}：${run.kindLabel}，${run.fileName}`,
    path: `/console/imports/${run.id}`,
    key: `importRun:${run.id}:${version}`,
  })
}

/** The rows that a step has still to do. */
export const statesLeft: Record<'committing' | 'undoing', readonly RowState[]> = {
  committing: ['new', 'changed'],
  undoing: ['written'],
}

/** Ends the step of a locked run when no row is left: true. A person who stops it just then finds it finished. */
export async function finishedStep(ctx: Ctx, run: RunRow): Promise<boolean> {
  if (run.stage !== 'committing' && run.stage !== 'undoing') return false
  if ((await nextRows(ctx.db, run.id, statesLeft[run.stage], 1)).length > 0) return false
  const now = ctx.clock.now()
  if (run.stage === 'committing') await endStep(ctx, run, 'finish', [committedColumn(now)])
  else await endStep(ctx, run, 'finishUndo', [undoneColumn(now)])
  return true
}

import type { Sql } from '../../platform/db/sql.ts'
import { asSystem, type Ctx } from '../../platform/http/ctx.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { tellStaff } from '../staff-notices/actions.ts'
import { importLifecycle } from './rules.ts'
import type { RunRow } from './store.ts'

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

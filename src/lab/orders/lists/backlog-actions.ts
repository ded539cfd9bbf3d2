import type { Ctx } from '../../../platform/http/ctx.ts'
import { type Backlog, backlogOf } from './backlog-store.ts'

export function backlogOfProjects(ctx: Pick<Ctx, 'db'>, rids: readonly number[]): Promise<Backlog> {
  return backlogOf(ctx.db, rids)
}

import type { Ctx } from '../../platform/http/ctx.ts'
import { inBatches } from '../../platform/jobs/periodic.ts'
import { addDays } from '../../platform/time.ts'
import { deleteRows } from './row-store.ts'
import { importLimits } from './rules.ts'
import { noteRowsDropped, oldRuns } from './store.ts'

export async function dropRows(ctx: Pick<Ctx, 'db'>, id: number): Promise<void> {
  await inBatches((most) => deleteRows(ctx.db, id, most))
}

/** Rows hold personal data. The runs stay, with who imported what and how many. */
export async function sweepImportRows(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  for (;;) {
    const runs = await oldRuns(ctx.db, addDays(now, -importLimits.keepDays), 100)
    for (const { id } of runs) {
      await dropRows(ctx, id)
      await noteRowsDropped(ctx.db, id, now)
    }
    if (runs.length < 100) return
  }
}

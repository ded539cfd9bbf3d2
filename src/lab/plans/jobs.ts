import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { deleteExpiredShares } from './share-store.ts'

export const periodicWork = [
  periodic(
    'plans.sweep-shares',
    daily('03:40'),
    async (ctx) => void (await deleteExpiredShares(ctx.db, ctx.clock.now())),
  ),
]

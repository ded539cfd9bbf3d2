import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { type BookChecks, checkBooks } from './run-actions.ts'

export const periodicWork = (checks: BookChecks) => [
  periodic('books.check', daily('03:00'), async (ctx) => {
    await checkBooks(ctx, checks, 'daily')
  }),
]

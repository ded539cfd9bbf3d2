import { deadJobSource, deadJobsInPlaces } from '../../platform/jobs/job-rows.ts'
import { safeStoredError } from '../../platform/log/error-text.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { listed } from '../lists/listed-actions.ts'
import { deadJobIndex, type ListedJob } from './list-contract.ts'

export const deadJobs = listed<ListedJob>({
  index: deadJobIndex,
  source: () => deadJobSource,
  rows: async (ctx, ids) =>
    (await deadJobsInPlaces(ctx.db, ids)).map(({ id, name, payload, attempts, lastError, createdAt, runAt }) => ({
      id,
      name,
      payload: JSON.stringify(payload).slice(0, 300),
      attempts,
      // Only the first line of the error; the stack is in the log.
      error:
        safeStoredError(lastError ?? '')
          .split('\n', 1)[0]
          ?.slice(0, 300) ?? '',
      createdAt: shanghaiTime(createdAt),
      failedAt: shanghaiTime(runAt),
    })),
})

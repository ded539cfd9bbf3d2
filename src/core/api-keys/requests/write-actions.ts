import { inTx, type Services, systemCtx } from '../../../platform/http/ctx.ts'
import type { ProgramRequest } from '../../../platform/contract/program-request.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { startWriting, type Writing } from '../../../platform/write-behind.ts'
import { outcomeOf } from './rules.ts'
import { addCounts, type DayCounts, insertRequests } from './store.ts'

/** Writes what programs asked this process since the last time; throws when the database does not take it, and then it waits for the next time. */
export async function writeRequests(services: Services): Promise<void> {
  const taken = services.programs.take()
  if (taken.length === 0) return
  try {
    await inTx(systemCtx(services), async ({ db }) => {
      // A program that asks too often would push everything else out of its record.
      await insertRequests(
        db,
        taken.filter((request) => outcomeOf(request) !== 'limited'),
      )
      await addCounts(db, countedByDay(taken))
    })
  } catch (error) {
    services.programs.putBack(taken)
    throw error
  }
}

export function startWritingRequests(services: Services): Writing {
  return startWriting(
    () => writeRequests(services),
    (error) => services.log.warn({ err: error }, 'requests of programs could not be written yet'),
  )
}

function countedByDay(requests: readonly ProgramRequest[]): DayCounts[] {
  const days = new Map<string, DayCounts>()
  for (const request of requests) {
    const { keyId, at } = request
    const day = shanghaiDate(at)
    const counts = days.get(`${keyId} ${day}`) ?? { keyId, day, answered: 0, refused: 0, failed: 0, limited: 0 }
    counts[outcomeOf(request)] += 1
    days.set(`${keyId} ${day}`, counts)
  }
  return [...days.values()]
}

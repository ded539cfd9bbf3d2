import { type Ctx, inTx, type Services, systemCtx } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { startWriting, type Writing } from '../../platform/write-behind.ts'
import { raiseAlarm } from '../safety/actions.ts'
import { alarmText } from './rules.ts'
import { type FaultRow, faultsInPlaces, noteTold, putFaults } from './store.ts'

/** More than these at once are one alarm. */
const MOST_ALARMS = 3

/** Writes what this process has noted since the last time; throws when the database does not take it, and then it waits for the next time. */
export async function writeFaults(services: Services): Promise<void> {
  const taken = services.faults.take()
  if (taken.dropped > 0) services.log.warn({ dropped: taken.dropped }, 'error reports were dropped')
  if (taken.faults.length === 0) return
  try {
    await inTx(systemCtx(services), async (ctx) => {
      const untold = await putFaults(ctx.db, taken.faults)
      if (untold.length > 0) await tell(ctx, await faultsInPlaces(ctx.db, untold))
    })
  } catch (error) {
    services.faults.putBack({ ...taken, dropped: 0 })
    throw error
  }
}

/** A failure is no error in the log, because it would be noted as the next fault of the same kind. */
export function startWritingFaults(services: Services): Writing {
  return startWriting(
    () => writeFaults(services),
    (error) => services.log.warn({ err: error }, 'error reports could not be written yet'),
  )
}

/** One alarm for each fault, however often it is seen. Anybody can send reports of browsers, so these ring once an hour. */
async function tell(ctx: Ctx, untold: readonly FaultRow[]): Promise<void> {
  const ofBrowsers = untold.filter(({ kind }) => kind === 'browser')
  const ofServer = untold.filter(({ kind }) => kind !== 'browser')
  const hour = shanghaiTime(ctx.clock.now()).slice(0, 13)
  if (ofServer.length > MOST_ALARMS) await raise(ctx, `faults:${hour}:${ofServer[0]?.id}`, ofServer)
  else for (const row of ofServer) await raise(ctx, `fault:${row.id}:${row.reopenedAt?.getTime() ?? 'new'}`, [row])
  if (ofBrowsers.length > 0) await raise(ctx, `faults:browser:${hour}`, ofBrowsers)
  await noteTold(
    ctx.db,
    untold.map(({ id }) => id),
    ctx.clock.now(),
  )
}

function raise(ctx: Ctx, occasion: string, rows: readonly FaultRow[]): Promise<void> {
  const text = alarmText(rows.map((row) => ({ ...row, again: row.reopenedAt !== null })))
  return raiseAlarm(ctx, { kind: 'system', occasion, text: text.slice(0, 1000) })
}

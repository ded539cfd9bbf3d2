import type { Services } from '../../platform/http/ctx.ts'

const WRITE_MS = 1000

/**
 * Before the process ends because of an error that nothing caught, or of a promise that nobody waited for: one line of the log as for any
 * error, and an error report. Node itself would print the message as it is, which may quote what a person sent.
 */
export function watchProcess(
  { log, faults }: Pick<Services, 'log' | 'faults'>,
  writeFaults: () => Promise<void>,
): void {
  process.once('uncaughtException', (fault) => {
    const said = 'the process ends because of an error that nothing caught'
    log.fatal({ err: fault }, said)
    faults.note(fault, said)
    const end = () => process.exit(1)
    // Whatever is broken, it must not hold the end.
    setTimeout(end, WRITE_MS)
    process.on('uncaughtException', end)
    void writeFaults().then(end, end)
  })
}

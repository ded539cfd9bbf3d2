import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BROWSER_FAULTS_PATH, browserReportLimits } from '../contract/browser-fault.ts'
import type { Services } from '../http/ctx.ts'
import { requestInfo } from '../http/read-request.ts'
import { safeEngineText } from '../log/safe-text.ts'
import { addressShape } from '../observe/work.ts'
import { browserFrames } from './browser-frames.ts'
import { browserFault } from './fault.ts'

const report = z.strictObject({
  id: z.uuid(),
  type: z.string().regex(/^[A-Za-z_$][\w$.-]{0,59}$/),
  message: z.string().max(browserReportLimits.message),
  stack: z.string().max(browserReportLimits.stack),
  page: z.string().max(2000),
  release: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
})

const MOST_BYTES = 16_384
const PER_VISITOR_AND_MINUTE = 10
/** More addresses than this in a minute are an attack, and reports can wait. */
const MOST_VISITORS = 5000
const MINUTE_MS = 60_000

/** Takes error reports of browsers on the same origin. Anybody may send them, so each visitor has a limit, and nothing of them is taken as it is. */
export function addBrowserReports(
  server: FastifyInstance,
  { clock, faults }: Pick<Services, 'clock' | 'faults'>,
): void {
  const mayReport = limitPerVisitor(() => clock.now().getTime())
  server.post(BROWSER_FAULTS_PATH, { bodyLimit: MOST_BYTES }, async (request, reply) => {
    reply.code(204)
    const sent = report.safeParse(request.body)
    if (!sent.success || !mayReport(requestInfo(request).ip)) return null
    const { id, type, message, stack, page, release } = sent.data
    const fault = browserFault({
      type,
      message: safeEngineText(message).slice(0, 300),
      stack: browserFrames(stack),
      place: addressShape(page),
      release,
    })
    faults.noteReported(fault, id)
    return null
  })
}

/** Counts in memory and forgets after a minute; the address is not kept. */
function limitPerVisitor(now: () => number): (visitor: string) => boolean {
  let minute = 0
  const reports = new Map<string, number>()
  return (visitor) => {
    const current = Math.floor(now() / MINUTE_MS)
    if (current !== minute) reports.clear()
    minute = current
    const count = (reports.get(visitor) ?? 0) + 1
    if (count > PER_VISITOR_AND_MINUTE || (count === 1 && reports.size >= MOST_VISITORS)) return false
    reports.set(visitor, count)
    return true
  }
}

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorMs } from '../measure.ts'
import { openCrowd } from './crowd.ts'
import { openLaboratory, type State } from './laboratory.ts'
import type { Summary } from './seen.ts'

/**
 * Customers with time to think order, pay and read, beside the staff of the demo, at one server with PostgreSQL; every minute what they saw and what
 * the server holds. The soak is the same for longer: node bench/load/run.ts 200 240. Run: node bench/load/run.ts [customers] [minutes]
 * Ends with 1 when a request failed, an acknowledged order is lost, the books are wrong, p99 is above the target, or memory, connections
 * or open files grow from the second quarter to the last by more than a tenth.
 */
const [people = 1000, minutes = 30] = process.argv.slice(2).map(Number)
const TARGET_P99_MS = 500
const GROWTH = 1.1
const RENEW_EVERY_MINUTES = 60
const SETTLE_MS = 3000

const laboratory = await openLaboratory(people)
const { server } = laboratory
const { seen, orders, sendHome } = await openCrowd(laboratory)
const findings: string[] = []
const states: State[] = []
for (let minute = 1; minute <= minutes; minute++) {
  const before = processorMs(server.pid)
  await sleep(60_000)
  const summary = seen.take()
  const state = await laboratory.state()
  states.push(state)
  note(minute, summary, state, processorMs(server.pid) - before)
  if (minute % RENEW_EVERY_MINUTES === 0) await laboratory.signIn()
}
await sendHome()
// What an answer began is done by then.
await sleep(SETTLE_MS)
findings.push(...(await laboratory.judge(orders)), ...grown())
if (/"level":(50|60)/.test(server.log())) findings.push(`the server noted an error: ${firstError()}`)
console.log(`${orders.length} orders; ${findings.length} findings`)
for (const finding of findings) console.log(finding)
await laboratory.close()
process.exitCode = findings.length > 0 ? 1 : 0

function note(minute: number, summary: Summary, state: State, serverMs: number): void {
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0]
  const held = Object.entries(state).map(([name, value]) => `${name} ${(value as number).toFixed(0)}`)
  console.log(
    `${minute} min: ${(summary.answers / 60).toFixed(0)}/s, p50 ${summary.p(0.5).toFixed(0)} ms, p99 ${summary.p(0.99).toFixed(0)} ms, ` +
      `${summary.failures} failed; server ${(serverMs / 600).toFixed(0)} % of a core, load ${load}; ${held.join(', ')}`,
  )
  if (minute === minutes) for (const line of summary.lines) console.log(`  ${line}`)
  for (const text of summary.texts) findings.push(`minute ${minute}: ${text}`)
  if (summary.p(0.99) > TARGET_P99_MS) findings.push(`minute ${minute}: p99 ${summary.p(0.99).toFixed(0)} ms`)
}

/** The first quarter fills caches and pools. */
function grown(): string[] {
  const quarter = Math.floor(states.length / 4)
  if (quarter === 0) return []
  return (['memoryMb', 'connections', 'openFiles'] as const).flatMap((name) => {
    const mean = (part: State[]) => part.reduce((sum, state) => sum + state[name], 0) / part.length
    const early = mean(states.slice(quarter, 2 * quarter))
    const late = mean(states.slice(-quarter))
    return late > early * GROWTH ? [`${name} grew from ${early.toFixed(0)} to ${late.toFixed(0)}`] : []
  })
}

function firstError(): string {
  return (
    server
      .log()
      .split('\n')
      .find((line) => /"level":(50|60)/.test(line)) ?? ''
  ).slice(0, 400)
}

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aliyunDouble } from '../../src/platform/sms/aliyun-double.ts'
import type { Buyer } from '../services.ts'
import { openCrowd } from './crowd.ts'
import { openLaboratory } from './laboratory.ts'
import { slowRelayTo, type SlowRelay } from './slow-relay.ts'
import { type Place, troubles } from './troubles.ts'

/**
 * One trouble after the other comes over a laboratory at work and goes again: what customers were told, and how long until all is as before.
 * Run: node bench/load/recover.ts [customers] [part of a trouble's name]; as root also with full disks. Ends with 1 when somebody was told
 * something else than the trouble, waited for the recovery longer than a minute, an acknowledged order is lost or the books are wrong.
 */
const [people = 200, wanted = ''] = [Number(process.argv[2] ?? 200), process.argv[3]]
const CALM_MS = 20_000
const LONGEST_RECOVERY_S = 60
/** So many seconds without a failure and with answers as fast as before. */
const CALM_SECONDS = 3
const DISK_MB = { files: 64, database: 1200 }

const account = { accessKeyId: 'key', accessKeySecret: 'secret', sign: '明析科测', templates: ['SMS_1'] }
const disks =
  process.getuid?.() === 0 ? { files: smallDisk(DISK_MB.files), database: smallDisk(DISK_MB.database) } : undefined
const provider = await aliyunDouble(account)
const sms = await slowRelayTo(Number(new URL(provider.url).port))
let relay: SlowRelay | undefined
if (disks) process.env.TMPDIR = disks.database
const laboratory = await openLaboratory(people, async (address) => {
  relay = await slowRelayTo(Number(address.port))
  address.port = String(relay.port)
  return {
    ALIYUN_ACCESS_KEY_ID: account.accessKeyId,
    ALIYUN_ACCESS_KEY_SECRET: account.accessKeySecret,
    ALIYUN_SMS_SIGN: account.sign,
    ALIYUN_SMS_TEMPLATES: JSON.stringify({ code: 'SMS_1', phone: 'SMS_1', notice: 'SMS_1' }),
    ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${sms.port}`,
    ...(disks ? { DATA_DIR: disks.files } : {}),
  }
})
if (!relay) throw new Error('the database has no relay')
const { server } = laboratory
const { seen, orders, sendHome } = await openCrowd(laboratory)
const place: Place = { url: server.url, database: relay, sms, person: laboratory.customers[0] as Buyer, disks }
const findings: string[] = []
try {
  for (const trouble of troubles.filter(({ name }) => name.includes(wanted))) await endured(trouble)
  await sendHome()
  findings.push(...(await laboratory.judge(orders)))
} finally {
  relay.close()
  sms.close()
  provider.close()
  await laboratory.close()
  for (const disk of Object.values(disks ?? {})) unmount(disk)
}
console.log(`${orders.length} orders; ${findings.length} findings`)
for (const finding of findings) console.log(finding)
process.exitCode = findings.length > 0 ? 1 : 0

async function endured({ name, seconds, mayTell, begin }: (typeof troubles)[number]): Promise<void> {
  const notes: string[] = []
  await sleep(CALM_MS)
  const calm = seen.take()
  const before = await laboratory.state()
  const end = await begin(place, (text) => notes.push(text))
  await sleep(seconds * 1000)
  const meanwhile = seen.take()
  await end()
  const recovered = await recoveredAfter(calm.p(0.99))
  const after = await laboratory.state()
  console.log(
    `${name}, ${seconds} s: p99 ${calm.p(0.99).toFixed(0)} ms before, ${meanwhile.p(0.99).toFixed(0)} ms meanwhile; ` +
      `${meanwhile.answers} answers, ${meanwhile.failures} failed; as before after ${recovered ?? 'more than'} ${recovered === undefined ? `${LONGEST_RECOVERY_S} s` : 's'}; ` +
      `memory ${before.memoryMb.toFixed(0)} → ${after.memoryMb.toFixed(0)} MB`,
  )
  for (const text of [...notes, ...meanwhile.texts]) console.log(`  ${text}`)
  for (const text of meanwhile.texts) if (!mayTell?.test(text)) findings.push(`${name}: ${text}`)
  if (calm.failures > 0) findings.push(`before ${name}: ${calm.texts[0]}`)
  if (recovered === undefined) findings.push(`${name}: not as before after ${LONGEST_RECOVERY_S} s`)
}

/** Seconds until the first of some seconds in which nothing fails and answers are about as fast as before. */
async function recoveredAfter(p99: number): Promise<number | undefined> {
  let calmFor = 0
  for (let second = 1; second <= LONGEST_RECOVERY_S; second++) {
    await sleep(1000)
    const summary = seen.take()
    const isCalm = summary.failures === 0 && !(summary.p(0.9) > Math.max(100, 2 * p99))
    calmFor = isCalm ? calmFor + 1 : 0
    if (calmFor === CALM_SECONDS) return second - CALM_SECONDS
  }
  return undefined
}

/** A file system of its own in memory, which can be full without harm to others. */
function smallDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (status !== 0) throw new Error(`cannot mount ${folder}`)
  chmodSync(folder, 0o777)
  return folder
}

function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true, force: true })
}

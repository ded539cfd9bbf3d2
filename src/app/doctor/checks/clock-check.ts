import { sql } from '../../../platform/db/sql.ts'
import type { Clock } from '../../../platform/clock.ts'
import { error, type Finding, type Host, type HostCheck, type InstallationCheck, ok, warning } from '../finding.ts'
import { providersOf } from './provider-check.ts'
import { reach } from '../reach.ts'

const WARNING_SECONDS = 30
/** Payment channels refuse requests and we refuse their notifies beyond this. */
const ERROR_SECONDS = 300

/** The clock against that of the database. The embedded one has the same. */
export const databaseClockCheck: InstallationCheck = {
  key: 'clock.database',
  cheap: true,
  find: async ({ config, ctx, clock }) => {
    if (!config.DATABASE_URL) return []
    const ahead = await aheadOf(
      clock,
      async () => (await ctx.db.one<{ now: Date }>(sql`select clock_timestamp() as now`)).now,
    )
    return [clockFinding('数据库', ahead)]
  },
}

/** The clock against the answers of others: our own address, and providers. The header has whole seconds. */
export const outsideClockCheck: HostCheck = {
  key: 'clock.outside',
  cheap: false,
  find: async (host) => {
    const found = await Promise.all(othersOf(host).map(({ name, url }) => compared(host, name, url)))
    return found.flatMap((finding) => finding ?? [])
  },
}

function othersOf({ config }: Host): { name: string; url: string }[] {
  const own = config.PUBLIC_URL ? [{ name: 'PUBLIC_URL', url: `${new URL(config.PUBLIC_URL).origin}/healthz` }] : []
  return [...own, ...providersOf(config).map(({ name, url }) => ({ name, url: `${new URL(url).origin}/` }))]
}

/** Undefined when it does not answer, which other checks say. */
async function compared({ clock, trusted }: Host, name: string, url: string): Promise<Finding | undefined> {
  let date: Date | undefined
  const ahead = await aheadOf(clock, async () => {
    date = (await reach(url, { trusted }).catch(() => undefined))?.date
    // The middle of the second that the header names.
    return new Date((date?.getTime() ?? 0) + 500)
  })
  return date ? clockFinding(name, ahead) : undefined
}

/** By how many seconds this clock is ahead of another one, which answered between the two readings. */
async function aheadOf(clock: Clock, other: () => Promise<Date>): Promise<number> {
  const before = clock.now().getTime()
  const there = (await other()).getTime()
  return ((before + clock.now().getTime()) / 2 - there) / 1000
}

export function clockFinding(other: string, aheadSeconds: number): Finding {
  const off = Math.abs(aheadSeconds)
  const seen = `本机比${other}${aheadSeconds > 0 ? '快' : '慢'} ${Math.round(off)} 秒`
  const todo = '用 NTP 校准时间（timedatectl set-ntp true，或 chrony）；支付渠道要求误差不超过 5 分钟'
  if (off >= ERROR_SECONDS) return error('时钟', seen, todo)
  return off >= WARNING_SECONDS ? warning('时钟', seen, todo) : ok('时钟', `与${other}一致`)
}

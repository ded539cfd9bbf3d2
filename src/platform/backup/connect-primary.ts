import pg from 'pg'
import { plainFault } from '../faults/plain-fault.ts'
import { BackupFault } from './format.ts'

/** A connection of its own to the primary: to the host in the URL, or to the one of `hosts` that takes writes. */
export async function connectPrimary(url: string, hosts: readonly string[]): Promise<pg.Client> {
  const faults: string[] = []
  for (const host of hosts.length > 0 ? hosts : [new URL(url).host]) {
    const address = new URL(url)
    address.host = host
    const client = new pg.Client({ connectionString: address.href, connectionTimeoutMillis: 10_000 })
    // A broken connection fails the next statement; the event alone must not end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      if (!rows[0]?.standby) return client
      faults.push(`${host} 是只读副本`)
    } catch (error) {
      faults.push(`${host} ${plainFault(error) ?? (error as Error).message}`)
    }
    await client.end().catch(() => {})
  }
  throw new BackupFault(`无法连接数据库 DATABASE_URL：${faults.join('；')}`)
}

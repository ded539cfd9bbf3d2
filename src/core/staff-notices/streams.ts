import { PassThrough } from 'node:stream'
import type { Services } from '../../platform/http/ctx.ts'
import { unreadOf } from './store.ts'

interface Stream {
  staffId: number
  out: PassThrough
  /** What was sent last, so that nothing is sent twice. */
  sent: string
}

/**
 * The open consoles of this server process. One query answers for all of them, so the load does not grow with the people who look on, and
 * notices written by another process are seen as well.
 */
export class BellStreams {
  readonly #services: Pick<Services, 'db' | 'log'>
  readonly #open = new Set<Stream>()

  constructor(services: Pick<Services, 'db' | 'log'>) {
    this.#services = services
  }

  get size(): number {
    return this.#open.size
  }

  add(staffId: number): PassThrough {
    const stream: Stream = { staffId, out: new PassThrough(), sent: '' }
    this.#open.add(stream)
    stream.out.on('close', () => this.#open.delete(stream))
    // The first bytes let the browser know that the stream stands.
    stream.out.write(': open\n\n')
    return stream.out
  }

  /** Sends everybody the number of unread notices where it, or the newest one, is another. A quiet stream gets a comment, which keeps proxies from closing it. */
  async look(): Promise<void> {
    if (this.#open.size === 0) return
    const staffIds = [...new Set([...this.#open].map(({ staffId }) => staffId))]
    const rows = await unreadOf(this.#services.db, staffIds).catch((error: unknown) => {
      this.#services.log.warn({ err: error }, 'the bell could not be read')
      return undefined
    })
    if (!rows) return
    const known = new Map(rows.map((row) => [row.staffId, row]))
    for (const stream of this.#open) {
      const { unread = 0, newest = 0 } = known.get(stream.staffId) ?? {}
      const now = JSON.stringify({ unread, newest })
      stream.out.write(now === stream.sent ? ': still here\n\n' : `data: ${now}\n\n`)
      stream.sent = now
    }
  }

  closeAll(): void {
    for (const { out } of this.#open) out.end()
  }
}

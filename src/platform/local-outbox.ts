import { appendFile, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from './http/ctx.ts'

export type OutsideChannel = 'sms' | 'mail'

export interface OutsideMessage {
  to: string
  template: string
  text: string
  /** Variables for the provider's approved template; SMS providers do not send free text. */
  variables?: Record<string, string>
  /** Variables for a template that several purposes share. */
  shared?: Record<string, string>
}

export interface LocalMessage extends OutsideMessage {
  /** ISO 8601. */
  at: string
  channel: OutsideChannel
}

/** Stores a message while no provider is configured: one JSON line each, readable only in the console. */
export async function appendLocally(
  ctx: Pick<Ctx, 'clock' | 'config'>,
  channel: OutsideChannel,
  message: OutsideMessage,
): Promise<void> {
  const { to, template, text } = message
  const line: LocalMessage = { at: ctx.clock.now().toISOString(), channel, to, template, text }
  await mkdir(ctx.config.DATA_DIR, { recursive: true })
  await appendFile(outboxPath(ctx), `${JSON.stringify(line)}\n`, { mode: 0o600 })
}

const TAIL_BYTES = 256 * 1024

/** The latest messages first. Reads only the end of the file, so that a large file is as fast as a small one. */
export async function readLocally(ctx: Pick<Ctx, 'config'>, most: number): Promise<LocalMessage[]> {
  const file = await open(outboxPath(ctx), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return []
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - TAIL_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    // The first line may be incomplete, unless the whole file was read.
    const whole = (start > 0 ? lines.slice(1) : lines).filter(Boolean)
    return whole
      .slice(-most)
      .reverse()
      .map((line) => JSON.parse(line) as LocalMessage)
  } finally {
    await file.close()
  }
}

function outboxPath(ctx: Pick<Ctx, 'config'>): string {
  return join(ctx.config.DATA_DIR, 'outbox.jsonl')
}

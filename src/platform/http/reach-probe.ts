import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { tokenHash } from '../auth/tokens.ts'
import { json, sql } from '../db/sql.ts'
import { addMinutes } from '../time.ts'
import type { Ctx, Services } from './ctx.ts'
import { refusalBody, send } from './reply.ts'
import { commonErrors } from '../contract/refusal.ts'

const PATH = '/api/seen'
const MINUTES = 1

/** What the server saw of a request. */
export interface SeenRequest {
  /** The address that limits and the audit log would use. */
  ip: string
  /** Who opened the connection: the last proxy, or the visitor. */
  peer: string
  scheme: string
  host: string
  /** The header as it arrived. */
  forwardedFor: string
}

/** Returns the path that may be asked once within a minute. The row also works when another process answers. */
export async function openProbe(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<{ token: string; path: string }> {
  const now = ctx.clock.now()
  const token = randomBytes(24).toString('base64url')
  // Whoever probes next cleans up, so that the table never grows.
  await ctx.db.run(sql`delete from reach_probes where created_at < ${addMinutes(now, -MINUTES)}`)
  await ctx.db.run(sql`insert into reach_probes (token_hash, created_at) values (${tokenHash(token)}, ${now})`)
  return { token, path: `${PATH}/${token}` }
}

/** What was seen, and removes the row; undefined when the request has not come to a server of this database. */
export async function closeProbe(ctx: Pick<Ctx, 'db'>, token: string): Promise<SeenRequest | undefined> {
  const row = await ctx.db.row<{ seen: SeenRequest | null }>(
    sql`delete from reach_probes where token_hash = ${tokenHash(token)} returning seen`,
  )
  return row?.seen ?? undefined
}

/** Notes what it sees of a request with the token of a probe, and tells the sender nothing. Any other request is not found. */
export function addReachProbe(server: FastifyInstance, services: Services): void {
  server.get<{ Params: { token: string } }>(`${PATH}/:token`, async (request, reply) => {
    const { ip, protocol: scheme, host, headers, socket, params } = request
    const forwardedFor = String(headers['x-forwarded-for'] ?? '')
    const seen: SeenRequest = { ip, peer: plainAddress(socket.remoteAddress ?? ''), scheme, host, forwardedFor }
    const since = addMinutes(services.clock.now(), -MINUTES)
    const noted = await services.db.run(sql`
      update reach_probes set seen = ${json(seen)}::jsonb
      where token_hash = ${tokenHash(params.token)} and seen is null and created_at >= ${since}`)
    reply.header('cache-control', 'no-store')
    if (noted === 1) return reply.code(204).send()
    const { status } = commonErrors.notFound
    return send(reply, status, refusalBody(commonErrors.notFound))
  })
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:/, '')
}

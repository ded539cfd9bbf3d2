import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { FileStore } from '../files/file-store.ts'
import type { TagCache } from './tag-cache.ts'

/** Who is asking. System is a job or the seed; visitor has no token. */
export type Actor = Visitor | Customer | Staff | System

export interface Visitor {
  kind: 'visitor'
}
export interface Customer {
  kind: 'customer'
  id: number
  sessionId: number
  /** Signed in after a long absence: money and files want a second proof. */
  inDoubt?: boolean
}
export interface Staff {
  kind: 'staff'
  id: number
  sessionId: number
  role: string
  name: string
}
export interface System {
  kind: 'system'
}

export interface RequestInfo {
  id: string
  ip: string
  userAgent: string
  /** Random key of the browser, for calls that bind it; empty otherwise. */
  browser: string
  /** Solution of a challenge an earlier answer gave; empty when there is none. */
  proof: string
}

/** Everything a handler or an action may reach. Inside a transaction `db` is its handle. */
export interface Ctx<A extends Actor = Actor> {
  db: Db
  clock: Clock
  files: FileStore
  cache: TagCache
  log: Logger
  config: Config
  actor: A
  request: RequestInfo
}

/** What lives as long as the process; a Ctx adds who asks and what about. */
export type Services = Omit<Ctx, 'actor' | 'request'>

export const noRequest: RequestInfo = { id: '-', ip: '', userAgent: '', browser: '', proof: '' }

export function systemCtx(services: Services): Ctx<System> {
  return { ...services, actor: { kind: 'system' }, request: noRequest }
}

/** Does for the system what a person's action brings about: releasing a hold, moving a sample along with its order. */
export function asSystem(ctx: Ctx): Ctx<System> {
  return { ...ctx, actor: { kind: 'system' } }
}

/** Runs `work` with a ctx whose db is a transaction (joins one that is open). */
export function inTx<A extends Actor, T>(ctx: Ctx<A>, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
  return ctx.db.tx((db) => work({ ...ctx, db }))
}

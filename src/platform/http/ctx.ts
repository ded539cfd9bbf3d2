import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Replicas } from '../db/postgres/replicas.ts'
import type { FaultBook } from '../faults/fault-book.ts'
import type { FileStore } from '../files/file-store.ts'
import type { TagCache } from './cache/tag-cache.ts'
import type { ProgramRequests } from './programs/program-requests.ts'

/**
 * Who calls. `visitor` has no token, `customer` and `staff` have one for the calls of their area (`auth`, `staff`), `system` is a job or the seed.
 * These are the platform's own kinds of principal: areas, tokens, audit rows and parties of a transition are built on them. What a customer or
 * a role is belongs to `people/customers` and `core/staff`.
 */
export type Actor = Visitor | Customer | Staff | System

export interface Visitor {
  kind: 'visitor'
}
export interface Customer {
  kind: 'customer'
  id: number
  sessionId: number
  /** In the name of a group: `id` is the account of the group, and this person acts for it in this role. */
  personId?: number
  groupRole?: 'owner' | 'manager'
  groupNo?: string
  /** The caller is a program with this key, not a person in a session. */
  apiKeyId?: number
  /** Signed in after a long absence: calls about money and files need a second confirmation. */
  inDoubt?: boolean
  /** Signed in with the first of two factors: only calls with `beforeSecondFactor` are answered. */
  awaitsFactor?: boolean
}
export interface Staff {
  kind: 'staff'
  id: number
  sessionId: number
  role: string
  /** The actions of a custom role; null: those of the built-in role. */
  actions: readonly string[] | null
  name: string
}
export interface System {
  kind: 'system'
}

export interface RequestInfo {
  id: string
  ip: string
  userAgent: string
  /** Random key of the browser, for calls with `bindsBrowser`; otherwise empty. */
  browser: string
  /** Sent by a page of this site in a browser, which keeps that key; programs may keep no cookies. */
  fromPage?: boolean
  /** Solution of a challenge from an earlier answer; empty when there is none. */
  proof: string
  /** What this browser wrote last: a position in the log of the database (platform/http/seen-writes.ts). */
  seen?: number | undefined
}

/** The person who acts, also where they act in the name of a group: for codes, contact data and step-up. */
export function personOf(customer: Customer): number {
  return customer.personId ?? customer.id
}

/** Who did it, for histories, audit rows and postings: in the name of a group it is the person. */
export function actorIdOf(actor: Actor): number | null {
  if (actor.kind === 'customer') return personOf(actor)
  return actor.kind === 'staff' ? actor.id : null
}

/** Everything a handler or an action may use. Inside a transaction `db` is the transaction's handle. */
export interface Ctx<A extends Actor = Actor> {
  db: Db
  clock: Clock
  files: FileStore
  cache: TagCache
  /** Standbys for the reads of calls with `replica`; undefined when there are none. */
  replicas?: Replicas
  log: Logger
  /** Unexpected errors on their way to the error reports. */
  faults: FaultBook
  /** Answered requests of programs on their way to the records of their keys. */
  programs: ProgramRequests
  config: Config
  actor: A
  request: RequestInfo
}

/** The parts that live as long as the process; a Ctx adds the actor and the request. */
export type Services = Omit<Ctx, 'actor' | 'request'>

export const noRequest: RequestInfo = { id: '-', ip: '', userAgent: '', browser: '', proof: '' }

export function systemCtx(services: Services): Ctx<System> {
  return { ...services, actor: { kind: 'system' }, request: noRequest }
}

/** The same ctx as the system, for consequences of a person's action: releasing a hold, moving a sample with its order. */
export function asSystem(ctx: Ctx): Ctx<System> {
  return { ...ctx, actor: { kind: 'system' } }
}

/** Runs `work` with a ctx whose db is a transaction (joins the open one when there is one). */
export function inTx<A extends Actor, T>(ctx: Ctx<A>, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
  return ctx.db.tx((db) => work({ ...ctx, db }))
}

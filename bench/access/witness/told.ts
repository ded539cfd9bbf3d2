import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What people were told while the tests ran. */
export interface Heard {
  /** By call and role: how often each answer was given. */
  roles: Record<string, Record<string, number>>
  /** Situations of each call in which its owner was answered and strangers asked. */
  owners: Record<string, number>
  strangers: Record<string, number>
  limits: string[]
  found: string[]
}

/** Where the latest run left what was told. */
export const TOLD_FILE = resolve(import.meta.dirname, '../../../node_modules/.cache/mingxi/access-told.json')
const path = process.env.ACCESS_TOLD ?? ''

class Told {
  /** A run of some files of tests adds to what is known. */
  readonly heard: Heard = (process.env.ACCESS_TOLD_MORE && readTold()) || {
    ...{ roles: {}, owners: {}, strangers: {}, limits: [], found: [] },
  }

  isAnswered(call: string, role: string): boolean {
    return this.heard.roles[`${call} ${role}`]?.answered !== undefined
  }

  timesAsked(call: string, role: string): number {
    return Object.values(this.heard.roles[`${call} ${role}`] ?? {}).reduce((a, b) => a + b, 0)
  }

  hears(call: string, role: string, kind: string): void {
    const answers = (this.heard.roles[`${call} ${role}`] ??= {})
    answers[kind] = (answers[kind] ?? 0) + 1
  }

  owners(call: string): number {
    return this.heard.owners[call] ?? 0
  }

  ownerIsAnswered(call: string): void {
    this.heard.owners[call] = this.owners(call) + 1
  }

  strangerHears(kind: string): void {
    this.heard.strangers[kind] = (this.heard.strangers[kind] ?? 0) + 1
  }

  isLimitShown(call: string): boolean {
    return this.heard.limits.includes(call)
  }

  showsLimit(call: string): void {
    this.heard.limits.push(call)
  }

  finds(what: string): void {
    if (!this.heard.found.includes(what)) this.heard.found.push(what)
  }

  save(): void {
    if (!path) return
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(this.heard))
  }
}

/** One for the process: files of tests that share it load this once. */
const place = globalThis as { accessTold?: Told }
export const told = (place.accessTold ??= new Told())

/** Undefined when the tests did not run. */
export function readTold(): Heard | undefined {
  try {
    return JSON.parse(readFileSync(TOLD_FILE, 'utf8')) as Heard
  } catch {
    return undefined
  }
}

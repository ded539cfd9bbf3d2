import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/http/ctx.ts'

export const levelNames = { error: '错误', warning: '警告', ok: '正常' } as const
export type Level = keyof typeof levelNames

export interface Finding {
  level: Level
  /** What was looked at. */
  name: string
  seen: string
  /** How to mend it; empty when nothing is wrong. */
  todo: string
}

export const ok = (name: string, seen: string): Finding => ({ level: 'ok', name, seen, todo: '' })
export const warning = (name: string, seen: string, todo: string): Finding => ({ level: 'warning', name, seen, todo })
export const error = (name: string, seen: string, todo: string): Finding => ({ level: 'error', name, seen, todo })

/** What every check may look at. */
export interface Host {
  config: Config
  env: Record<string, string | undefined>
  clock: Clock
  signal?: AbortSignal | undefined
  /** Certificates of authorities that are trusted beside those of the system; for tests. */
  trusted?: string | undefined
  /** Progress of a long check. */
  tell?: ((text: string) => void) | undefined
}

interface Check<On> {
  key: string
  /** Only reads, asks nobody outside and takes less than a second: fit for a page. */
  cheap: boolean
  find: (on: On) => Promise<Finding[]>
}

/** Needs no database. */
export type HostCheck = Check<Host>
export type InstallationCheck = Check<Host & { ctx: Ctx }>

export type RunKind = 'backup' | 'restore' | 'drill'

/** A finished backup, restore or restore drill. */
export interface BackupRun {
  kind: RunKind
  startedAt: Date
  endedAt: Date
  ok: boolean
  /** Without its folder. */
  fileName: string
  bytes: number
  detail: RunDetail
}

export interface RunDetail {
  rows?: number
  files?: number
  /** Files that rows name and the store did not have. */
  missingFiles?: number
  /** Why it failed. */
  error?: string
}

const ENDING = '.tar'
const NAME = /^mingxi-\d{8}-\d{6}\.tar$/

/** Names sort by time; UTC, because the hour of a change to winter time exists twice elsewhere. */
export function backupName(at: Date): string {
  const [day = '', time = ''] = at.toISOString().split('T')
  return `mingxi-${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}${ENDING}`
}

/** The names of backups beyond the newest `keep`. Other files in the folder are never touched. */
export function surplus(names: readonly string[], keep: number): string[] {
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(keep)
}

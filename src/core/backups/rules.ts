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

/** What is wrong with a run in words; empty when nothing is. A backup is complete as a file and may still lack files that the store had lost. */
export function runFault({ detail }: Pick<BackupRun, 'detail'>): string {
  if (detail.error) return detail.error
  return detail.missingFiles ? `${detail.missingFiles} 个文件在文件库里找不到或内容不符，没有备份到` : ''
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

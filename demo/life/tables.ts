import { readFile } from 'node:fs/promises'
import { constants, zstdDecompressSync } from 'node:zlib'

/** Tables whose rows belong to a running installation and not to its history. */
export const leftOut: ReadonlySet<string> = new Set([
  ...[
    'address_tries',
    'alarm_mails',
    'alarms',
    'audit_seals',
    'backfills',
    'cache_tags',
    'code_failures',
    'file_links',
    'health_findings',
    'idempotency_keys',
  ],
  ...[
    'list_exports',
    'login_failures',
    'schema_migrations',
    'schema_release',
    'periodic_work',
    'personal_exports',
    'require_attempts',
  ],
  ...[
    'server_keys',
    'sessions',
    'share_cards',
    'sign_ins',
    'sms_codes',
    'staff_sign_ins',
    'used_proofs',
    'wechat_events',
    'wechat_tickets',
  ],
])

/** The first line of the file. */
export interface LifeHeader {
  /** The last moment of the life. */
  ends: string
  /** Shanghai day of that moment, as it stands in the rows. */
  lastDay: string
}

/** A table follows its header line; a stored file is one line. */
export type LifeLine = { table: string; rows: number } | { file: string; keys: string[]; bytes: string }

export const lifeFile = new URL('life.jsonl.zst', import.meta.url)

/** Files are compressed over this window, because the rows of a table resemble each other. */
export const WINDOW_LOG = 27

/** The tables in which the life has rows. */
export async function lifeTables(): Promise<string[]> {
  const bytes = zstdDecompressSync(await readFile(lifeFile), {
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
  })
  return [...bytes.toString().matchAll(/^\{"table":"(\w+)","rows":\d+\}$/gm)].map(([, table = '']) => table)
}

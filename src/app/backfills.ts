import { compositionBackfill, libraryBackfill } from '../lab/library/jobs.ts'
import type { Backfill } from '../platform/jobs/backfill-actions.ts'

/** The backfills of this version. One stays here until the contract migration that needs it is released. */
export const backfills: readonly Backfill[] = [libraryBackfill, compositionBackfill]

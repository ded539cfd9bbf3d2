import { addAdmin } from './add-admin.ts'
import { audit } from './audit.ts'
import { backfills } from './backfills.ts'
import { backup } from './backup.ts'
import { books } from './books.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { exportList } from './export.ts'
import { importRun } from './import.ts'
import { jobs } from './jobs.ts'
import { migrate } from './migrate.ts'
import { requestRole } from './request-role.ts'
import { restoreCheck } from './restore-check.ts'
import { restore } from './restore.ts'
import { secrets } from './secrets.ts'
import { version } from './version.ts'

/** The verbs of the command line, in the order of its list. */
export const verbs: readonly Command[] = [
  migrate,
  requestRole,
  addAdmin,
  backup,
  restore,
  restoreCheck,
  books,
  audit,
  secrets,
  jobs,
  backfills,
  exportList,
  importRun,
  doctor,
  version,
]

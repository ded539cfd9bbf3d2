import { addressCheck } from './address-check.ts'
import { backupCheck } from './backup-check.ts'
import { booksCheck } from './books-check.ts'
import { certificateCheck, platformCertificateCheck } from './certificate-check.ts'
import { databaseClockCheck, outsideClockCheck } from './clock-check.ts'
import { databaseCheck } from './database-check.ts'
import { directCheck } from './direct-check.ts'
import { diskCheck, diskWriteCheck } from './disk-check.ts'
import { filesCheck } from './files-check.ts'
import type { HostCheck, InstallationCheck } from './finding.ts'
import { jobsCheck } from './jobs-check.ts'
import { leftoverCheck } from './leftover-check.ts'
import { mailCheck } from './mail-check.ts'
import { noticeCheck, smsCheck } from './message-check.ts'
import { migrationCheck } from './migration-check.ts'
import { monthCheck } from './month-check.ts'
import { permissionCheck } from './permission-check.ts'
import { poolerCheck } from './pooler-check.ts'
import { providerCheck } from './provider-check.ts'
import { runtimeCheck } from './runtime-check.ts'
import { scannerCheck } from './scanner-check.ts'
import { settingsCheck } from './settings-check.ts'
import { storeCheck } from './store-check.ts'

/** Checks that need no database, in the order in which they are shown. */
export const hostChecks: readonly HostCheck[] = [
  settingsCheck,
  runtimeCheck,
  diskCheck,
  diskWriteCheck,
  permissionCheck,
  leftoverCheck,
  outsideClockCheck,
  certificateCheck,
  platformCertificateCheck,
  smsCheck,
  mailCheck,
  providerCheck,
  scannerCheck,
  poolerCheck,
]

export const installationChecks: readonly InstallationCheck[] = [
  databaseCheck,
  migrationCheck,
  databaseClockCheck,
  addressCheck,
  storeCheck,
  directCheck,
  noticeCheck,
  jobsCheck,
  monthCheck,
  booksCheck,
  backupCheck,
]

/** Only when it is asked for, because it goes through every file. */
export const longChecks: readonly InstallationCheck[] = [filesCheck]

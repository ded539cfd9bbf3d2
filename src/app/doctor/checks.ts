import { addressCheck } from './checks/address-check.ts'
import { backupCheck } from './checks/backup-check.ts'
import { booksCheck } from './checks/books-check.ts'
import { certificateCheck, platformCertificateCheck } from './checks/certificate-check.ts'
import { databaseClockCheck, outsideClockCheck } from './checks/clock-check.ts'
import { databaseCheck } from './checks/database-check.ts'
import { directCheck } from './checks/direct-check.ts'
import { diskCheck, diskWriteCheck } from './checks/disk-check.ts'
import { filesCheck } from './checks/files-check.ts'
import type { HostCheck, InstallationCheck } from './finding.ts'
import { jobsCheck } from './checks/jobs-check.ts'
import { leftoverCheck } from './checks/leftover-check.ts'
import { mailCheck } from './checks/mail-check.ts'
import { noticeCheck, smsCheck } from './checks/message-check.ts'
import { migrationCheck } from './checks/migration-check.ts'
import { monthCheck } from './checks/month-check.ts'
import { permissionCheck } from './checks/permission-check.ts'
import { poolerCheck } from './checks/pooler-check.ts'
import { providerCheck } from './checks/provider-check.ts'
import { pushCheck } from './checks/push-check.ts'
import { runtimeCheck } from './checks/runtime-check.ts'
import { scannerCheck } from './checks/scanner-check.ts'
import { secretsCheck } from './checks/secrets-check.ts'
import { settingsCheck } from './checks/settings-check.ts'
import { storeCheck } from './checks/store-check.ts'

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
  secretsCheck,
  addressCheck,
  storeCheck,
  directCheck,
  noticeCheck,
  pushCheck,
  jobsCheck,
  monthCheck,
  booksCheck,
  backupCheck,
]

/** Only when it is asked for, because it goes through every file. */
export const longChecks: readonly InstallationCheck[] = [filesCheck]

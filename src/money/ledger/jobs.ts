import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { auditBooks } from './audit-actions.ts'

export const periodicWork = [periodic('ledger.audit-books', daily('03:00'), auditBooks)]

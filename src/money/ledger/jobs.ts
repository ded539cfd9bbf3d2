import { periodic } from '../../platform/jobs/periodic.ts'
import { auditBooks } from './audit-actions.ts'

export const periodicWork = [periodic('ledger.audit-books', 24, auditBooks)]

import { SmartLink } from '../../ui/text/link.tsx'
import { useStaff } from './me.tsx'

/** Leads to the rows of the audit log about a record, for roles that may read it. `of`: its number, or `客户 12`. */
export function AuditLink({ of }: { of: string }) {
  const { may } = useStaff()
  if (!may('audit.read')) return null
  return <SmartLink to={`/console/audit?subject=${encodeURIComponent(of)}`}>操作记录</SmartLink>
}

import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { staffReportReread, staffReportSeries } from '../contract.ts'
import css from '../results/result-files.module.css'

/** Roles that may upload data may start another round of tries. */
export function Reread({ fileId }: { fileId: number }) {
  const { may } = useStaff()
  const reread = useAct(staffReportReread, { refreshes: [staffReportSeries] })
  if (!may('report.upload')) return null
  return (
    <button type="button" className={css.retry} disabled={reread.busy} onClick={() => void reread.run({ fileId })}>
      重新读取
    </button>
  )
}

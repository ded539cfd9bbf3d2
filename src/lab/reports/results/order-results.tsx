import { lazy, Suspense, useState } from 'react'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffOrderDetail } from '../../orders/staff/staff-contract.ts'
import { CompareButton } from '../compared-curves/compare-button.tsx'
import { staffReportDetail, staffReportWithdraw } from '../contract.ts'
import { ZipButton } from '../zip-button.tsx'
import { ReportList, ResultFiles, TestRecords, WithoutDataList } from './result-files.tsx'

const ControlNotes = lazy(() =>
  import('../control/control-notes.tsx').then((module) => ({ default: module.ControlNotes })),
)

/** For staff: the records, data and reports of an order. */
export function OrderResults({ orderNo }: { orderNo: string }) {
  const { may } = useStaff()
  const allowed = may('report.read')
  const { data, error, refetch, isFetching } = useCall(staffReportDetail, { orderNo }, { enabled: allowed })
  if (!allowed) return null
  if (error && !data)
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        {error.message}
      </ErrorState>
    )
  return data ? <Results orderNo={orderNo} data={data} /> : <Skeleton lines={3} />
}

export function Results({ orderNo, data }: { orderNo: string; data: OutputOf<typeof staffReportDetail> }) {
  const projectNames = data.records.map((record) => record.projectName)
  return (
    <>
      {data.reports.length > 0 && <Reports orderNo={orderNo} reports={data.reports} />}
      {data.files.length > 0 && (
        <Card
          title="数据文件"
          actions={
            <>
              <CompareButton
                orderNo={orderNo}
                files={data.files}
                projectNames={projectNames}
                records={data.records}
                as="staff"
              />
              <ZipButton orderNo={orderNo} as="staff" />
            </>
          }
        >
          <ResultFiles files={data.files} projectNames={projectNames} as="staff" />
        </Card>
      )}
      <Suspense>
        <ControlNotes orderNo={orderNo} as="staff" />
      </Suspense>
      <WithoutDataList entries={data.withoutData} />
      {data.records.length > 0 && (
        <Card title="检测记录">
          <TestRecords records={data.records} />
        </Card>
      )}
    </>
  )
}

function Reports({ orderNo, reports }: { orderNo: string; reports: Parameters<typeof ReportList>[0]['reports'] }) {
  const { may } = useStaff()
  const [asking, setAsking] = useState(false)
  const { submit: withdraw } = useAct(staffReportWithdraw, { refreshes: [staffReportDetail, staffOrderDetail] })
  const canWithdraw = may('report.withdraw') && reports.some((report) => report.stage === 'valid')
  return (
    <Card
      title="检测报告"
      actions={
        canWithdraw && (
          <Button size="s" onClick={() => setAsking(true)}>
            撤回报告
          </Button>
        )
      }
    >
      <ReportList reports={reports} as="staff" />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="撤回报告"
        confirmLabel="撤回"
        danger
        reason={{ label: '撤回原因', required: true, maxLength: 500 }}
        onConfirm={async ({ reason }) => {
          await withdraw({ orderNo, reason })
          toast.success('报告已撤回')
        }}
      >
        撤回后公开验证页和报告 PDF
        显示“已撤回”，客户会看到原因，并且在更正后的报告交付之前不能确认完成。此操作不能撤销；撤回后请点“更正报告”退回实验室。
      </ConfirmDialog>
    </Card>
  )
}

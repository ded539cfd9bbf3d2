import { lazy, Suspense } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { CompareButton } from '../compared-curves/compare-button.tsx'
import { reportList } from '../contract.ts'
import { ZipButton } from '../zip-button.tsx'
import { ReportList, ResultFiles, TestRecords, WithoutDataList } from './result-files.tsx'

const ControlNotes = lazy(() =>
  import('../control/control-notes.tsx').then((module) => ({ default: module.ControlNotes })),
)

/** What was delivered to the customer: data files with curves, reports and test records. */
export function DeliveredFiles({ orderNo }: { orderNo: string }) {
  const { data, error, refetch, isFetching } = useCall(reportList, { orderNo })
  if (error && !data)
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        {error.message}
      </ErrorState>
    )
  // The files fill a screen, and so does what stands for them: what follows does not jump.
  if (!data) return <Skeleton lines={4} height={170} />
  if (data.files.length === 0)
    return (
      <EmptyState title="还没有数据" icon="file">
        实验结束后 2 小时内交付，届时会以短信、邮件和站内信通知您。
      </EmptyState>
    )
  const withdrawn = data.reports[0]?.state === 'withdrawn' ? data.reports[0] : undefined
  const projectNames = data.records.map((record) => record.projectName)
  return (
    <div className="stack">
      {withdrawn && (
        <Card title={<StageBadge tone="danger">{`检测报告第 ${withdrawn.edition} 版已撤回`}</StageBadge>}>
          <p style={{ margin: 0 }}>
            原因：{withdrawn.withdrawnReason}
            <br />
            更正后会重新交付，在此之前请勿使用以下数据和报告。
          </p>
        </Card>
      )}
      <Card
        title="数据文件"
        actions={
          <>
            <CompareButton
              orderNo={orderNo}
              files={data.files}
              projectNames={projectNames}
              records={data.records}
              as="customer"
            />
            <ZipButton orderNo={orderNo} as="customer" />
          </>
        }
      >
        <ResultFiles
          openFirst
          files={data.files}
          projectNames={projectNames}
          as="customer"
          renderActions={(file) =>
            file.preview === 'series' && (
              <ButtonLink size="s" to={`/member/analysis?file=${file.id}`} aria-label={`分析 ${file.name}`}>
                分析
              </ButtonLink>
            )
          }
        />
      </Card>
      <Suspense>
        <ControlNotes orderNo={orderNo} as="customer" />
      </Suspense>
      <WithoutDataList entries={data.withoutData} />
      {data.reports.length > 0 && (
        <Card title="检测报告">
          <ReportList reports={data.reports} as="customer" />
        </Card>
      )}
      <Card title="检测记录">
        <TestRecords records={data.records} />
      </Card>
    </div>
  )
}

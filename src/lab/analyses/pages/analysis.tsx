import { useSearchParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { EmptyState, Skeleton } from '../../../ui/feedback/states.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { reportCurve } from '../../reports/whole-curves/curve-contract.ts'
import { KeptAnalyses } from './kept-analyses.tsx'
import { Workbench } from './workbench.tsx'

export const meta = () => [{ title: '曲线分析 · 明析科测' }]

/** One delivered curve with its analyses, or without a file all kept analyses. */
export default function AnalysisPage() {
  const [search] = useSearchParams()
  const fileId = numberIn(search.get('file'))
  return fileId === undefined ? <AllKept /> : <OneCurve fileId={fileId} series={numberIn(search.get('series')) ?? 0} />
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function AllKept() {
  return (
    <div className="stack">
      <PageHeader title="曲线分析" sub="在订单的数据文件旁点“分析”，可在网页中分析已交付的曲线。" />
      <KeptAnalyses
        empty={
          <EmptyState title="还没有保存的分析" icon="file" action={{ label: '查看我的订单', to: '/member/order' }} />
        }
      />
    </div>
  )
}

function OneCurve({ fileId, series }: { fileId: number; series: number }) {
  const curve = useCall(reportCurve, { fileId, series })
  // Another curve of the file is asked for: the one before must not be taken for it.
  const data = curve.isPlaceholderData ? undefined : curve.data
  return (
    <div className="stack">
      <PageHeader
        title="曲线分析"
        sub={data && [data.sampleNo || '整个订单', data.sampleName, data.fileName].filter(Boolean).join('　')}
        crumbs={[
          { label: '我的订单', to: '/member/order' },
          ...(data ? [{ label: data.orderNo, to: `/member/order/${data.orderNo}` }] : []),
          { label: '曲线分析' },
        ]}
      />
      <Loaded of={{ ...curve, data }} waiting={<Skeleton lines={4} height={96} label="正在读取曲线" />}>
        {(read) => <Workbench key={`${fileId} ${series}`} fileId={fileId} series={series} curve={read} />}
      </Loaded>
    </div>
  )
}

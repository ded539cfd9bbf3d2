import { useSearchParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { EmptyState, Skeleton } from '../../../ui/feedback/states.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { reportCurve } from '../../reports/whole-curves/curve-contract.ts'
import { analysisList } from '../contract.ts'
import { KeptAnalyses } from './kept-analyses.tsx'
import { Workbench } from './workbench.tsx'

export const meta = () => [{ title: '曲线分析 · 明析科测' }]

/** One delivered curve with its analyses, or without a file all kept analyses. */
export default function AnalysisPage() {
  const [search] = useSearchParams()
  const fileId = numberIn(search.get('file'))
  if (fileId === undefined) return <AllKept />
  return <OneCurve fileId={fileId} series={numberIn(search.get('series')) ?? 0} keptId={numberIn(search.get('kept'))} />
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function AllKept() {
  return (
    <div className="stack">
      <PageHeader
        title="曲线分析"
        sub="在谱图库中的曲线或订单的数据文件旁点“分析”，可在网页中分析已交付的曲线。"
        actions={<ButtonLink to="/member/library">选择曲线</ButtonLink>}
      />
      <KeptAnalyses
        empty={
          <EmptyState
            title="还没有保存的分析"
            icon="file"
            action={{ label: '从谱图库选择曲线', to: '/member/library' }}
          />
        }
      />
    </div>
  )
}

function OneCurve({ fileId, series, keptId }: { fileId: number; series: number; keptId: number | undefined }) {
  const curve = useCall(reportCurve, { fileId, series })
  // The page of the list that the workbench shows: asked for once.
  const all = useCall(analysisList, { fileId, series, page: 1 }, { enabled: keptId !== undefined })
  const kept = all.data?.list.find(
    ({ id, readable, currentVersion }) => id === keptId && readable && currentVersion !== null,
  )
  // Another curve of the file is asked for: the one before must not be taken for it.
  const data = curve.isPlaceholderData || (keptId !== undefined && all.isPending) ? undefined : curve.data
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
        {(read) => (
          <Workbench key={`${fileId} ${series} ${keptId}`} fileId={fileId} series={series} curve={read} kept={kept} />
        )}
      </Loaded>
    </div>
  )
}

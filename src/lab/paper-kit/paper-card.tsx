import { lazy, Suspense } from 'react'
import { useCall } from '../../platform/client/use-call.ts'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { reportList } from '../reports/contract.ts'
import { mostFiles } from './figure/settings-rules.ts'

const PackageButton = lazy(() =>
  import('./packages/package-dialog.tsx').then((module) => ({ default: module.PackageButton })),
)
const PaperTextsButton = lazy(() =>
  import('./texts/paper-texts.tsx').then((module) => ({ default: module.PaperTextsButton })),
)

/** What a paper needs of a delivered order: figures, texts, and its data for a repository. */
export function PaperCard({ orderNo }: { orderNo: string }) {
  const { data } = useCall(reportList, { orderNo })
  const current = data?.files.filter(({ replaced }) => !replaced) ?? []
  if (current.length === 0) return null
  const drawable = current.filter(({ preview }) => preview === 'series').slice(0, mostFiles)
  return (
    <Card title="论文写作">
      <div className="stack">
        <p style={{ margin: 0 }}>按期刊要求排版插图，按检测记录写方法段落，把数据打包到数据仓库。</p>
        <span className="cluster">
          {drawable.length > 0 && (
            <ButtonLink size="s" to={`/member/figure/${drawable.map(({ id }) => id).join(',')}`}>
              论文插图
            </ButtonLink>
          )}
          <Suspense>
            <PaperTextsButton orderNo={orderNo} />
            <PackageButton orderNo={orderNo} />
          </Suspense>
        </span>
      </div>
    </Card>
  )
}

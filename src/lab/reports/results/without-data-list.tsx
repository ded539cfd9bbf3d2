import type { OutputOf } from '../../../platform/contract/call.ts'
import { Card } from '../../../ui/layout/card.tsx'
import type { staffReportDetail } from '../contract.ts'

/** The samples without data, each with the reason that the laboratory gave. Nothing when every sample has data. */
export function WithoutDataList({ entries }: { entries: OutputOf<typeof staffReportDetail>['withoutData'] }) {
  if (entries.length === 0) return null
  return (
    <Card title="无数据的样品">
      <ul style={{ paddingInlineStart: 'var(--space-16)' }}>
        {entries.map(({ sampleNo, reason }) => (
          <li key={sampleNo}>
            <span className="num">{sampleNo}</span>：{reason}
          </li>
        ))}
      </ul>
    </Card>
  )
}

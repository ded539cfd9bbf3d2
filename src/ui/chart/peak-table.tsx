import { useMemo } from 'react'
import { Table } from '../table.tsx'
import { findPeaks, leastShare, mostPeaks } from './peaks.ts'
import { type Series, tickText } from './scale.ts'

type Props = { series: readonly Series[]; xLabel: string; yLabel: string }

/** The peaks of each curve as text: also the way to read the figure without seeing it. */
export function PeakTable({ series, xLabel, yLabel }: Props) {
  const rows = useMemo(() => {
    const downwards = /透过率|transmittance|%\s*T\b/i.test(yLabel)
    return series.flatMap((each, curve) =>
      findPeaks(each, downwards).map((peak) => ({ ...peak, name: each.name, key: `${curve} ${peak.x}` })),
    )
  }, [series, yLabel])
  if (rows.length === 0) return null
  return (
    <details>
      <summary>峰表（{rows.length}）</summary>
      <p>
        每条曲线最突出的 {mostPeaks} 个峰，突出高度不低于曲线高度的 {leastShare * 100}
        %；位置由图上的点读出，精确数值请以数据文件为准。
      </p>
      <Table
        caption="峰表"
        hideCaption
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          { key: 'curve', header: '曲线', rowHeader: true, render: (row) => row.name },
          { key: 'x', header: xLabel, align: 'end', render: (row) => <span className="num">{tickText(row.x)}</span> },
          { key: 'y', header: yLabel, align: 'end', render: (row) => <span className="num">{tickText(row.y)}</span> },
        ]}
      />
    </details>
  )
}

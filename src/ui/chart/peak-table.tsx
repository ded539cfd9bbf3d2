import { Table } from '../tables/table.tsx'
import type { Peak } from './peaks.ts'
import { tickText } from './scale.ts'

export type CurvePeaks = { name: string; peaks: readonly Peak[] }

/** The peaks of each curve as text: also the way to read the figure without seeing it. */
export function PeakTable({
  curves,
  share,
  xLabel,
  yLabel,
}: {
  curves: readonly CurvePeaks[]
  share: number
  xLabel: string
  yLabel: string
}) {
  const rows = curves.flatMap(({ name, peaks }, curve) => {
    const highest = Math.max(...peaks.map((peak) => peak.prominence))
    return peaks.map((peak) => ({
      ...peak,
      name,
      relative: (peak.prominence / highest) * 100,
      key: `${curve} ${peak.x}`,
    }))
  })
  if (rows.length === 0) return null
  const number = (value: number) => <span className="num">{tickText(value)}</span>
  return (
    <details>
      <summary>峰表（{rows.length}）</summary>
      <p>
        突出高度不低于曲线高度的 {share * 100}%
        的峰；峰高、相对强度和半高宽从峰两侧较高的谷算起。位置由图上的点读出，精确数值请以数据文件为准。
      </p>
      <Table
        caption="峰表"
        hideCaption
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          { key: 'curve', header: '曲线', rowHeader: true, render: (row) => row.name },
          { key: 'x', header: xLabel, align: 'end', render: (row) => number(row.x) },
          { key: 'y', header: yLabel, align: 'end', render: (row) => number(row.y) },
          {
            key: 'relative',
            header: '相对强度 (%)',
            align: 'end',
            render: (row) => number(Number(row.relative.toPrecision(3))),
          },
          {
            key: 'width',
            header: '半高宽',
            align: 'end',
            render: (row) => (row.width === null ? '—' : number(Number(row.width.toPrecision(3)))),
          },
        ]}
      />
    </details>
  )
}

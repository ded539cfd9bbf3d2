import { lazy, Suspense, useMemo } from 'react'
import type { AnalysisResult, DrawnLine } from '../../../core/analysis/tool-rules.ts'
import { runsReversed } from '../../../core/curves/axis-rules.ts'
import { downsample, mostPoints } from '../../../core/curves/curve-rules.ts'
import type { Range, Series } from '../../../ui/chart/scale.ts'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import css from './analysis.module.css'
import type { ShownCurve } from './shown-curve.ts'

const SpectrumPlot = lazy(() =>
  import('../../../ui/chart/spectrum-plot.tsx').then((module) => ({ default: module.SpectrumPlot })),
)

/** The curve with marks and lines of the result, and the second figure of the result. All points were computed with; fewer are drawn. */
export function AnalysisFigure({
  curve,
  axis,
  result,
  onRange,
}: {
  curve: ShownCurve
  axis: string
  result: AnalysisResult | undefined
  /** See `SpectrumPlot`. */
  onRange: ((range: Range) => void) | undefined
}) {
  const own = useMemo(() => ({ name: curve.label, ...downsample(curve.x, curve.y, mostPoints) }), [curve])
  const series = useMemo(() => named([own, ...(result?.lines ?? []).map(drawn)]), [own, result])
  const marks = useMemo(() => (result?.marks ?? []).map(({ x, y, label }) => ({ x, y, text: label })), [result])
  const second = useMemo(() => named((result?.figure?.lines ?? []).map(drawn)), [result])
  return (
    <div className="stack">
      <Suspense fallback={<Skeleton lines={1} height={360} />}>
        <SpectrumPlot
          title={curve.fileName}
          series={series}
          xLabel={axis || curve.xLabel}
          yLabel={curve.yLabel}
          reverseX={runsReversed(axis || curve.xLabel, curve.projectNames)}
          marks={marks}
          onRange={onRange}
        />
        {result?.figure && second.length > 0 && (
          <SpectrumPlot
            title={`${result.figure.yLabel} 对 ${result.figure.xLabel}`}
            series={second}
            xLabel={result.figure.xLabel}
            yLabel={result.figure.yLabel}
            height={300}
          />
        )}
      </Suspense>
      {curve.x.length > mostPoints && (
        <p role="note" className={css.hint}>
          {`曲线有 ${curve.x.length} 点，图上按区段取最大和最小值绘出；分析使用全部点。`}
        </p>
      )}
    </div>
  )
}

function drawn({ label, x, y }: DrawnLine): Series {
  return { name: label, ...downsample(x, y, mostPoints) }
}

/** A name stands for its line in the figure, so no two lines have the same. */
function named(series: readonly Series[]): Series[] {
  return series.map((each, i) => {
    const before = series.slice(0, i).filter(({ name }) => name === each.name).length
    return before === 0 ? each : { ...each, name: `${each.name} (${before + 1})` }
  })
}

import { lazy, Suspense } from 'react'
import { useCall } from '../platform/client/use-call.ts'
import { Skeleton } from '../ui/states.tsx'
import { axisLabels } from './axis-rules.ts'
import { reportSeries, staffReportSeries } from './contract.ts'
import { runsRightToLeft } from './data-rules.ts'
import css from './result-files.module.css'

const SpectrumPlot = lazy(() =>
  import('../ui/chart/spectrum-plot.tsx').then((module) => ({ default: module.SpectrumPlot })),
)

interface Props {
  fileId: number
  name: string
  as: 'customer' | 'staff'
  projectNames: readonly string[]
}

/** The curves of a data file; a file without any says so, and its download remains. */
export function SeriesPreview({ fileId, name, as, projectNames }: Props) {
  const { data, error, refetch } = useCall(as === 'staff' ? staffReportSeries : reportSeries, { fileId })
  if (error)
    return (
      <p className={css.note} role="status">
        {error.message}
        {error.error === 'network' && (
          <button type="button" className={css.retry} onClick={() => void refetch()}>
            重试
          </button>
        )}
      </p>
    )
  if (!data) return <Skeleton lines={1} height={360} />
  const axes = axisLabels(data, projectNames)
  return (
    <Suspense fallback={<Skeleton lines={1} height={360} />}>
      <SpectrumPlot
        title={name}
        series={data.series.map(({ label, x, y }) => ({ name: label, x, y }))}
        xLabel={axes.x}
        yLabel={axes.y}
        reverseX={runsRightToLeft(axes.x)}
      />
    </Suspense>
  )
}

import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import type { Series } from '../../../ui/chart/scale.ts'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { axisLabels, runsReversed } from '../../../core/curves/axis-rules.ts'
import { reportSeries, staffReportSeries } from '../contract.ts'
import css from '../results/result-files.module.css'

const ResultPlot = lazy(() =>
  import('../../../ui/chart/result-plot.tsx').then((module) => ({ default: module.ResultPlot })),
)

/** Only staff may use it, and it needs what roles may do. */
const Reread = lazy(async () => ({ default: (await import('./reread.tsx')).Reread }))

interface Props {
  fileId: number
  name: string
  as: 'customer' | 'staff'
  projectNames: readonly string[]
}

/** Curves with names that differ, because a name stands for its curve in every table. */
export function namedSeries(series: OutputOf<typeof reportSeries>['series'], prefix = ''): Series[] {
  return series.map(({ label, ...curve }, i) => {
    const twice = series.some((other, at) => at < i && other.label === label)
    const own = twice ? `${label} (${i + 1})` : label
    return { ...curve, name: prefix === '' ? own : series.length > 1 ? `${prefix} ${own}` : prefix }
  })
}

/** Shows the curves of a data file, or that it has none. */
export function SeriesPreview({ fileId, name, as, projectNames }: Props) {
  const { data, error, refetch } = useCall(as === 'staff' ? staffReportSeries : reportSeries, { fileId })
  const series = useMemo(() => namedSeries(data?.series ?? []), [data])
  if (error)
    return (
      <p className={css.note} role="status">
        {error.message}
        {error.error === 'network' && (
          <button type="button" className={css.retry} onClick={() => void refetch()}>
            重试
          </button>
        )}
        {error.error === 'seriesPending' && <LookAgain onLook={() => void refetch()} />}
        <Suspense>{error.error === 'seriesFailed' && as === 'staff' && <Reread fileId={fileId} />}</Suspense>
      </p>
    )
  if (!data) return <Skeleton lines={1} height={360} />
  const axes = axisLabels(data, projectNames)
  return (
    <>
      {data.notes.length > 0 && (
        <p className={css.warning} role="note">
          {data.notes.join('；')}
        </p>
      )}
      <Suspense fallback={<Skeleton lines={1} height={360} />}>
        <ResultPlot
          title={name}
          series={series}
          xLabel={axes.x}
          yLabel={axes.y}
          reverseX={runsReversed(axes.x, projectNames)}
        />
      </Suspense>
    </>
  )
}

const LOOK_AGAIN_MS = 5000

/** Shown while the file is read in the background. */
function LookAgain({ onLook }: { onLook: () => void }) {
  const latest = useRef(onLook)
  latest.current = onLook
  useEffect(() => {
    const timer = setInterval(() => latest.current(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return null
}

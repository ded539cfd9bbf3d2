import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { runsRightToLeft } from '../../ground/curves/curve-rules.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { useStaff } from '../../ground/staff/me.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { axisLabels } from '../../ground/curves/axis-rules.ts'
import { reportSeries, staffReportReread, staffReportSeries } from './contract.ts'
import css from './result-files.module.css'

const SpectrumPlot = lazy(() =>
  import('../../ui/chart/spectrum-plot.tsx').then((module) => ({ default: module.SpectrumPlot })),
)
const PeakTable = lazy(() => import('../../ui/chart/peak-table.tsx').then((module) => ({ default: module.PeakTable })))

interface Props {
  fileId: number
  name: string
  as: 'customer' | 'staff'
  projectNames: readonly string[]
}

/** Shows the curves of a data file, or that it has none. */
export function SeriesPreview({ fileId, name, as, projectNames }: Props) {
  const { data, error, refetch } = useCall(as === 'staff' ? staffReportSeries : reportSeries, { fileId })
  const series = useMemo(() => (data?.series ?? []).map(({ label, x, y }) => ({ name: label, x, y })), [data])
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
        {error.error === 'seriesFailed' && as === 'staff' && <Reread fileId={fileId} />}
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
        <SpectrumPlot title={name} series={series} xLabel={axes.x} yLabel={axes.y} reverseX={runsRightToLeft(axes.x)} />
        <PeakTable series={series} xLabel={axes.x} yLabel={axes.y} />
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

/** Roles that may upload data may start another round of tries. */
function Reread({ fileId }: { fileId: number }) {
  const { may } = useStaff()
  const reread = useAct(staffReportReread, { refreshes: [staffReportSeries] })
  if (!may('report.upload')) return null
  return (
    <button type="button" className={css.retry} disabled={reread.busy} onClick={() => void reread.run({ fileId })}>
      重新读取
    </button>
  )
}

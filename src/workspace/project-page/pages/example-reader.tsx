import { useEffect, useState } from 'react'
import { SpectrumPlot } from '../../../ui/chart/spectrum-plot.tsx'
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'

export type ReaderProps = {
  title: string
  file: string
  plot: { x: { label: string; ticks: { at: number; text: string }[] }; y: { label: string } }
}

type Series = { name: string; x: number[]; y: number[] }

/** The interactive curve with zoom and cursor. It is loaded on request, with the numbers of the public CSV file. */
export function ExampleReader({ title, file, plot: { x, y } }: ReaderProps) {
  const [series, setSeries] = useState<Series[] | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const asking = new AbortController()
    setSeries(undefined)
    fetch(file, { signal: asking.signal })
      .then(async (answer) => (answer.ok ? setSeries(seriesOf(await answer.text(), x.label)) : setSeries('failed')))
      .catch(() => asking.signal.aborted || setSeries('failed'))
    return () => asking.abort()
  }, [file, x.label, attempt])
  if (series === undefined) return <Skeleton height={352} />
  if (series === 'failed') return <ErrorState title="示例数据没有读到" onRetry={() => setAttempt(attempt + 1)} />
  const [first, last] = [x.ticks[0], x.ticks.at(-1)]
  const reverse = first !== undefined && last !== undefined && first.at > last.at
  return <SpectrumPlot title={title} series={series} xLabel={x.label} yLabel={y.label} reverseX={reverse} />
}

/** A column named like the axis holds the x values of the columns after it. */
function seriesOf(text: string, axis: string): Series[] {
  const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split(/\r?\n/)
  const names = head.split(',')
  const rows = lines.map((line) => line.split(','))
  let places = 0
  return names.flatMap((name, column) => {
    if (name === axis) {
      places = column
      return []
    }
    const measured = rows.filter((row) => row[column] !== '' && row[places] !== '')
    return [{ name, x: measured.map((row) => Number(row[places])), y: measured.map((row) => Number(row[column])) }]
  })
}

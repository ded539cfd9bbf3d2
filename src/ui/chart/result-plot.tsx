import { useCallback, useMemo, useRef, useState } from 'react'
import { Button } from '../inputs/button.tsx'
import { arranged, type Arrangement, plainly } from './arrange.ts'
import { curvesCsv, rowsCsv } from './curves-csv.ts'
import { type Figure, figureSvg } from './figure-svg.ts'
import { areaUnit } from './integrate.ts'
import { type ChosenRange, integralRows, Integrals } from './integrals.tsx'
import { PeakTable } from './peak-table.tsx'
import { findPeaks, leastShare, pointsDown } from './peaks.ts'
import { PlotControls } from './plot-controls.tsx'
import type { Band, Mark } from './plot-marks.ts'
import css from './result-plot.module.css'
import { fileName, pngOf } from './save-figure.ts'
import { saveAs } from '../inputs/save-file.ts'
import { type Range, rangeOf, type Series, tickText } from './scale.ts'
import { SpectrumPlot } from './spectrum-plot.tsx'

type Props = {
  title: string
  series: readonly Series[]
  xLabel: string
  yLabel: string
  reverseX: boolean
  /** How the curves are drawn at first, when that is kept somewhere. */
  start?: Arrangement
  /** Told of every change of it. */
  onArrangement?: (arrangement: Arrangement) => void
}

const mostPeaksShown = 40

/** Measured curves to work with: scale, offset, peaks, areas, and the figure and its numbers as files. */
export function ResultPlot({ title, series, xLabel, yLabel, reverseX, start = plainly, onArrangement }: Props) {
  const [arrangement, setArrangement] = useState<Arrangement>(start)
  const [reversed, setReversed] = useState(reverseX)
  const [labelled, setLabelled] = useState(false)
  const [share, setShare] = useState<number>(leastShare)
  const [measuring, setMeasuring] = useState(false)
  const [ranges, setRanges] = useState<ChosenRange[]>([])
  const [active, setActive] = useState(0)
  const view = useRef<Range>(undefined)
  const { series: drawn, left } = useMemo(() => arranged(series, arrangement), [series, arrangement])
  const down = pointsDown(yLabel)
  const peaks = useMemo(
    () => series.map((each) => ({ name: each.name, peaks: findPeaks(each, down, { share, most: mostPeaksShown }) })),
    [series, down, share],
  )
  const marks = useMemo(
    () => (labelled ? marksOf(peaks, drawn, series, down) : []),
    [labelled, peaks, drawn, series, down],
  )
  const curve = (series[active] ?? series[0])?.name ?? ''
  const bands: Band[] = measuring ? bandsOf(series, ranges, arrangement) : []
  const offset = arrangement.offset > 0
  const yText = (value: number) =>
    offset ? '' : arrangement.scale === 'log' ? tickText(Number((10 ** value).toPrecision(3))) : tickText(value)
  const yName = [arrangement.normalised ? '相对强度 (%)' : yLabel, ...(offset ? ['已错开'] : [])].join('，')
  const figure = (): Figure => ({
    title,
    series: drawn,
    view: view.current ?? rangeOf(series.flatMap((each) => rangeOf(each.x))),
    xLabel,
    yLabel: yName,
    reverseX: reversed,
    yText,
    marks,
    bands,
  })
  const onView = useCallback((shown: Range) => {
    view.current = shown
  }, [])
  return (
    <div className={css.work}>
      <PlotControls
        several={series.length > 1}
        arrangement={arrangement}
        onArrangement={(next) => {
          setArrangement(next)
          onArrangement?.(next)
        }}
        reversed={reversed}
        onReversed={setReversed}
        labelled={labelled}
        onLabelled={setLabelled}
        share={share}
        onShare={setShare}
        measuring={measuring}
        onMeasuring={setMeasuring}
      />
      <SpectrumPlot
        title={title}
        series={series}
        drawn={drawn}
        xLabel={xLabel}
        yLabel={yLabel}
        yAxis={yName}
        reverseX={reversed}
        yText={yText}
        marks={marks}
        bands={bands}
        active={active}
        onView={onView}
        onRange={measuring ? ([from, to]) => setRanges((before) => [...before, { curve, from, to }]) : undefined}
      />
      {left > 0 && <p role="note">{`对数坐标下有 ${left} 个不大于 0 的点不能绘出。`}</p>}
      {measuring && (
        <Integrals
          series={series}
          xLabel={xLabel}
          yLabel={yLabel}
          ranges={ranges}
          onRanges={setRanges}
          active={active}
          onActive={setActive}
        />
      )}
      <PeakTable curves={peaks} share={share} xLabel={xLabel} yLabel={yLabel} />
      {series.some(({ total }) => total !== undefined) && (
        <p role="note" className={css.hint}>
          点数超过 4000 的曲线按区段取最大和最小值绘出，导出的也是这些点；完整数据请下载原始文件。
        </p>
      )}
      <Exports
        title={title}
        figure={figure}
        tables={() => tablesOf({ series, peaks, ranges, xLabel, yLabel })}
        curves={() => curvesCsv(series, xLabel)}
      />
    </div>
  )
}

type ExportProps = { title: string; figure: () => Figure; curves: () => string; tables: () => string }

function Exports({ title, figure, curves, tables }: ExportProps) {
  const [failed, setFailed] = useState(false)
  const name = fileName(title)
  const png = async () => {
    setFailed(false)
    try {
      saveAs(`${name}.png`, await pngOf(figureSvg(figure())), 'image/png')
    } catch {
      setFailed(true)
    }
  }
  return (
    <div className="cluster" role="group" aria-label="导出">
      <Button size="s" icon="download" onClick={() => void png()}>
        PNG
      </Button>
      <Button size="s" icon="download" onClick={() => saveAs(`${name}.svg`, figureSvg(figure()), 'image/svg+xml')}>
        SVG
      </Button>
      <Button size="s" icon="download" onClick={() => saveAs(`${name}.csv`, curves(), 'text/csv')}>
        曲线 CSV
      </Button>
      <Button size="s" icon="download" onClick={() => saveAs(`${name}-峰表.csv`, tables(), 'text/csv')}>
        峰表 CSV
      </Button>
      {failed && <span role="alert">浏览器未能生成 PNG，请导出 SVG</span>}
    </div>
  )
}

type Peaks = { name: string; peaks: ReturnType<typeof findPeaks> }[]

/** A peak is found in the measured values and named where its point is drawn. */
function marksOf(peaks: Peaks, drawn: readonly Series[], series: readonly Series[], down: boolean): Mark[] {
  return peaks.flatMap(({ peaks: found }, i) =>
    found.flatMap((peak) => {
      const at = series[i]?.x.indexOf(peak.x) ?? -1
      const y = drawn[i]?.y[at]
      return y === undefined || Number.isNaN(y)
        ? []
        : [{ x: peak.x, y, text: tickText(Number(peak.x.toPrecision(5))), down }]
    }),
  )
}

/** The line under an area is straight only where values are drawn as they were measured. */
function bandsOf(series: readonly Series[], ranges: readonly ChosenRange[], arrangement: Arrangement): Band[] {
  const plain = arrangement.scale === 'linear' && !arrangement.normalised && arrangement.offset === 0
  return integralRows(series, ranges).map(({ from, to, baseline }) => ({ from, to, ...(plain ? { baseline } : {}) }))
}

function tablesOf({
  series,
  peaks,
  ranges,
  xLabel,
  yLabel,
}: Pick<Props, 'xLabel' | 'yLabel' | 'series'> & { peaks: Peaks; ranges: readonly ChosenRange[] }): string {
  const areas = integralRows(series, ranges)
  return rowsCsv([
    ['曲线', xLabel, yLabel, '峰高', '半高宽'],
    ...peaks.flatMap(({ name, peaks: found }) =>
      found.map((peak) => [name, peak.x, peak.y, peak.prominence, peak.width ?? '']),
    ),
    ...(areas.length > 0
      ? [
          [],
          ['曲线', '起点', '终点', `面积 (${areaUnit(xLabel, yLabel)})`, '未扣基线'],
          ...areas.map((row) => [row.name, row.from, row.to, row.net, row.gross]),
        ]
      : []),
  ])
}

import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { axisLabels, runsReversed } from '../../../core/curves/axis-rules.ts'
import type { FileReader } from '../../../core/files/download-button.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { questionOf, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import type { Series } from '../../../ui/chart/scale.ts'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { orderHistory } from '../../orders/contract.ts'
import { staffOrderList } from '../../orders/lists/list-contract.ts'
import { axisMeaning } from '../../../core/curves/meaning-rules.ts'
import { sameConditionsText } from '../control/same-conditions-rules.ts'
import { apartText, comparedName, comparedSample, doubtOf, isCurve, mayOverlay, mostCompared } from './compare-rules.ts'
import css from './compare-curves.module.css'
import { reportList, reportSeries, staffReportDetail, staffReportSeries } from '../contract.ts'
import type { ResultFile } from '../results/result-files.tsx'
import { namedSeries } from './series-preview.tsx'

const ResultPlot = lazy(() =>
  import('../../../ui/chart/result-plot.tsx').then((module) => ({ default: module.ResultPlot })),
)

type Records = OutputOf<typeof reportList>['records']

interface Chosen {
  file: ResultFile
  orderNo: string
  projectNames: readonly string[]
  records: Records
}

export interface CompareProps {
  orderNo: string
  files: readonly ResultFile[]
  projectNames: readonly string[]
  records: Records
  as: FileReader
}

/** Draws curves of several samples and orders over each other. */
export function CompareCurves({ orderNo, files, projectNames, records, as }: CompareProps) {
  const own = files.filter(isCurve).map((file) => ({ file, orderNo, projectNames, records }))
  const [chosen, setChosen] = useState<Chosen[]>(() => own.slice(0, mostCompared))
  const [others, setOthers] = useState<string[]>([])
  const toggle = (entry: Chosen) =>
    setChosen((before) =>
      before.some(({ file }) => file.id === entry.file.id)
        ? before.filter(({ file }) => file.id !== entry.file.id)
        : [...before, entry].slice(0, mostCompared),
    )
  return (
    <div className={css.columns}>
      <div className={css.side}>
        <Choices title={`订单 ${orderNo}`} entries={own} chosen={chosen} onToggle={toggle} />
        {others.map((other) => (
          <OtherOrder key={other} orderNo={other} as={as} chosen={chosen} onToggle={toggle} />
        ))}
        <OrderSearch as={as} taken={[orderNo, ...others]} onChoose={(other) => setOthers([...others, other])} />
      </div>
      <Overlay chosen={chosen} orderNo={orderNo} as={as} />
    </div>
  )
}

type ChoicesProps = {
  title: string
  entries: readonly Chosen[]
  chosen: readonly Chosen[]
  onToggle: (entry: Chosen) => void
}

function Choices({ title, entries, chosen, onToggle }: ChoicesProps) {
  const full = chosen.length >= mostCompared
  return (
    <fieldset className={css.choices}>
      <legend>{title}</legend>
      {entries.map((entry) => {
        const on = chosen.some(({ file }) => file.id === entry.file.id)
        return (
          <Checkbox
            key={entry.file.id}
            value={on}
            disabled={!on && full}
            onValue={() => onToggle(entry)}
            note={entry.file.name}
          >
            {comparedSample(entry.file)}
          </Checkbox>
        )
      })}
      {full && <p className={css.note}>{`最多叠加 ${mostCompared} 个文件`}</p>}
    </fieldset>
  )
}

function OtherOrder({
  orderNo,
  as,
  ...choices
}: { orderNo: string; as: FileReader } & Omit<ChoicesProps, 'title' | 'entries'>) {
  const { data, error, refetch, isFetching } = useCall(as === 'staff' ? staffReportDetail : reportList, { orderNo })
  if (error && !data)
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        {error.message}
      </ErrorState>
    )
  if (!data) return <Skeleton lines={2} />
  const files = data.files.filter(isCurve)
  const projectNames = data.records.map((record) => record.projectName)
  if (files.length === 0) return <p className={css.note}>{`订单 ${orderNo} 没有可绘制的数据`}</p>
  return (
    <Choices
      {...choices}
      title={`订单 ${orderNo}`}
      entries={files.map((file) => ({ file, orderNo, projectNames, records: data.records }))}
    />
  )
}

/** More are found by typing more. */
const mostHits = 20

type SearchProps = { as: FileReader; taken: readonly string[]; onChoose: (orderNo: string) => void }

function OrderSearch(props: SearchProps) {
  return props.as === 'staff' ? <StaffSearch {...props} /> : <CustomerSearch {...props} />
}

function CustomerSearch({ taken, onChoose }: SearchProps) {
  const [kw, setKw] = useState('')
  const found = useCall(orderHistory, { kw, size: mostHits }, { enabled: kw.trim().length >= 2 })
  return (
    <Hits kw={kw} onKw={setKw} found={kw.trim().length < 2 ? undefined : found} taken={taken} onChoose={onChoose} />
  )
}

function StaffSearch({ taken, onChoose }: SearchProps) {
  const { may } = useStaff()
  const [kw, setKw] = useState('')
  const asks = may('order.read') && kw.trim().length >= 2
  const found = useCall(staffOrderList, { tab: 'all', kw, size: mostHits }, { enabled: asks })
  if (!may('order.read')) return null
  return <Hits kw={kw} onKw={setKw} found={asks ? found : undefined} taken={taken} onChoose={onChoose} />
}

interface Found {
  data?: { list: { orderNo: string; title: string }[] } | undefined
  error: { message: string } | null
  isFetching: boolean
  refetch: () => unknown
}

function Hits({
  kw,
  onKw,
  found,
  taken,
  onChoose,
}: Omit<SearchProps, 'as'> & { kw: string; onKw: (kw: string) => void; found: Found | undefined }) {
  const list = (found?.data?.list ?? []).filter(({ orderNo }) => !taken.includes(orderNo))
  return (
    <section aria-label="加入其他订单" className={css.search}>
      <Field label="加入其他订单" hint="输入订单号或项目名称">
        <TextInput value={kw} onValue={onKw} maxLength={60} />
      </Field>
      {found?.error && <ErrorState onRetry={() => void found.refetch()}>{found.error.message}</ErrorState>}
      {found && !found.error && !found.isFetching && list.length === 0 && (
        <p className={css.note} role="status">
          没有其他符合的订单
        </p>
      )}
      {(found?.data?.list.length ?? 0) >= mostHits && (
        <p className={css.note}>{`只显示前 ${mostHits} 个，请输入更完整的订单号`}</p>
      )}
      <ul className={css.hits}>
        {list.map(({ orderNo, title }) => (
          <li key={orderNo}>
            <Button
              size="s"
              variant="quiet"
              onClick={() => {
                onChoose(orderNo)
                onKw('')
              }}
            >
              {orderNo}　{title}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Curves = OutputOf<typeof reportSeries>

/** The chosen curves whose axes mean the same as those of the first. */
function Overlay({ chosen, orderNo, as }: { chosen: readonly Chosen[]; orderNo: string; as: FileReader }) {
  const call = as === 'staff' ? staffReportSeries : reportSeries
  // Kept while nothing changes, so that the figure is not arranged again at each stroke of a key.
  const combine = useCallback((answers: Answer[]) => overlayOf(chosen, answers, orderNo), [chosen, orderNo])
  const overlay = useQueries({
    queries: chosen.map(({ file }) => ({
      ...(questionOf(call, { fileId: file.id }) as object as { queryKey: unknown[]; queryFn: () => Promise<Curves> }),
      retry: false,
    })),
    combine,
  })
  const { pending, first, series, notes, yLabel } = overlay
  if (chosen.length === 0) return <EmptyState title="请选择要叠加的数据" icon="file" />
  if (pending) return <Skeleton lines={1} height={360} />
  const conditions = conditionsText(chosen)
  return (
    <div className="stack">
      {conditions && (
        <p role="note" className={css.note}>
          {conditions}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} role="note" className={css.note}>
          {note}
        </p>
      ))}
      {first && (
        <Suspense fallback={<Skeleton lines={1} height={360} />}>
          <ResultPlot
            key={axisMeaning(first.axes.x)}
            title={`叠加对比 ${orderNo}`}
            series={series}
            xLabel={first.axes.x}
            yLabel={yLabel}
            reverseX={runsReversed(first.axes.x, first.projectNames)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Whether the chosen data were measured in the same way, by their records; empty when one record is all that is compared. */
function conditionsText(chosen: readonly Chosen[]): string {
  const found = chosen.map(({ file, records }) => recordOf(file, records))
  if (found.includes(undefined)) return chosen.length > 1 ? '有数据没有对应的检测记录，不能判断仪器与条件是否相同' : ''
  const byId = new Map(found.flatMap((record) => (record ? [[record.id, record]] : [])))
  return sameConditionsText([...byId.values()])
}

/** The record of the file's round that names its sample; of a file of the whole order, the only record. */
function recordOf({ sampleNo, round }: ResultFile, records: Records): Records[number] | undefined {
  const ofRound = records.filter((record) => record.round === round)
  const [only, ...more] = (ofRound.some(({ replaced }) => !replaced) ? ofRound : records).filter(
    (record) => !record.replaced && (sampleNo === '' || record.sampleNos.includes(sampleNo)),
  )
  return more.length === 0 ? only : undefined
}

interface Answer {
  data: Curves | undefined
  error: { message: string } | null
  isPending: boolean
}

function overlayOf(chosen: readonly Chosen[], answers: readonly Answer[], orderNo: string) {
  const read = chosen.flatMap((entry, i) => {
    const curves = answers[i]?.data
    if (!curves) return []
    // The record of the file tells its project, where an order has several.
    const project = recordOf(entry.file, entry.records)?.projectName
    const projectNames = project === undefined ? entry.projectNames : [project]
    const axes = axisLabels(curves, projectNames)
    return [{ ...entry, projectNames, curves, axes, axis: { x: axes.x, projectNames } }]
  })
  const [first] = read
  const fitting = read.filter(({ axis }) => first && mayOverlay(first.axis, axis))
  const apart = read.filter((each) => !fitting.includes(each)).map(({ file }) => file.name)
  const yNames = [...new Set(fitting.map(({ axes }) => axes.y))]
  const unread = chosen.flatMap(({ file }, i) => {
    const error = answers[i]?.error
    return error ? [`${file.name}：${error.message}`] : []
  })
  return {
    pending: answers.some(({ isPending }) => isPending),
    first: first && { axes: first.axes, projectNames: first.projectNames },
    series: unique(fitting.flatMap((entry) => overlaid(entry, orderNo))),
    yLabel: yNames.length === 1 ? (yNames[0] ?? '') : '强度',
    notes: [
      ...(first && apart.length > 0 ? [apartText(first.axis, apart)] : []),
      ...(first && fitting.length > 1 ? doubtOf(first.axis) : []),
      ...unread,
      ...(yNames.length > 1
        ? [`各曲线的纵轴名称不同（${yNames.join('、')}），比较高度前请核对单位，或选择归一化`]
        : []),
    ],
  }
}

function overlaid({ file, curves, orderNo }: Chosen & { curves: Curves }, ownOrder: string): Series[] {
  return namedSeries(curves.series, comparedName(file, orderNo, ownOrder))
}

/** Two files of one sample have different names in the figure. */
function unique(series: readonly Series[]): Series[] {
  return series.map((each, i) => {
    const before = series.slice(0, i).filter(({ name }) => name === each.name).length
    return before === 0 ? each : { ...each, name: `${each.name} (${before + 1})` }
  })
}

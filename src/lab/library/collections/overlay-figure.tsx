import { lazy, Suspense, useMemo } from 'react'
import { plainly } from '../../../ui/chart/arrange.ts'
import type { Series } from '../../../ui/chart/scale.ts'
import { EmptyState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import css from '../library.module.css'
import {
  baselines,
  normalisings,
  type OverlaidCurve,
  overlaid,
  overlayProblem,
  type OverlayView,
  unitOf,
  valueLabel,
} from './overlay-rules.ts'

const ResultPlot = lazy(() =>
  import('../../../ui/chart/result-plot.tsx').then((module) => ({ default: module.ResultPlot })),
)

export interface FigureCurve {
  label: string
  xLabel: string
  yLabel: string
  reversed: boolean
  x: readonly number[]
  y: readonly number[]
  total?: number | undefined
}

interface Props {
  title: string
  curves: readonly FigureCurve[]
  view: OverlayView
  /** Without it the figure is only looked at. */
  onView?: (view: OverlayView) => void
}

/** Curves over each other as the view says, or the reason why they cannot be drawn so. */
export function OverlayFigure({ title, curves, view, onView }: Props) {
  const named = useMemo(() => unique(curves), [curves])
  const problem = overlayProblem(curves, view)
  const drawn = useMemo(() => (problem ? [] : overlaid(named, view)), [named, view, problem])
  const [first] = curves
  if (!first) return <EmptyState title="没有可以绘制的曲线" icon="file" />
  return (
    <div className="stack">
      {onView && <Controls curves={named} view={view} onView={onView} />}
      {problem === 'axesDiffer' && (
        <p role="alert">{`所选曲线的横轴含义不同（${labelsOf(curves, 'xLabel')}），不能画在一张图中。`}</p>
      )}
      {problem === 'unitsDiffer' && <UnitQuestion curves={curves} view={view} onView={onView} />}
      {drawn === 'noOverlap' && <p role="alert">两条曲线没有共同的横轴范围，不能相减。</p>}
      {!problem && drawn !== 'noOverlap' && (
        <Suspense fallback={<Skeleton lines={1} height={360} />}>
          <ResultPlot
            key={drawn.map(({ name }) => name).join('\n')}
            title={title}
            series={drawn.map(seriesOf)}
            xLabel={first.xLabel}
            yLabel={valueLabel(curves, view)}
            reverseX={first.reversed}
            start={{ ...plainly, offset: view.offset }}
            onArrangement={({ offset }) => onView?.({ ...view, offset })}
          />
        </Suspense>
      )}
    </div>
  )
}

function seriesOf({ name, x, y, total }: OverlaidCurve): Series {
  return { name, x, y, ...(total === undefined ? {} : { total }) }
}

/** Two curves of one name have different names in the figure, because a name stands for its curve in every table. */
function unique(curves: readonly FigureCurve[]): OverlaidCurve[] {
  return curves.map(({ label, reversed: _, ...curve }, i) => {
    const before = curves.slice(0, i).filter((each) => each.label === label).length
    return { ...curve, name: before === 0 ? label : `${label} (${before + 1})` }
  })
}

function labelsOf(curves: readonly FigureCurve[], axis: 'xLabel' | 'yLabel'): string {
  return [...new Set(curves.map((curve) => curve[axis]))].join('、')
}

/** Nobody can know from names whether units are the same, so the person is asked. */
function UnitQuestion({ curves, view, onView }: Pick<Props, 'curves' | 'view' | 'onView'>) {
  const units = (axis: 'xLabel' | 'yLabel') =>
    [...new Set(curves.map((curve) => unitOf(curve[axis]) || '未注明'))].join('、')
  return (
    <div role="alert" className="stack">
      <p>
        {`曲线的单位不同或未注明（横轴：${units('xLabel')}；纵轴：${units('yLabel')}），系统不作猜测。请核对原始数据，确认相同后再绘制。`}
      </p>
      {onView && (
        <Checkbox value={view.sameUnits} onValue={(sameUnits) => onView({ ...view, sameUnits })}>
          我已核对，单位相同
        </Checkbox>
      )}
    </div>
  )
}

const firstTwo = { of: 0, minus: 1 }

function Controls({
  curves,
  view,
  onView,
}: {
  curves: readonly OverlaidCurve[]
  view: OverlayView
  onView: (view: OverlayView) => void
}) {
  const places = curves.map(({ name }, place) => ({ value: place, label: name }))
  const { of, minus } = view.difference ?? firstTwo
  return (
    <fieldset className={css.controls}>
      <legend className="visually-hidden">画法</legend>
      <Field label="背景">
        <Select
          value={view.baseline}
          onValue={(baseline) => onView({ ...view, baseline })}
          options={optionsOf(baselines)}
        />
      </Field>
      <Field label="归一">
        <Select
          value={view.normalise}
          onValue={(normalise) => onView({ ...view, normalise })}
          options={optionsOf(normalisings)}
        />
      </Field>
      {curves.length > 1 && (
        <Checkbox
          value={view.difference !== null}
          onValue={(on) => onView({ ...view, sameUnits: on && view.sameUnits, difference: on ? firstTwo : null })}
        >
          两条相减
        </Checkbox>
      )}
      {view.difference && (
        <>
          <Field label="被减">
            <Select
              value={of}
              onValue={(place) => onView({ ...view, difference: { of: place, minus: place === minus ? of : minus } })}
              options={places}
            />
          </Field>
          <Field label="减去">
            <Select
              value={minus}
              onValue={(place) => onView({ ...view, difference: { of: place === of ? minus : of, minus: place } })}
              options={places}
            />
          </Field>
        </>
      )}
    </fieldset>
  )
}

function optionsOf<K extends string>(table: Readonly<Record<K, string>>): { value: K; label: string }[] {
  return (Object.keys(table) as K[]).map((value) => ({ value, label: table[value] }))
}

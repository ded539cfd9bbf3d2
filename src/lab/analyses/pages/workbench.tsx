import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { everyAxis, type Parameters } from '../../../core/analysis/tool-rules.ts'
import { axisMeaning, axisMeanings } from '../../../core/curves/meaning-rules.ts'
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { suggestion } from '../rules.ts'
import css from './analysis.module.css'
import { AnalysisFigure } from './analysis-figure.tsx'
import { KeptAnalyses } from './kept-analyses.tsx'
import { ParameterForm } from './parameter-form.tsx'
import { takesRanges, withRange } from './picked-range.ts'
import { ResultView } from './result-view.tsx'
import { SaveBar } from './save-bar.tsx'
import type { ShownCurve } from './shown-curve.ts'
import { useAnalysis } from './use-analysis.ts'
import type { ToolFacts } from './worker-messages.ts'

interface Chosen {
  tool: string
  axis: string
  parameters: Parameters
}

/** What is chosen, and what the worker found for it. */
function useBench(curve: ShownCurve, kept: Chosen | undefined) {
  const [chosen, setChosen] = useState<Chosen>(
    kept ? { tool: kept.tool, axis: kept.axis, parameters: kept.parameters } : { tool: '', axis: '', parameters: {} },
  )
  const [asked, setAsked] = useState<Chosen>()
  const measured = useMemo(() => {
    const { label, x, y, xLabel, yLabel } = curve
    return { label, x, y, xLabel, yLabel }
  }, [curve])
  const { tools, broken, ran, busy, restart } = useAnalysis(measured, asked)
  const fitting = tools ? toolsOf(tools, chosen.axis || curve.xLabel) : []
  const tool = fitting.find(({ key }) => key === chosen.tool) ?? fitting[0]
  const wanted = tool && { ...chosen, tool: tool.key }
  if (wanted && JSON.stringify(wanted) !== JSON.stringify(asked)) setAsked(wanted)
  const shown = ran && tool && ran.asked.tool === tool.key ? ran : undefined
  const result = shown?.analysed?.result ?? undefined
  return { chosen, setChosen, fitting, tool, shown, result, busy, broken, restart }
}

type Bench = ReturnType<typeof useBench>

interface WorkbenchProps {
  fileId: number
  series: number
  curve: ShownCurve
  /** The kept analysis with which it begins. */
  kept?: Chosen | undefined
}

/** A curve, the tools that fit its axis, their parameters, and what they find. */
export function Workbench({ fileId, series, curve, kept }: WorkbenchProps) {
  const bench = useBench(curve, kept)
  const { tool, shown, result, busy, broken, restart } = bench
  return (
    <>
      {curve.notes.map((note) => (
        <p key={note} role="note" className={css.warning}>
          {note}
        </p>
      ))}
      <Card
        title="谱图"
        actions={curve.labels.length > 1 && <SeriesChoice fileId={fileId} series={series} labels={curve.labels} />}
      >
        <Figure curve={curve} bench={bench} />
      </Card>
      <div className={css.columns}>
        <Card title="分析">
          <Method curve={curve} bench={bench} />
        </Card>
        <Card title="结果">
          <p className={css.suggestion}>{suggestion}。</p>
          <ResultView analysed={shown?.analysed} busy={busy} broken={broken} onRetry={restart} />
          {tool && shown && (
            <SaveBar
              fileId={fileId}
              series={series}
              curve={curve}
              tool={tool}
              asked={shown.asked}
              result={busy ? undefined : result}
            />
          )}
        </Card>
      </div>
      <Card title="这条曲线的分析">
        <KeptAnalyses
          fileId={fileId}
          series={series}
          onOpen={({ tool: key, axis, parameters }) => bench.setChosen({ tool: key, axis, parameters })}
          empty="还没有保存的分析。满意时点“保存分析”，以后可按相同参数重新打开。"
        />
      </Card>
    </>
  )
}

/** Ranges are chosen in the figure on demand, because dragging otherwise zooms. */
function Figure({ curve, bench: { chosen, setChosen, tool, result } }: { curve: ShownCurve; bench: Bench }) {
  const [picking, setPicking] = useState(false)
  const picks = tool !== undefined && takesRanges(tool.parameters)
  return (
    <div className="stack">
      <AnalysisFigure
        curve={curve}
        axis={chosen.axis}
        result={result}
        onRange={
          picking && picks
            ? (range) =>
                setChosen({
                  ...chosen,
                  tool: tool.key,
                  parameters: withRange(tool.parameters, chosen.parameters, range),
                })
            : undefined
        }
      />
      {picks && (
        <Checkbox value={picking} onValue={setPicking} note="在谱图上拖动；键盘用方向键移动光标，在两端各按一次 [ 键。">
          在图上选取区间
        </Checkbox>
      )}
    </div>
  )
}

function Method({
  curve,
  bench: { chosen, setChosen, fitting, tool, broken, restart },
}: {
  curve: ShownCurve
  bench: Bench
}) {
  if (!tool && broken) return <ErrorState onRetry={restart}>分析程序未能加载，请检查网络后重试</ErrorState>
  if (!tool) return <Skeleton lines={3} height={56} label="正在加载分析程序" />
  return (
    <div className="stack">
      <ToolChoice curve={curve} fitting={fitting} tool={tool} chosen={chosen} onChosen={setChosen} />
      <ParameterForm
        key={tool.key}
        specs={tool.parameters}
        given={chosen.parameters}
        onGiven={(parameters) => setChosen({ ...chosen, tool: tool.key, parameters })}
      />
    </div>
  )
}

/** Those made for the axis first. */
function toolsOf(tools: readonly ToolFacts[], xLabel: string): ToolFacts[] {
  const meaning = axisMeaning(xLabel)
  return [
    ...tools.filter(({ axes }) => axes.includes(meaning)),
    ...tools.filter(({ axes }) => axes.includes(everyAxis)),
  ]
}

function SeriesChoice({ fileId, series, labels }: { fileId: number; series: number; labels: readonly string[] }) {
  const navigate = useNavigate()
  return (
    <Field label="曲线" layout="side">
      <Select
        value={series}
        onValue={(value) => void navigate(`/member/analysis?file=${fileId}&series=${value}`)}
        options={labels.map((label, i) => ({ value: i, label: `${i + 1} ${label}` }))}
      />
    </Field>
  )
}

interface ChoiceProps {
  curve: ShownCurve
  fitting: readonly ToolFacts[]
  tool: ToolFacts
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
}

function ToolChoice({ curve, fitting, tool, chosen, onChosen }: ChoiceProps) {
  const own = axisMeaning(curve.xLabel)
  const known = axisMeanings.includes(own)
  return (
    <>
      <Field
        label="横轴含义"
        hint={known ? '决定可用的分析；与文件不符时可改选。' : '文件没有写明横轴，请选择含义，以使用对应的分析。'}
      >
        <Select
          value={chosen.axis}
          onValue={(axis) => onChosen({ tool: '', axis, parameters: {} })}
          options={[
            { value: '', label: `按文件：${curve.xLabel}` },
            ...axisMeanings.filter((meaning) => meaning !== own).map((meaning) => ({ value: meaning, label: meaning })),
          ]}
        />
      </Field>
      <Field label="方法" hint={[tool.summary, tool.source && `依据：${tool.source}。`].filter(Boolean).join('')}>
        <Select
          value={tool.key}
          onValue={(key) => onChosen({ ...chosen, tool: key, parameters: {} })}
          options={fitting.map(({ key, title }) => ({ value: key, label: title }))}
        />
      </Field>
    </>
  )
}

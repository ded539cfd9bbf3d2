import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { everyAxis, type Parameters } from '../../../core/analysis/tool-rules.ts'
import { axisMeaning, axisMeanings } from '../../../core/curves/meaning-rules.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { reportCurve } from '../../reports/whole-curves/curve-contract.ts'
import type { analysisList } from '../contract.ts'
import { suggestion } from '../rules.ts'
import css from './analysis.module.css'
import { AnalysisFigure } from './analysis-figure.tsx'
import { KeptAnalyses } from './kept-analyses.tsx'
import { ParameterForm } from './parameter-form.tsx'
import { ResultView } from './result-view.tsx'
import { SaveBar } from './save-bar.tsx'
import { useAnalysis } from './use-analysis.ts'
import type { ToolFacts } from './worker-messages.ts'

export type Curve = OutputOf<typeof reportCurve>
type Kept = OutputOf<typeof analysisList>['list'][number]

interface Chosen {
  tool: string
  axis: string
  parameters: Parameters
}

/** A curve, the tools that fit its axis, their parameters, and what they find. */
export function Workbench({ fileId, series, curve }: { fileId: number; series: number; curve: Curve }) {
  const [chosen, setChosen] = useState<Chosen>({ tool: '', axis: '', parameters: {} })
  const measured = useMemo(() => {
    const { label, x, y, xLabel, yLabel } = curve
    return { label, x, y, xLabel, yLabel }
  }, [curve])
  const [asked, setAsked] = useState<Chosen>()
  const { tools, broken, ran, busy, restart } = useAnalysis(measured, asked)
  const fitting = tools ? toolsOf(tools, chosen.axis || curve.xLabel) : []
  const tool = fitting.find(({ key }) => key === chosen.tool) ?? fitting[0]
  const wanted = tool && { ...chosen, tool: tool.key }
  if (wanted && JSON.stringify(wanted) !== JSON.stringify(asked)) setAsked(wanted)
  const current = ran && tool && ran.asked.tool === tool.key ? ran : undefined
  const result = current?.analysed?.result ?? undefined
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
        <AnalysisFigure curve={curve} axis={chosen.axis} result={result} />
      </Card>
      <div className={css.columns}>
        <Card title="分析">
          {broken && !tools ? (
            <ErrorState onRetry={restart}>分析程序未能加载，请检查网络后重试</ErrorState>
          ) : !tool || !tools ? (
            <Skeleton lines={3} height={56} label="正在加载分析程序" />
          ) : (
            <div className="stack">
              <ToolChoice curve={curve} fitting={fitting} tool={tool} chosen={chosen} onChosen={setChosen} />
              <ParameterForm
                key={tool.key}
                specs={tool.parameters}
                given={chosen.parameters}
                onGiven={(parameters) => setChosen({ ...chosen, tool: tool.key, parameters })}
              />
            </div>
          )}
        </Card>
        <Card title="结果">
          <p className={css.suggestion}>{suggestion}。</p>
          <ResultView analysed={current?.analysed} busy={busy} broken={broken} onRetry={restart} />
          {tool && current && (
            <SaveBar
              fileId={fileId}
              series={series}
              curve={curve}
              tool={tool}
              asked={current.asked}
              result={busy ? undefined : result}
            />
          )}
        </Card>
      </div>
      <Card title="这条曲线的分析">
        <KeptAnalyses
          fileId={fileId}
          series={series}
          onOpen={(kept) => setChosen(openedFrom(kept))}
          empty={<p className={css.hint}>还没有保存的分析。满意时点“保存分析”，以后可按相同参数重新打开。</p>}
        />
      </Card>
    </>
  )
}

function openedFrom({ tool, axis, parameters }: Kept): Chosen {
  return { tool, axis, parameters }
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
  curve: Curve
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

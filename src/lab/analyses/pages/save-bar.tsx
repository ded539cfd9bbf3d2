import { useState } from 'react'
import type { AnalysisResult, Parameters } from '../../../core/analysis/tool-rules.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { fileName } from '../../../ui/chart/save-figure.ts'
import { saveAs } from '../../../ui/inputs/save-file.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { analysisAdd, analysisList } from '../contract.ts'
import { analysisLimits } from '../rules.ts'
import { analysisText } from '../text-rules.ts'
import css from './analysis.module.css'
import type { Ran } from './use-analysis.ts'
import type { ToolFacts } from './worker-messages.ts'
import type { ShownCurve } from './shown-curve.ts'

interface Props {
  fileId: number
  series: number
  curve: ShownCurve
  tool: ToolFacts
  asked: Ran['asked']
  /** Undefined: there is nothing to keep, or not yet. */
  result: AnalysisResult | undefined
}

/** Keeps the shown analysis, or gives it as text. */
export function SaveBar({ fileId, series, curve, tool, asked, result }: Props) {
  const [note, setNote] = useState('')
  const add = useAct(analysisAdd, { refreshes: [analysisList] })
  const parameters: Parameters = Object.fromEntries(
    tool.parameters.map(({ key, initial }) => [key, asked.parameters[key] ?? initial]),
  )
  const text = () =>
    result === undefined
      ? ''
      : analysisText({
          source: curve,
          series,
          tool,
          axis: asked.axis,
          parameters,
          result: { ...result, toolTitle: tool.title, curve: { ...curve, points: curve.x.length } },
          note,
          madeAt: shanghaiTime(new Date()),
        })
  const save = async () => {
    const kept = await add.run({
      fileId,
      series,
      tool: tool.key,
      // The contract names the meanings; the choice on the page offers only these.
      axis: asked.axis as '',
      parameters: { ...parameters },
      note,
    })
    if (!kept) return
    setNote('')
    toast.success('分析已保存')
  }
  return (
    <div className={css.save}>
      <Field label="备注">
        <TextInput value={note} onValue={setNote} maxLength={analysisLimits.note} />
      </Field>
      <span className="cluster">
        <Button variant="primary" disabled={!result} busy={add.busy} onClick={() => void save()}>
          保存分析
        </Button>
        <CopyButton size="m" text={text} disabled={!result}>
          复制文字
        </CopyButton>
        <Button
          icon="download"
          disabled={!result}
          onClick={() =>
            saveAs(`${fileName(`${curve.fileName.replace(/\.[^.]+$/, '')}-${tool.title}`)}.txt`, text(), 'text/plain')
          }
        >
          下载文字
        </Button>
      </span>
    </div>
  )
}

import { useState } from 'react'
import { planEdit, planList } from '../../plans/contract.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { type DraftSample, fitSamples } from '../../samples/draft-rules.ts'
import {
  checkSamples,
  type EntryIssue,
  entryFormLabels,
  formsFor,
  type SampleDemand,
  type SampleEntry,
} from '../../samples/entry-rules.ts'
import { PasteDialog } from '../../samples/paste-dialog.tsx'
import { SampleGrid } from '../../samples/sample-grid.tsx'
import { type PastedSample, parseSampleSheet, toSampleSheet } from '../../samples/sheet-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CountButtons } from '../count-buttons.tsx'
import { DataStep } from '../data-step.tsx'
import { demandOf } from '../demand-rules.ts'
import { orderLimits } from '../../orders/rules.ts'
import { type PlanItem, useWizard } from '../use-wizard.tsx'
import { SampleWarnings } from '../sample-warnings.tsx'
import { WizardStep } from '../wizard-step.tsx'

export const meta = () => [{ title: '样品信息 · 明析科测' }]

export default function Step2() {
  const { lines } = useWizard()
  return lines[0]?.serviceType === 3 ? <DataStep /> : <SampleStep />
}

function SampleStep() {
  const { lines, data, set } = useWizard()
  const [tried, setTried] = useState(false)
  const [pasting, setPasting] = useState<PlanItem>()
  const resize = useAct(planEdit, { refreshes: [planList] })
  const demands = lines.map(demandOf)
  const entries = fitSamples(data.samples, demands)
  const issues = tried ? faultsIn(entries, demands) : []
  const store = (next: SampleEntry[]) => set({ samples: next as unknown as DraftSample[] })
  const change = (planId: number, own: SampleEntry[]) => {
    store(
      demands.flatMap((demand) =>
        demand.planId === planId ? own : entries.filter((entry) => entry.planId === demand.planId),
      ),
    )
  }
  const check = () => {
    setTried(true)
    const sound = faultsIn(entries, demands).length === 0
    // Rows beyond the count are kept, since the plan may be about to grow to the pasted number. Readers take only as many as are ordered.
    if (sound && entries.length >= data.samples.length) store(entries)
    if (!sound) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus())
    }
    return sound
  }
  const setCount = async (line: PlanItem, count: number, rows?: SampleEntry[]) => {
    // Stored before the plan changes, so that the rows exist when the grid grows.
    if (rows) change(line.id, rows)
    const { id, parameters, urgent } = line
    await resize.run({ id, parameters, urgent, sampleCount: count })
  }
  const fill = (line: PlanItem, pasted: readonly PastedSample[], from: number): SampleEntry[] => {
    const own = entries.filter((entry) => entry.planId === line.id)
    const filled = pasted.map((sample, i) => ({
      ...sample,
      planId: line.id,
      ownNo: sample.ownNo || (own[from + i]?.ownNo ?? String(from + i + 1)),
    }))
    return [...own.slice(0, from), ...filled, ...own.slice(from + filled.length)]
  }
  const apply = (line: PlanItem, pasted: PastedSample[], sized: boolean) => {
    setPasting(undefined)
    if (sized) void setCount(line, pasted.length, fill(line, pasted, 0))
    else change(line.id, fill(line, pasted, 0).slice(0, line.count))
  }
  return (
    <WizardStep step={2} title="样品信息" sub="每个检测项目单独分装样品；自编号在本单内不能重复" check={check}>
      {issues[0] && (
        <p role="alert" style={{ color: 'var(--danger)', fontWeight: 600 }}>
          还有 {issues.length} 处需要修改：{issues[0].message}
        </p>
      )}
      {lines.map((line) => {
        const demand = demands.find(({ planId }) => planId === line.id) as SampleDemand
        const own = entries.filter((entry) => entry.planId === line.id)
        const start = entries.findIndex((entry) => entry.planId === line.id)
        const here = issues.flatMap((issue) =>
          issue.row !== undefined && issue.row >= start && issue.row < start + own.length
            ? [{ ...issue, row: issue.row - start }]
            : [],
        )
        return (
          <Card
            key={line.id}
            title={`${line.name}（${line.count} 个）`}
            actions={
              <div className="cluster">
                <Button size="s" onClick={() => setPasting(line)}>
                  从 Excel 粘贴
                </Button>
                <CopyButton text={toSampleSheet(own)}>复制为表格</CopyButton>
              </div>
            }
          >
            <div className="stack" style={{ '--gap': 'var(--space-12)' } as React.CSSProperties}>
              <Requirements demand={demand} />
              <SampleGrid
                demand={demand}
                entries={own}
                issues={here}
                onChange={(next) => change(line.id, next)}
                onPasteRows={(text, from) => {
                  const { samples, issues: problems } = parseSampleSheet(text, formsFor(demand)[0] ?? 'powder')
                  change(line.id, fill(line, samples, from).slice(0, line.count))
                  if (problems[0]) toast.error(`第 ${problems[0].row} 行：${problems[0].message}`)
                  else toast.success(`已填入 ${Math.min(samples.length, line.count - from)} 个样品`)
                }}
              />
              <SampleWarnings demand={demand} entries={own} />
              {!line.agreed && (
                <CountButtons
                  unit="一个样品"
                  count={line.count}
                  busy={resize.busy}
                  onCount={(count) => void setCount(line, count)}
                />
              )}
            </div>
          </Card>
        )
      })}
      {pasting && (
        <PasteDialog
          projectName={pasting.name}
          sampleCount={pasting.count}
          defaultForm={formsFor(demandOf(pasting))[0] ?? 'powder'}
          onClose={() => setPasting(undefined)}
          onApply={(samples, sized) => apply(pasting, samples, sized)}
        />
      )}
    </WizardStep>
  )
}

/** The errors that prevent ordering these samples. */
function faultsIn(entries: readonly SampleEntry[], demands: readonly SampleDemand[]): EntryIssue[] {
  const found = checkSamples(entries, demands)
  if (entries.length <= orderLimits.mostSamples) return found
  return [...found, { field: 'planId', message: '一个订单最多 99 个样品，请分开下单' }]
}

/** What the project requires for each sample form it accepts. */
function Requirements({ demand }: { demand: SampleDemand }) {
  const accepted = demand.requirements.filter((requirement) => requirement.accepted)
  if (accepted.length === 0) return null
  return (
    <ul role="list" style={{ color: 'var(--ink-500)', fontSize: 'var(--text-14)' }}>
      {accepted.map(({ form, least, size, refused }) => (
        <li key={form}>
          {entryFormLabels[form]}：{[least, size, refused && `不收${refused}`].filter(Boolean).join('，') || '可送'}
        </li>
      ))}
    </ul>
  )
}

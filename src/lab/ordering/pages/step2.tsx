import { startTransition, useCallback, useRef, useState } from 'react'
import { planEdit, planList } from '../../plans/contract.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { type DraftSample, fitSamples } from '../../samples/entry/draft-rules.ts'
import {
  checkSamples,
  type EntryIssue,
  entryFormLabels,
  formsFor,
  type SampleDemand,
  type SampleEntry,
} from '../../samples/entry/entry-rules.ts'
import { PasteDialog } from '../../samples/entry/paste-dialog.tsx'
import { SampleGrid, type SampleGridProps } from '../../samples/entry/sample-grid.tsx'
import { type PastedSample, parseSampleSheet, toSampleSheet } from '../../samples/entry/sheet-rules.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
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
  const { lines, data } = useWizard()
  const [tried, setTried] = useState(false)
  const [pasting, setPasting] = useState<PlanItem>()
  const demands = lines.map(demandOf)
  const entries = fitSamples(data.samples, demands)
  const faults = faultsIn(entries, demands)
  const issues = tried ? faults : faults.filter(isPasted)
  const { change, setCount, paste, apply, checked, busy } = useSamples(lines)
  return (
    <WizardStep
      step={2}
      title="样品信息"
      sub="每个检测项目单独分装样品；自编号在本单内不能重复"
      check={() => {
        setTried(true)
        return checked()
      }}
    >
      {tried && issues[0] && (
        <p role="alert" style={{ color: 'var(--danger)', fontWeight: 600 }}>
          还有 {issues.length} 处需要修改：{issues[0].message}
        </p>
      )}
      {lines.map((line) => {
        const demand = demandOf(line)
        const own = entries.filter((entry) => entry.planId === line.id)
        return (
          <Card
            key={line.id}
            title={`${line.name}（${line.count} 个）`}
            actions={
              <div className="cluster">
                <Button size="s" onClick={() => setPasting(line)}>
                  从 Excel 粘贴
                </Button>
                <CopyButton text={() => toSampleSheet(own)}>复制为表格</CopyButton>
              </div>
            }
          >
            <div className="stack" style={{ '--gap': 'var(--space-12)' } as React.CSSProperties}>
              <Requirements demand={demand} />
              {line.consumed && <p>样品在检测中消耗，不能退回。</p>}
              <LineGrid
                line={line}
                entries={own}
                issues={issuesOf(
                  issues,
                  entries.findIndex((entry) => entry.planId === line.id),
                  own.length,
                )}
                onChange={change}
                onPaste={paste}
              />
              <SampleWarnings demand={demand} entries={own} />
              {!line.agreed && (
                <CountButtons
                  unit="一个样品"
                  count={line.count}
                  busy={busy}
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
          forms={formsFor(demandOf(pasting))}
          onClose={() => setPasting(undefined)}
          onApply={(samples, sized) => {
            setPasting(undefined)
            apply(pasting, samples, sized)
          }}
        />
      )}
    </WizardStep>
  )
}

interface LineGridProps {
  line: PlanItem
  entries: readonly SampleEntry[]
  issues: readonly EntryIssue[]
  onChange: (planId: number, edit: (own: SampleEntry[]) => SampleEntry[]) => void
  onPaste: (line: PlanItem, text: string, from: number) => void
}

function LineGrid({ line, entries, issues, onChange, onPaste }: LineGridProps) {
  const change = useCallback<SampleGridProps['onChange']>((edit) => onChange(line.id, edit), [line, onChange])
  const paste = useCallback((text: string, from: number) => onPaste(line, text, from), [line, onPaste])
  return <SampleGrid demand={demandOf(line)} entries={entries} issues={issues} onChange={change} onPasteRows={paste} />
}

/**
 * What can be done with the samples. `change` and `paste` stay the same functions. All of them begin with the draft as it is, not as it was
 * rendered: many rows are rendered after the next input.
 */
function useSamples(lines: readonly PlanItem[]) {
  const { set, now } = useWizard()
  const resize = useAct(planEdit, { refreshes: [planList] })
  const demands = useRef<SampleDemand[]>([])
  demands.current = lines.map(demandOf)
  const current = useCallback(() => fitSamples(now().samples, demands.current), [now])
  const store = useCallback((next: SampleEntry[]) => set({ samples: next as unknown as DraftSample[] }), [set])
  const change = useCallback<LineGridProps['onChange']>(
    (planId, edit) => {
      const before = current()
      store(
        demands.current.flatMap((demand) => {
          const own = before.filter((entry) => entry.planId === demand.planId)
          return demand.planId === planId ? edit(own) : own
        }),
      )
    },
    [current, store],
  )
  const paste = useCallback<LineGridProps['onPaste']>(
    (line, text, from) => {
      const { samples, issues } = parseSampleSheet(text, formsFor(demandOf(line)))
      startTransition(() => change(line.id, (own) => filled(line, own, samples, from).slice(0, line.count)))
      if (issues[0]) toast.error(`第 ${issues[0].row} 行：${issues[0].message}`)
      else toast.success(`已填入 ${Math.min(samples.length, line.count - from)} 个样品`)
    },
    [change],
  )
  const setCount = async ({ id, parameters, urgent }: PlanItem, count: number) => {
    await resize.run({ id, parameters, urgent, sampleCount: count })
  }
  const apply = (line: PlanItem, pasted: PastedSample[], sized: boolean) => {
    // Rows beyond the count are stored before the plan changes, so that they exist when the grid grows.
    startTransition(() =>
      change(line.id, (own) => {
        const rows = filled(line, own, pasted, 0)
        return sized ? rows : rows.slice(0, line.count)
      }),
    )
    if (sized) void setCount(line, pasted.length)
  }
  const checked = () => {
    const entries = current()
    const sound = faultsIn(entries, demands.current).length === 0
    // Rows beyond the count are kept, since the plan may be about to grow to the pasted number. Readers take only as many as are ordered.
    if (sound && entries.length >= now().samples.length) store(entries)
    if (!sound) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus())
    }
    return sound
  }
  return { change, paste, setCount, apply, checked, busy: resize.busy }
}

/** The rows of a line with pasted ones from this row on. */
function filled(
  line: PlanItem,
  own: readonly SampleEntry[],
  pasted: readonly PastedSample[],
  from: number,
): SampleEntry[] {
  const rows = pasted.map((sample, i) => ({
    ...sample,
    planId: line.id,
    ownNo: sample.ownNo || (own[from + i]?.ownNo ?? String(from + i + 1)),
  }))
  return [...own.slice(0, from), ...rows, ...own.slice(from + rows.length)]
}

/** The issues with the samples of one line, counted from its first row. */
function issuesOf(issues: readonly EntryIssue[], start: number, count: number): EntryIssue[] {
  return issues.flatMap((issue) =>
    issue.row !== undefined && issue.row >= start && issue.row < start + count
      ? [{ ...issue, row: issue.row - start }]
      : [],
  )
}

/** The errors that prevent ordering these samples. */
function faultsIn(entries: readonly SampleEntry[], demands: readonly SampleDemand[]): EntryIssue[] {
  const found = checkSamples(entries, demands)
  if (entries.length <= orderLimits.mostSamples) return found
  return [...found, { field: 'planId', message: '一个订单最多 99 个样品，请分开下单' }]
}

/** Faults that only pasted rows can have; they are marked at once, because nobody would look for them. */
function isPasted({ field }: EntryIssue): boolean {
  return field === 'form' || field === 'storage'
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

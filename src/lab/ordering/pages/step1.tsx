import { EditLineDialog } from '../../plans/edit-line-dialog.tsx'
import { ParameterSummary } from '../../plans/parameter-summary.tsx'
import { validityLabels } from '../../plans/rules.ts'
import { useState } from 'react'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { LineAmount } from '../../plans/line-amount.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { serviceTypeLabels } from '../../samples/service-rules.ts'
import { type PlanItem, useWizard } from '../use-wizard.tsx'
import { WizardStep } from '../wizard-step.tsx'
import { workingDays } from '../../../core/settings/opening-hours/days-rules.ts'

export const meta = () => [{ title: '项目与参数 · 明析科测' }]

export default function Step1() {
  const { lines, data, set } = useWizard()
  const [edit, setEdit] = useState<PlanItem>()
  const leaveOut = (left: number) => {
    set({ planIds: data.planIds.filter((id) => id !== left) })
    // The button that was pressed goes with its line.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  const check = () => {
    const stale = lines.find((line) => line.validity !== 'valid')
    if (stale) toast.error(`「${stale.name}」${validityLabels[stale.validity]}`)
    return stale === undefined
  }
  return (
    <WizardStep step={1} title="项目与参数" sub="核对要做的测试，提交后参数变更请联系客户经理" check={check}>
      {lines.map((line, index) => (
        <Card
          key={line.id}
          title={`${index + 1}. ${line.name}`}
          actions={
            <div className="cluster">
              {/* A line agreed as a demand is changed on the page of demands. */}
              {line.agreed ? (
                <ButtonLink size="s" to="/experiment/demand">
                  查看需求<span className="visually-hidden"> {line.name}</span>
                </ButtonLink>
              ) : (
                <Button size="s" onClick={() => setEdit(line)}>
                  修改<span className="visually-hidden"> {line.name}</span>
                </Button>
              )}
              {lines.length > 1 && (
                <Button size="s" variant="quiet" onClick={() => leaveOut(line.id)}>
                  移出本单<span className="visually-hidden"> {line.name}</span>
                </Button>
              )}
            </div>
          }
        >
          <div className="stack" style={{ '--gap': 'var(--space-12)' } as React.CSSProperties}>
            <div className="cluster">
              <Tag>{serviceTypeLabels[line.serviceType]}</Tag>
              <Tag>{line.count} 个样品</Tag>
              <Tag>{workingDays(line.days)}</Tag>
              {line.urgent && <Tag tone="warn">加急</Tag>}
              {line.consumed && <Tag tone="warn">样品将被消耗</Tag>}
              {line.validity !== 'valid' && <Tag tone="danger">{validityLabels[line.validity]}</Tag>}
            </div>
            <ParameterSummary described={line.described} />
            <p style={{ textAlign: 'end' }}>
              小计 <LineAmount item={line} />
            </p>
          </div>
        </Card>
      ))}
      {edit && <EditLineDialog item={edit} onClose={() => setEdit(undefined)} />}
    </WizardStep>
  )
}

import type { ReactNode } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import { formatFen } from '../../platform/money.ts'
import { WizardShell } from '../../ui/shell/wizard-shell.tsx'
import { PageTitle } from '../../ui/layout/page-header.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { stepLabels, stepsDone } from './step-state.ts'
import { useCoupons } from './use-coupons.ts'
import { useWizard } from './use-wizard.tsx'

export interface WizardStepProps {
  /** 1 to 6. */
  step: number
  title: string
  sub?: ReactNode
  /** Checks the step; false prevents going on. */
  check?: () => boolean
  next?: { label?: string; onClick: () => void; busy?: boolean; disabled?: boolean }
  children: ReactNode
}

/** Frame of one step: the list of steps at the top, price and navigation in the bar at the bottom. */
export function WizardStep({ step, title, sub, check, next, children }: WizardStepProps) {
  const navigate = useNavigate()
  const wizard = useWizard()
  const { lines } = wizard
  const { netFen, discountFen } = useCoupons({ wanted: false })
  const done = stepsDone(wizard.data, lines, Math.max(step, wizard.reached))
  const goOn = async () => {
    if (check && !check()) return
    if (await wizard.keep(step + 1)) navigate(`/experiment/step${step + 1}`)
  }
  const save = async () => {
    if (await wizard.keep(step)) toast.success('草稿已保存，可在其他设备上继续')
  }
  if (lines.length === 0) {
    return (
      <div className="page" style={{ paddingBlock: 'var(--space-24)' }}>
        <PageTitle>{title}</PageTitle>
        <EmptyState
          title="还没有选择要下单的项目"
          icon="flask"
          action={{ label: '去实验方案选择', to: '/experiment/plan' }}
        >
          在实验方案中勾选项目后即可下单。
        </EmptyState>
      </div>
    )
  }
  return (
    <WizardShell
      steps={stepLabels(lines[0]?.serviceType ?? 1).map((label, i) => ({
        label,
        done: done[i] ?? false,
        to: i < step - 1 ? `/experiment/step${i + 1}` : undefined,
      }))}
      current={step - 1}
      totalFen={netFen ?? undefined}
      totalNote={noteOf(netFen, discountFen)}
      onSave={() => void save()}
      saving={wizard.saving}
      savedText={wizard.savedText}
      next={next ?? { onClick: () => void goOn(), busy: wizard.saving }}
      back={{ to: step === 1 ? '/experiment/plan' : `/experiment/step${step - 1}` }}
    >
      {/* The next step is opened by a button, which no page is read ahead for. */}
      {step < 6 && <PrefetchPageLinks page={`/experiment/step${step + 1}`} />}
      <div className="stack">
        <div>
          <PageTitle>{title}</PageTitle>
          {sub && <p style={{ color: 'var(--ink-500)' }}>{sub}</p>}
        </div>
        {children}
      </div>
    </WizardShell>
  )
}

function noteOf(netFen: number | null, discountFen: number): string {
  if (netFen === null) return '含待报价项目，客户经理报价后确认'
  return discountFen > 0 ? `预估费用，已优惠 ${formatFen(discountFen)}` : '预估费用，以实际检测结算'
}

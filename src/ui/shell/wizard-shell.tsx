import { type ReactNode, useRef } from 'react'
import { Button, ButtonLink } from '../inputs/button.tsx'
import { Money } from '../text/money.tsx'
import { type Step, Steps } from '../layout/steps.tsx'
import { useStickyBottom } from './sticky-bottom.ts'
import css from './wizard-shell.module.css'

export type WizardShellProps = {
  steps?: readonly Step[]
  /** Counts from 0. */
  current: number
  /** The running total; without it the space stays empty. */
  totalFen?: number
  totalNote?: ReactNode
  onSave?: () => void
  saving?: boolean
  /** A status such as 草稿已保存 14:05. */
  savedText?: string
  /** A link, an action, or (with neither) the submit button of the form with id `form`. */
  next?: { label?: string; to?: string; onClick?: () => void; form?: string; busy?: boolean; disabled?: boolean }
  back?: { label?: string; to: string }
  children: ReactNode
}

/** The frame of the order wizard: steps above, and a bar with the total and the next button that stays visible below. */
export function WizardShell({
  steps,
  current,
  totalFen,
  totalNote,
  onSave,
  saving,
  savedText,
  next,
  back,
  children,
}: WizardShellProps) {
  const bar = useRef<HTMLDivElement>(null)
  useStickyBottom(bar)
  return (
    <>
      <div className={`page ${css.shell}`}>
        {steps && (
          <div className={css.head}>
            <Steps steps={steps} current={current} label="下单步骤" />
          </div>
        )}
        {children}
      </div>
      <div ref={bar} role="region" aria-label="合计与操作" className={css.bar}>
        <div className={`page ${css.row}`}>
          <div className={css.total}>
            {totalFen !== undefined && (
              <>
                合计{' '}
                <span className={css.amount} aria-live="polite">
                  <Money fen={totalFen} price />
                </span>
              </>
            )}
            {totalNote && <div className={css.note}>{totalNote}</div>}
          </div>
          <span role="status" className={css.note}>
            {savedText}
          </span>
          {back && <ButtonLink to={back.to}>{back.label ?? '上一步'}</ButtonLink>}
          {onSave && (
            <Button onClick={onSave} busy={saving}>
              保存草稿
            </Button>
          )}
          {next && <Next {...next} />}
        </div>
      </div>
    </>
  )
}

function Next({ label = '下一步', to, onClick, form, busy, disabled }: NonNullable<WizardShellProps['next']>) {
  if (to && !disabled)
    return (
      <ButtonLink variant="cta" to={to} onClick={onClick}>
        {label}
      </ButtonLink>
    )
  return (
    <Button
      variant="cta"
      type={onClick || to ? 'button' : 'submit'}
      form={form}
      onClick={onClick}
      busy={busy}
      aria-disabled={disabled}
    >
      {label}
    </Button>
  )
}

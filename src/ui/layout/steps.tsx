import { cx } from '../text/class-names.ts'
import { SmartLink } from '../text/link.tsx'
import css from './steps.module.css'

export type Step = {
  label: string
  /** The path where a finished step can be changed. */
  to?: string
  done?: boolean
}

/** The progress in a sequence; `current` counts from 0. On a phone only the current step shows its name. */
export function Steps({ steps, current, label = '步骤' }: { steps: readonly Step[]; current: number; label?: string }) {
  return (
    <nav aria-label={label}>
      <p className={css.progress} aria-hidden="true">
        第 {current + 1}/{steps.length} 步：{steps[current]?.label}
      </p>
      <ol role="list" className={css.steps}>
        {steps.map((step, index) => {
          const done = step.done ?? index < current
          const content = (
            <span className={css.text}>
              {step.label}
              {done && index !== current && <span className="visually-hidden">（已完成）</span>}
            </span>
          )
          return (
            <li
              key={step.label}
              aria-current={index === current ? 'step' : undefined}
              className={cx(css.step, done && css.done, index === current && css.current)}
            >
              {step.to && index !== current ? <SmartLink to={step.to}>{content}</SmartLink> : <span>{content}</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

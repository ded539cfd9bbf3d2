import { useState } from 'react'
import { groupNames } from '../../../people/customers/rules.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { workingDays } from '../../../core/settings/opening-hours/days-rules.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { MoneyInput, NumberInput, Select } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { priceGroups } from '../../catalogue/prices/price-rules.ts'
import {
  requirementOf,
  type SampleForm,
  sampleFormLabels,
  sampleForms,
} from '../../catalogue/requirements/requirement-rules.ts'
import type { guideMethods } from '../contract.ts'
import { type BudgetLine, mostPlannedSamples, planBudget } from '../rules.ts'
import css from './choose.module.css'

type Question = OutputOf<typeof guideMethods>
type Method = Question['methods'][number]

/** The methods that answer a question, with what each needs and costs for so many samples, and what a budget pays for. */
export function Methods({ question: { methods } }: { question: Question }) {
  const [form, setForm] = useState<SampleForm | ''>('')
  const [count, setCount] = useState(1)
  const [group, setGroup] = useState<(typeof priceGroups)[number]>('institute')
  const [budgetFen, setBudgetFen] = useState<number>()
  const [left, setLeft] = useState<readonly number[]>([])
  if (methods.length === 0)
    return (
      <EmptyState title="能回答的项目暂时都已下架" icon="search" action={{ label: '查看服务项目', to: '/project' }} />
    )
  const accepts = (method: Method) => form === '' || requirementOf(method.requirements, form)?.accepted === true
  const chosen = methods.filter((method) => accepts(method) && !left.includes(method.project.rid))
  const plan = planBudget(
    chosen.map(({ project }) => project),
    { group, sampleCount: count, budgetFen },
  )
  return (
    <>
      <div role="group" aria-label="样品与预算" className={css.wishes}>
        <Field label="样品形态">
          <Select
            value={form}
            onValue={setForm}
            options={[
              { value: '', label: '不限' },
              ...sampleForms.map((value) => ({ value, label: sampleFormLabels[value] })),
            ]}
          />
        </Field>
        <Field label="样品数">
          <NumberInput
            value={count}
            onValue={(wanted) => setCount(Math.min(mostPlannedSamples, Math.max(1, Math.trunc(wanted ?? 1) || 1)))}
            unit="个"
          />
        </Field>
        <Field label="客户类型">
          <Select
            value={group}
            onValue={setGroup}
            options={priceGroups.map((value) => ({ value, label: groupNames[value] }))}
          />
        </Field>
        <Field label="预算" hint="不填则不限">
          <MoneyInput value={budgetFen} onValue={(fen) => setBudgetFen(fen || undefined)} />
        </Field>
      </div>
      <ul role="list" className={css.methods}>
        {methods.map((method) => (
          <MethodCard
            key={method.project.rid}
            method={method}
            form={form}
            line={plan.lines.find(({ rid }) => rid === method.project.rid)}
            onChosen={(on) =>
              setLeft((rids) => (on ? rids.filter((rid) => rid !== method.project.rid) : [...rids, method.project.rid]))
            }
            accepted={accepts(method)}
          />
        ))}
      </ul>
      <p role="status" className={css.total}>
        {plan.lines.length === 0 ? (
          '还没有选中的方法'
        ) : (
          <>
            {`${plan.lines.filter(({ state }) => state === 'fits').length} 项方法，${count} 个样品，约 `}
            <strong>
              <Money fen={plan.totalFen} />
            </strong>
            {plan.leftFen !== undefined && (
              <>
                ，预算余 <Money fen={plan.leftFen} />
              </>
            )}
            {plan.lines.some(({ state }) => state === 'quote') && '，另有项目需报价'}
          </>
        )}
      </p>
      <p className={css.note}>按默认参数估算，不含加急；下单时以所选参数的价格为准。</p>
    </>
  )
}

interface CardProps {
  method: Method
  form: SampleForm | ''
  /** Undefined when the method is not chosen. */
  line: BudgetLine | undefined
  accepted: boolean
  onChosen: (on: boolean) => void
}

function MethodCard({ method, form, line, accepted, onChosen }: CardProps) {
  const { answers, limits, project, consumed } = method
  return (
    <li className={css.method}>
      <div className={css.what}>
        <h2>
          <SmartLink to={`/detail/${project.rid}`}>{project.name}</SmartLink>
        </h2>
        <p>{answers}</p>
        {limits && <p className={css.quiet}>局限：{limits}</p>}
        <p className="cluster">
          <Tag>{workingDays(project.days)}</Tag>
          <Tag tone={consumed ? 'warn' : 'ok'}>{consumed ? '消耗样品' : '样品可寄回'}</Tag>
        </p>
        <Needs method={method} form={form} />
      </div>
      <div className={css.costs}>
        <Checkbox value={line !== undefined} disabled={!accepted} onValue={onChosen}>
          列入预算<span className="visually-hidden">：{project.name}</span>
        </Checkbox>
        {line && <Cost line={line} />}
        <ButtonLink size="s" to={`/detail/${project.rid}#order`} aria-label={`选择参数：${project.name}`}>
          选择参数
        </ButtonLink>
      </div>
    </li>
  )
}

/** What the method needs of the chosen form, or of each form that it takes. */
function Needs({ method: { requirements }, form }: Pick<CardProps, 'method' | 'form'>) {
  if (form !== '') {
    const needed = requirementOf(requirements, form)
    if (!needed) return <p className={css.quiet}>{`${sampleFormLabels[form]}：请先咨询`}</p>
    if (!needed.accepted)
      return <p className={css.refused}>{`不接收${sampleFormLabels[form]}${needed.note ? `：${needed.note}` : ''}`}</p>
  }
  const accepted = sampleForms
    .filter((each) => form === '' || each === form)
    .flatMap((each) => requirementOf(requirements, each) ?? [])
    .filter((each) => each.accepted)
  return (
    <ul role="list" className={css.needs}>
      {accepted.map(({ form: each, least, size }) => (
        <li key={each}>
          <span className={css.quiet}>{sampleFormLabels[each]}</span>{' '}
          {[least, size].filter(Boolean).join('，') || '接收'}
        </li>
      ))}
    </ul>
  )
}

function Cost({ line: { amountFen, state, samples } }: { line: BudgetLine }) {
  if (amountFen === null) return <p className={css.quiet}>需报价</p>
  return (
    <p className={css.amount}>
      <Money fen={amountFen} />
      {state === 'less' && <span className={css.refused}>{`预算够 ${samples} 个样品`}</span>}
      {state === 'none' && <span className={css.refused}>超出预算</span>}
    </p>
  )
}

import { type KeyboardEvent, useState } from 'react'
import { type CustomerGroup, groupNames } from '../../people/customers/rules.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Checkbox } from '../../ui/inputs/choice.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { NumberInput, Select } from '../../ui/inputs/input.tsx'
import type { ParameterForm as Form } from '../catalogue/forms/form-rules.ts'
import { ParameterForm } from '../catalogue/forms/parameter-form.tsx'
import { PriceBreakdown } from '../catalogue/prices/price-breakdown.tsx'
import { type PriceRule, priceOf } from '../catalogue/prices/price-rules.ts'
import { useParameters } from '../catalogue/forms/use-parameters.tsx'
import css from './form-editing.module.css'

/** The form as customers see it, with the price it gives; both by the functions that the storefront and the server use. */
export function TryOut({ form, rule }: { form: Form; rule: PriceRule }) {
  // A remount gives the initial values again.
  const [round, setRound] = useState(0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in a text would submit the form around it
    <section aria-label="试填" className={css.tryOut} onKeyDown={keepEnter}>
      <div className={css.tryHead}>
        <h2>试填</h2>
        <Button size="s" icon="refresh" onClick={() => setRound(round + 1)}>
          恢复初始值
        </Button>
      </div>
      <Trial key={round} form={form} rule={rule} />
    </section>
  )
}

function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

function Trial({ form, rule }: { form: Form; rule: PriceRule }) {
  const parameters = useParameters(form)
  const [group, setGroup] = useState<CustomerGroup>('institute')
  const [sampleCount, setSampleCount] = useState(1)
  const [urgent, setUrgent] = useState(false)
  const [answer, setAnswer] = useState('')
  const { values, check } = parameters
  const price = priceOf({ rule, form, values, group, sampleCount, urgent })
  return (
    <>
      <div className={css.grid}>
        <Field label="客户类型">
          <Select
            value={group}
            onValue={setGroup}
            options={(Object.keys(groupNames) as CustomerGroup[]).map((value) => ({
              value,
              label: groupNames[value],
            }))}
          />
        </Field>
        <Field label="样品数">
          <NumberInput value={sampleCount} onValue={(count) => setSampleCount(count ?? 1)} />
        </Field>
      </div>
      <Checkbox value={urgent} onValue={setUrgent}>
        加急
      </Checkbox>
      <ParameterForm form={form} parameters={parameters} rule={rule} group={group} />
      <p className="cluster">
        <Button
          size="s"
          onClick={() =>
            void check().then((result) => setAnswer(result.ok ? '填写正确，可以提交' : '填写有误，见各项提示'))
          }
        >
          检查填写
        </Button>
        <span role="status">{answer}</span>
      </p>
      <PriceBreakdown price={price} />
    </>
  )
}

import { Checkbox, RadioGroup } from '../../ui/inputs/choice.tsx'
import { Field, type FieldState } from '../../ui/inputs/field.tsx'
import { NumberInput } from '../../ui/inputs/input.tsx'
import type { ParameterForm } from '../catalogue/forms/form-rules.ts'
import type { PriceRule } from '../catalogue/prices/price-rules.ts'
import css from './form-editing.module.css'
import { noMoney, ratedRule } from './field-edit-rules.ts'
import { AddOnRows, GroupMoney, RateRows } from './price-rows.tsx'
import { TryOut } from './try-out.tsx'

interface EditorProps {
  at: (path: string) => FieldState
  path: string
  form: ParameterForm
  rule: PriceRule
  /** False: this person sees prices and cannot change them. */
  mayEdit: boolean
}

/** The price rule of a project, with a try-out at the side. Amounts are typed in yuan for each type of customer. */
export function PriceEditor({ at, path, form, rule, mayEdit }: EditorProps) {
  const state = at(path)
  const part = { at, path, form, rule }
  return (
    <div className={css.columns}>
      <fieldset disabled={!mayEdit} className={css.prices}>
        <legend className="visually-hidden">计价</legend>
        {!mayEdit && <p role="note">价格由客户经理修改；您可以在参数里引用已有的收费。</p>}
        <RadioGroup
          aria-label="计价"
          name={`${path}.kind.choice`}
          value={rule.kind}
          options={[
            { value: 'rated', label: '按下面的规则计价' },
            { value: 'quote', label: '全部由客户经理报价' },
          ]}
          onValue={(kind) => kind !== rule.kind && state.set(kind === 'quote' ? { kind } : ratedRule())}
        />
        {rule.kind === 'rated' && (
          <>
            <Field
              label="计价方式"
              as="group"
              hint="第一种是默认的；参数里的选项可以改用其他的"
              of={at(`${path}.rates`)}
            >
              <RateRows {...part} rates={rule.rates} />
            </Field>
            <Field label="附加收费" as="group" hint="由参数里的选项或填写触发" of={at(`${path}.addOns`)}>
              <AddOnRows {...part} addOns={rule.addOns} />
            </Field>
            <OptionalMoney {...part} name="leastChargeFen" label="最低收费" hint="整行不足此金额时补足" />
            <OptionalMoney {...part} name="startUpFen" label="开机费" hint="每行收一次" />
            <Field label="加急价（%）" of={at(`${path}.urgentPercent`)} hint="150 表示 1.5 倍；不填则加急需要报价">
              <NumberInput unit="%" />
            </Field>
          </>
        )}
      </fieldset>
      <TryOut form={form} rule={rule} />
    </div>
  )
}

function OptionalMoney({
  at,
  path,
  name,
  label,
  hint,
}: {
  at: EditorProps['at']
  path: string
  name: 'leastChargeFen' | 'startUpFen'
  label: string
  hint: string
}) {
  const state = at(`${path}.${name}`)
  const isOn = state.value !== undefined && state.value !== null
  return (
    <Field label={label} as="group" hint={hint} of={state}>
      <Checkbox
        name={`${path}.${name}.on`}
        value={isOn}
        onValue={(checked) => state.set(checked ? noMoney : undefined)}
      >
        收取
      </Checkbox>
      {isOn && <GroupMoney at={at} path={`${path}.${name}`} />}
    </Field>
  )
}

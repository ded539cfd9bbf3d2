import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormRow, type ZodForm } from '../../../ui/form.tsx'
import { MoneyInput, NumberInput } from '../../../ui/input.tsx'
import type { clusterSetLimits } from '../contract.ts'
import { MAX_PROJECT_LIMITS } from '../rules.ts'

type LimitForm = ZodForm<typeof clusterSetLimits.input>

/** What a member may spend. An empty field sets no limit. */
export function LimitFields({ form }: { form: LimitForm }) {
  const rows = form.values.projectLimits ?? []
  const setRows = (next: Partial<(typeof rows)[number]>[]) => form.set('projectLimits', next)
  return (
    <>
      <FormRow>
        <Field label="每月额度" of={form.at('monthLimitFen')} hint="不填为不限；按自然月计算">
          <MoneyInput />
        </Field>
        <Field label="超过此金额需审批" of={form.at('approvalAboveFen')} hint="不填为无需审批；填 0 为每单审批">
          <MoneyInput />
        </Field>
      </FormRow>
      {rows.map((_, place) => (
        // Rows have no other identity: two may hold the same text while they are typed.
        <FormRow key={place}>
          <Field
            label={`检测项目编号 ${place + 1}`}
            of={form.at(`projectLimits.${place}.rid`)}
            required
            hint="项目详情页网址中的编号"
          >
            <NumberInput inputMode="numeric" />
          </Field>
          <Field label="该项目每月额度" of={form.at(`projectLimits.${place}.limitFen`)} required>
            <MoneyInput />
          </Field>
          <Button
            variant="quiet"
            size="s"
            icon="trash"
            onClick={() => setRows(rows.filter((_row, at) => at !== place))}
          >
            删除
          </Button>
        </FormRow>
      ))}
      {rows.length < MAX_PROJECT_LIMITS && (
        <div>
          <Button variant="quiet" size="s" icon="plus" onClick={() => setRows([...rows, {}])}>
            按检测项目设置额度
          </Button>
        </div>
      )}
    </>
  )
}

import { useContext } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FormRow, type ZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput } from '../../../ui/inputs/input.tsx'
import type { clusterSetLimits } from '../contract.ts'
import { MAX_PROJECT_LIMITS } from '../rules.ts'
import { ProjectPartsContext } from './project-parts.ts'

type LimitForm = ZodForm<typeof clusterSetLimits.input>

/** What a member may spend. An empty field sets no limit. */
export function LimitFields({ form }: { form: LimitForm }) {
  const rows = form.values.projectLimits ?? []
  const { Names, Select } = useContext(ProjectPartsContext)
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
      <Names rids={rows.flatMap(({ rid }) => rid ?? [])}>
        {(nameOf) =>
          rows.map(({ rid = 0 }, place) => (
            <FormRow key={rid}>
              <Field label={`${nameOf(rid)} 每月额度`} of={form.at(`projectLimits.${place}.limitFen`)} required>
                <MoneyInput />
              </Field>
              <Button
                variant="quiet"
                size="s"
                icon="trash"
                aria-label={`删除 ${nameOf(rid)} 的额度`}
                onClick={() => setRows(rows.filter((_row, at) => at !== place))}
              >
                删除
              </Button>
            </FormRow>
          ))
        }
      </Names>
      {rows.length < MAX_PROJECT_LIMITS && (
        <Select
          label="按检测项目设置额度"
          onPick={(rid) => {
            if (!rows.some((row) => row.rid === rid)) setRows([...rows, { rid }])
          }}
        />
      )}
    </>
  )
}

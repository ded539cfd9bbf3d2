import { RuleList } from '../../../core/settings/rule-list.tsx'
import { PREVIEW_FEN, RulePreview } from '../../../core/settings/rule-preview.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput, TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type RuleItem, staffPointRuleDrop, staffPointRules, staffPointRuleSave } from '../staff-contract.ts'
import { orderPoints, type PointRule } from '../rules.ts'
import { PointsNav } from './points-nav.tsx'

export const meta = () => [{ title: '积分规则 · 明析科测' }]

export default function ConsolePointRules() {
  const { may } = useStaff()
  const read = useCall(staffPointRules, {})
  const drop = useAct(staffPointRuleDrop, { refreshes: [staffPointRules] })
  return (
    <div className="stack">
      <PageHeader title="积分" sub="规则从生效日期起执行；已发放的积分按发放时的规则到期" />
      <PointsNav here="/console/points/rules" />
      <Loaded of={read}>
        {(data) => (
          <>
            <RuleList
              rules={data.list}
              today={data.today}
              mayChange={may('points.rules')}
              onDrop={(from) => drop.submit({ from })}
              words={linesOf}
            />
            {may('points.rules') && <RuleForm data={data} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

const linesOf = ({ lines }: RuleItem) => (
  <ul style={{ margin: 0, paddingInlineStart: '1.25em' }}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

function pointsEarned(rule: PointRule | undefined): string {
  return rule ? `${orderPoints(rule, PREVIEW_FEN)} 积分` : '没有生效的规则，不产生积分'
}

const fresh = {
  perHundredYuan: 100,
  evaluationPoints: 50,
  claimPoints: 500,
  validMonths: 24,
  transferMost: 1000,
  transferMostPerMonth: 3000,
  reminderDays: 30,
}

function RuleForm({ data }: { data: OutputOf<typeof staffPointRules> }) {
  const save = useAct(staffPointRuleSave, { refreshes: [staffPointRules] })
  const [latest] = data.list
  const { lines: _, state: _state, ...kept } = latest ?? { lines: [], state: 'past', ...fresh, from: '' }
  const form = useZodForm({
    schema: staffPointRuleSave.input,
    initial: { ...kept, from: '' },
    onSubmit: async (input) => {
      await save.submit(input)
      toast.success(`规则已保存，${input.from} 起生效`)
      form.reset({ ...input, from: '' })
    },
  })
  return (
    <Card title="新规则">
      <Form form={form} aria-label="新规则">
        <FormRow>
          <Field label="生效日期" of={form.at('from')} required hint="从明天起；第一条规则可以从今天起">
            <TextInput type="date" min={data.today} />
          </Field>
          <Field label="有效期" of={form.at('validMonths')} required hint="自获得当月起，到期月份最后一天失效">
            <NumberInput unit="个月" />
          </Field>
          <Field label="到期提醒" of={form.at('reminderDays')} required hint="到期前多少天提醒">
            <NumberInput unit="天" />
          </Field>
        </FormRow>
        <FormRow>
          <Field label="每消费 100 元" of={form.at('perHundredYuan')} required>
            <NumberInput unit="积分" />
          </Field>
          <Field label="评价通过" of={form.at('evaluationPoints')} required>
            <NumberInput unit="积分" />
          </Field>
          <Field label="论文致谢" of={form.at('claimPoints')} required>
            <NumberInput unit="积分" />
          </Field>
        </FormRow>
        <FormRow>
          <Field label="每次转赠上限" of={form.at('transferMost')} required hint="0 为不能转赠">
            <NumberInput unit="积分" />
          </Field>
          <Field label="每月转赠上限" of={form.at('transferMostPerMonth')} required>
            <NumberInput unit="积分" />
          </Field>
        </FormRow>
        <RulePreview
          rules={data.list as PointRule[]}
          today={data.today}
          schema={staffPointRuleSave.input}
          draft={form.values}
          earns={pointsEarned}
        />
        <FormActions>
          <Button type="submit" variant="primary" busy={form.busy}>
            保存规则
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

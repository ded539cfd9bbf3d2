import { RuleList } from '../../../core/settings/rule-list.tsx'
import { PREVIEW_FEN, RulePreview } from '../../../core/settings/rule-preview.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, NumberInput, TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { formatFen } from '../../../platform/money.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffInviteRuleDrop, staffInviteRules, staffInviteRuleSave } from '../contract.ts'
import { inviteReward, type InviteRule } from '../rules.ts'

/** The rules of invitations by the day from which they are in force. */
export function InviteRulesDialog({ onClose }: { onClose: () => void }) {
  const { may } = useStaff()
  const read = useCall(staffInviteRules, {})
  const drop = useAct(staffInviteRuleDrop, { refreshes: [staffInviteRules] })
  return (
    <FormDialog open onClose={onClose} title="邀请奖励规则" size="l">
      <Loaded of={read}>
        {(data) => (
          <div className="stack">
            <RuleList
              rules={data.rules}
              today={data.today}
              mayChange={may('invite.rules')}
              onDrop={(from) => drop.submit({ from })}
              words={(rule) =>
                `邀请人 ${rule.inviterPoints} 积分，好友 ${rule.friendPoints} 积分；首单实付满 ${formatFen(rule.leastFen)}，付清 ${rule.windowDays} 天后发放`
              }
            />
            {may('invite.rules') && <RuleForm data={data} />}
          </div>
        )}
      </Loaded>
    </FormDialog>
  )
}

function rewardText(rule: InviteRule | undefined): string {
  const reward = rule && inviteReward(rule, PREVIEW_FEN)
  if (!reward) return rule ? '未达首单最低金额，不奖励' : '没有生效的规则，不奖励'
  return `作为好友首单：邀请人 ${reward.inviterPoints} 积分，好友 ${reward.friendPoints} 积分`
}

function RuleForm({ data }: { data: OutputOf<typeof staffInviteRules> }) {
  const save = useAct(staffInviteRuleSave, { refreshes: [staffInviteRules] })
  const latest = data.rules.at(-1)
  const form = useZodForm({
    schema: staffInviteRuleSave.input,
    initial: { inviterPoints: 0, friendPoints: 0, leastFen: 0, windowDays: 7, ...latest, from: '' },
    onSubmit: async (input) => {
      await save.submit(input)
      toast.success(`规则已保存，${input.from} 起生效`)
      form.reset({ ...input, from: '' })
    },
  })
  return (
    <Form form={form} aria-label="新规则">
      <FormRow>
        <Field label="生效日期" of={form.at('from')} required hint="从明天起；同一天的规则会被替换">
          <TextInput type="date" min={data.today} />
        </Field>
        <Field label="等待天数" of={form.at('windowDays')} required hint="付清后多少天发放">
          <NumberInput unit="天" />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="邀请人得" of={form.at('inviterPoints')} required>
          <NumberInput unit="积分" />
        </Field>
        <Field label="好友得" of={form.at('friendPoints')} required>
          <NumberInput unit="积分" />
        </Field>
        <Field label="首单至少实付" of={form.at('leastFen')} required>
          <MoneyInput />
        </Field>
      </FormRow>
      <RulePreview
        rules={data.rules}
        today={data.today}
        schema={staffInviteRuleSave.input}
        draft={form.values}
        earns={rewardText}
      />
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存规则
        </Button>
      </FormActions>
    </Form>
  )
}

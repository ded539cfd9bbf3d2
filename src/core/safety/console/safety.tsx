import { z } from 'zod'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { settingSchemas } from '../../settings/rules.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { safetyLimits, safetyRead, safetySeen } from '../contract.ts'
import { limitFaults } from '../rules.ts'
import { SignOutAll } from './sign-out-all.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '安全告警 · 明析科测' }]

type Safety = OutputOf<typeof safetyRead>

/** Signs of misuse, and the limits from which an alarm is raised. */
export default function ConsoleSafety() {
  const safety = useCall(safetyRead, {}, { refetchSeconds: 60 })
  return (
    <div className="stack">
      <PageHeader
        title="安全告警"
        sub="短信用量与个人信息访问达到限额时在此提醒管理员，登录凭证泄露时在此结束所有人的登录"
      />
      <Loaded of={safety}>
        {(data) => (
          <>
            <Recipients count={data.recipients} />
            <Alarms alarms={data.alarms} />
            <Limits {...data} />
            <SignOutAll />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Warns that nobody receives the alarms. */
function Recipients({ count }: { count: number }) {
  if (count > 0) return <p>新的告警会同时发邮件给 {count} 个地址（管理员的工作邮箱和系统配置的告警邮箱）。</p>
  return (
    <p role="note">
      <StageBadge tone="warn">告警不会发到任何邮箱</StageBadge> 请在
      <SmartLink to="/console/staff">员工与角色</SmartLink>中填写管理员的工作邮箱。
    </p>
  )
}

function Alarms({ alarms }: Pick<Safety, 'alarms'>) {
  const seen = useAct(safetySeen, { refreshes: [safetyRead], onDone: () => toast.success('已标记为处理') })
  if (alarms.length === 0)
    return (
      <EmptyState title="没有告警" icon="check" action={{ label: '查看员工与角色', to: '/console/staff' }}>
        短信用量接近上限、有人集中查看客户信息时，会列在这里。
      </EmptyState>
    )
  return (
    <Table
      caption="安全告警"
      hideCaption
      rows={alarms}
      rowKey={(row) => String(row.id)}
      columns={[
        { key: 'kind', header: '类型', rowHeader: true, render: (row) => row.kindName },
        { key: 'text', header: '内容', render: (row) => row.text },
        { key: 'times', header: '次数', render: (row) => <span className="num">{row.times}</span> },
        { key: 'at', header: '最近', render: (row) => <span className="num">{minuteText(row.lastAt)}</span> },
        {
          key: 'mail',
          header: '邮件',
          render: ({ mailsSent, mailsFailed }) =>
            mailsFailed > 0 ? (
              <StageBadge tone="danger">{mailsFailed} 封未送达</StageBadge>
            ) : mailsSent > 0 ? (
              `已发 ${mailsSent} 封`
            ) : (
              '—'
            ),
        },
        {
          key: 'state',
          header: '状态',
          render: (row) =>
            row.seenAt ? (
              <StageBadge tone="ok">{row.seenBy} 已处理</StageBadge>
            ) : (
              <Button size="s" onClick={() => void seen.run({ id: row.id })} aria-label={`标记已处理：${row.text}`}>
                标记已处理
              </Button>
            ),
        },
      ]}
    />
  )
}

const form = z
  .object({ ...settingSchemas.smsLimits.shape, ...settingSchemas.personalReads.shape })
  .superRefine((limits, check) => {
    for (const { field, message } of limitFaults(limits)) check.addIssue({ code: 'custom', path: [field], message })
  })

function Limits({ smsLimits, personalReads }: Safety) {
  const act = useAct(safetyLimits, { refreshes: [safetyRead], onDone: () => toast.success('限额已保存，立即生效') })
  const limits = useZodForm({
    schema: form,
    initial: { ...smsLimits, ...personalReads },
    onSubmit: ({ perHour, perDay, ...sms }) =>
      act.submit({ smsLimits: sms, personalReads: { perHour, perDay } }).then(() => undefined),
  })
  return (
    <Card title="限额">
      <Form form={limits} aria-label="限额">
        <FormRow>
          <Field label="全站每天验证码短信" of={limits.at('perDayInAll')} required hint="用到八成提醒，用完停发">
            <NumberInput unit="条" />
          </Field>
          <Field label="同一地址每天" of={limits.at('perAddressPerDay')} required hint="过半后需要安全验证">
            <NumberInput unit="条" />
          </Field>
          <Field label="同一地址每10分钟" of={limits.at('perAddressPerTenMinutes')} required>
            <NumberInput unit="条" />
          </Field>
        </FormRow>
        <FormRow>
          <Field label="每人每小时查看完整个人信息" of={limits.at('perHour')} required hint="按不同客户计算">
            <NumberInput unit="人" />
          </Field>
          <Field label="每人每天查看完整个人信息" of={limits.at('perDay')} required>
            <NumberInput unit="人" />
          </Field>
        </FormRow>
        <FormActions>
          <Button type="submit" variant="primary" busy={limits.busy}>
            保存限额
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

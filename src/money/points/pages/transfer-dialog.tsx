import { useNavigate } from 'react-router'
import { CodeField } from '../../../people/sign-in/codes/code-field.tsx'
import { LoginFormBox, useLoginForm } from '../../../people/sign-in/dialog/login-form.tsx'
import { placedCode } from '../../../people/sign-in/sign-in-rules.ts'
import { send } from '../../../platform/client/transport.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { countText } from '../../../ui/index/count-text.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { NumberInput, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  integrationCode,
  integrationInit,
  integrationList,
  integrationTransfer,
  integrationTransfers,
} from '../contract.ts'
import { transferFault, type TransferValues } from '../transfers/transfer-rules.ts'

type Own = OutputOf<typeof integrationInit>

export function TransferDialog({ own, onClose }: { own: Own; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="转赠积分" size="s">
      <TransferForm own={own} onClose={onClose} />
    </Dialog>
  )
}

function TransferForm({ own, onClose }: { own: Own; onClose: () => void }) {
  const navigate = useNavigate()
  const transfer = useAct(integrationTransfer, {
    refreshes: [integrationInit, integrationList, integrationTransfers],
    quiet: true,
  })
  const initial: TransferValues = { phone: '', points: undefined, code: '' }
  const form = useLoginForm({
    initial,
    check: (values) => transferFault(values, own),
    placed: { ...placedCode, transferToSelf: 'phone', overTransferMost: 'points', overTransferMonth: 'points' },
    submit: async ({ phone, points, code }) => {
      const { toPhone, answerBy } = await transfer.submit({ phone, points: points ?? 0, code: code.trim() })
      toast.success(`已转赠给 ${toPhone}，对方须在 ${answerBy} 前领取`)
      onClose()
      void navigate('/member/integral?tab=transfers')
    },
  })
  return (
    <LoginFormBox form={form} label="转赠积分">
      <p>积分先从您的账户扣除，对方登录后领取；7 天内未领取则退回。积分的到期日不变。</p>
      <Field label="对方手机号" of={form.at('phone')} required>
        <TextInput inputMode="tel" autoComplete="off" maxLength={20} />
      </Field>
      <Field
        label="积分"
        of={form.at('points')}
        required
        hint={`可用 ${countText(own.balance)}，本次最多 ${countText(own.transferMost)}，本月还可转赠 ${countText(own.transferLeft)}`}
      >
        <NumberInput unit="积分" />
      </Field>
      <CodeField
        form={form}
        clock="points"
        label={`短信验证码（${own.phone}）`}
        fault={undefined}
        request={() => send(integrationCode, {})}
      />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        确认转赠
      </Button>
    </LoginFormBox>
  )
}

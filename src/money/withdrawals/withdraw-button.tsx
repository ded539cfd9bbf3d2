import { useState } from 'react'
import { CodeField } from '../../people/sign-in/codes/code-field.tsx'
import { LoginFormBox, useLoginForm } from '../../people/sign-in/dialog/login-form.tsx'
import { placedCode } from '../../people/sign-in/sign-in-rules.ts'
import { send } from '../../platform/client/transport.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { MoneyInput, Select, TextInput } from '../../ui/inputs/input.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Money } from '../../ui/text/money.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { prestoreApplyInit, prestoreList } from '../prestore/contract.ts'
import { withdrawAdd, withdrawCode, withdrawInit, withdrawList, withdrawUpdate4user } from './contract.ts'
import { payoutFault, requestFault, type RequestValues, type WithdrawalSource, withdrawalSources } from './rules.ts'

type Info = OutputOf<typeof withdrawInit>

/** Opens the request of a withdrawal from this source; without a payout account that is asked for first. `note` is shown above the amount. */
export function WithdrawButton({ source = 'prestore', note }: Pick<DialogProps, 'source' | 'note'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        提现
      </Button>
      {open && <WithdrawDialog source={source} note={note} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DialogProps {
  source?: WithdrawalSource
  note?: string | undefined
  onClose: () => void
}

function WithdrawDialog({ source = 'prestore', note, onClose }: DialogProps) {
  const info = useCall(withdrawInit, {})
  const [changing, setChanging] = useState(false)
  const needsAccount = info.data?.account === null
  return (
    <Dialog open onClose={onClose} title={needsAccount || changing ? '收款账户' : '申请提现'} size="s">
      <Loaded of={info}>
        {(data) =>
          data.account === null || changing ? (
            <AccountForm info={data} onSaved={() => setChanging(false)} />
          ) : (
            <RequestForm info={data} from={source} note={note} onChange={() => setChanging(true)} onDone={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

function AccountForm({ info, onSaved }: { info: Info; onSaved: () => void }) {
  const save = useAct(withdrawUpdate4user, { refreshes: [withdrawInit], quiet: true })
  const form = useLoginForm({
    initial: { holder: info.account?.holder ?? '', bank: info.account?.bank ?? '', account: '', code: '' },
    check: payoutFault,
    placed: placedCode,
    submit: async ({ code, ...to }) => {
      await save.submit({ ...to, code: code.trim() })
      toast.success('收款账户已保存')
      onSaved()
    },
  })
  return (
    <LoginFormBox form={form} label="收款账户">
      <p>提现将汇入此账户。为保护资金安全，设置或修改需要验证手机 {info.phone}。</p>
      <Field label="收款户名" of={form.at('holder')} required>
        <TextInput autoComplete="name" maxLength={80} />
      </Field>
      <Field label="开户银行" of={form.at('bank')} required hint="写到支行，如“中国银行无锡滨湖支行”">
        <TextInput maxLength={80} />
      </Field>
      <Field label="收款账号" of={form.at('account')} required>
        <TextInput inputMode="numeric" autoComplete="off" maxLength={40} />
      </Field>
      <CodeField form={form} clock="withdraw" fault={undefined} request={() => send(withdrawCode, {})} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        保存收款账户
      </Button>
    </LoginFormBox>
  )
}

interface RequestProps {
  info: Info
  from: WithdrawalSource
  note: string | undefined
  onChange: () => void
  onDone: () => void
}

function RequestForm({ info, from, note, onChange, onDone }: RequestProps) {
  const refreshes = [withdrawInit, withdrawList, prestoreApplyInit, prestoreList]
  const add = useAct(withdrawAdd, { refreshes, quiet: true })
  const initial: RequestValues = { source: from, amountFen: undefined, code: '' }
  const form = useLoginForm({
    initial,
    check: (values) => requestFault(values, availableOf(info, values.source)),
    placed: { ...placedCode, notEnough: 'amountFen' },
    submit: async ({ source, amountFen, code }) => {
      await add.submit({ source, amountFen: amountFen ?? 0, code: code.trim() })
      toast.success('提现申请已提交，打款后会通知您')
      onDone()
    },
  })
  const { source } = form.values
  return (
    <LoginFormBox form={form} label="申请提现">
      {note && <p>{note}</p>}
      {(info.rebateFen > 0 || from === 'rebate') && (
        <Field label="提现来源" of={form.at('source')}>
          <Select options={Object.entries(withdrawalSources).map(([value, label]) => ({ value, label }))} />
        </Field>
      )}
      <p>
        可提现的{withdrawalSources[source]} <Money fen={availableOf(info, source)} />
        ，汇入 {info.account?.holder} {info.account?.bank} <span className="num">{info.account?.account}</span>{' '}
        <Button variant="quiet" size="s" onClick={onChange}>
          修改收款账户
        </Button>
      </p>
      <Field label="提现金额" of={form.at('amountFen')} required hint="提交后金额即时冻结，审核通过前可以撤销">
        <MoneyInput />
      </Field>
      <CodeField
        form={form}
        clock="withdraw"
        label={`短信验证码（${info.phone}）`}
        fault={undefined}
        request={() => send(withdrawCode, {})}
      />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        提交提现申请
      </Button>
    </LoginFormBox>
  )
}

function availableOf(info: Info, source: WithdrawalSource): number {
  return source === 'prestore' ? info.prestoreFen : info.rebateFen
}

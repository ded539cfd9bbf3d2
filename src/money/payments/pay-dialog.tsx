import { useState } from 'react'
import type { Call, OutputOf } from '../../platform/contract/call.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { RadioGroup } from '../../ui/inputs/choice.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import type { Option } from '../../ui/inputs/input.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Money } from '../../ui/text/money.tsx'
import { formatFen } from '../../platform/money.ts'
import { TransferClaim, type TransferTarget } from '../prestore/claims/claim-form.tsx'
import { prestoreApplyInit, prestoreList } from '../prestore/contract.ts'
import { type PayAnswer, payCreate, payWays } from './contract.ts'
import css from './pay-dialog.module.css'
import type { PayMethod, PayRequest } from './rules.ts'
import { Waiting } from './waiting.tsx'

interface Props {
  request: PayRequest
  /** Calls whose answers change with the payment. */
  refreshes?: readonly Call[]
  onClose: () => void
  onPaid?: () => void
  /** A bank transfer was claimed; finance matches it. */
  onClaimed?: () => void
}

type Ways = OutputOf<typeof payWays>
type Way = PayMethod | 'transfer'

/** Pays something: from the balance, through a channel, or by a bank transfer that finance matches. */
export function PayDialog({ request, refreshes = [], onClose, onPaid, onClaimed }: Props) {
  const ways = useCall(payWays, { kind: request.kind, no: request.no }, { alwaysAsk: true })
  // What is paid has no ways any more; topping up has.
  const stale = [...refreshes, ...(request.kind === 'prestore' ? [payWays] : []), prestoreApplyInit, prestoreList]
  const [step, setStep] = useState<'choose' | 'transfer' | PayAnswer>('choose')
  const paid = () => {
    onPaid?.()
    onClose()
  }
  const title = step === 'choose' ? '确认付款' : step === 'transfer' ? '银行转账付款' : waitingTitle(step)
  return (
    <FormDialog open onClose={onClose} title={title} size={step === 'transfer' ? 'm' : 's'}>
      <Loaded of={ways}>
        {(data) =>
          step === 'transfer' ? (
            <TransferClaim
              target={targetOf(request, data)}
              refreshes={stale}
              onClose={onClose}
              onSaved={() => onClaimed?.()}
            />
          ) : step === 'choose' ? (
            <Choose
              request={request}
              ways={data}
              refreshes={stale}
              onTransfer={() => setStep('transfer')}
              onRefused={() => void ways.refetch()}
              onAnswer={(answer) => (answer.paid ? paid() : setStep(answer))}
            />
          ) : (
            <Waiting
              key={step.paymentNo}
              first={step}
              request={request}
              refreshes={stale}
              onPaid={paid}
              onBack={() => setStep('choose')}
              onClose={onClose}
            />
          )
        }
      </Loaded>
    </FormDialog>
  )
}

function waitingTitle({ codeUrl }: PayAnswer): string {
  return codeUrl ? '扫码付款' : '等待付款'
}

function targetOf({ kind, no }: PayRequest, { due }: Ways): TransferTarget | undefined {
  return kind === 'prestore' || !due ? undefined : { kind, no, ...due }
}

interface ChooseProps {
  request: PayRequest
  ways: Ways
  refreshes: Call[]
  onTransfer: () => void
  /** The balance or the amount may be another by now. */
  onRefused: () => void
  onAnswer: (answer: PayAnswer) => void
}

function Choose({ request, ways, refreshes, onTransfer, onRefused, onAnswer }: ChooseProps) {
  const amountFen = ways.due?.amountFen ?? request.amountFen ?? 0
  const shortFen = amountFen - ways.balanceFen
  const options = optionsFor(request, ways, shortFen)
  const [chosen, setChosen] = useState<Way | undefined>()
  const way = chosen ?? options.find(({ disabled }) => !disabled)?.value ?? 'transfer'
  const pay = useAct(payCreate, { refreshes, quiet: true, onDone: onAnswer })
  const send = () => {
    if (way === 'transfer') return onTransfer()
    void pay.run({ ...request, method: way, ...sceneFor(ways, way) }).then((answer) => answer ?? onRefused())
  }
  return (
    <div className={css.stack}>
      <dl className={css.sum}>
        <div>
          <dt>付款内容</dt>
          <dd>{ways.due?.about ?? '预存充值'}</dd>
        </div>
        <div>
          <dt>应付金额</dt>
          <dd className={css.amount}>
            <Money fen={amountFen} price />
          </dd>
        </div>
      </dl>
      <Field label="支付方式" as="group">
        <RadioGroup cards options={options} value={way} onValue={setChosen} />
      </Field>
      {pay.error && (
        <p role="alert" className={css.fault}>
          {pay.error.message}
        </p>
      )}
      <Button variant="primary" wide busy={pay.busy} onClick={send}>
        {labels[way]}
      </Button>
    </div>
  )
}

const labels: Record<Way, string> = {
  prestore: '从预存余额支付',
  wechatpay: '用微信支付',
  alipay: '用支付宝支付',
  transfer: '查看转账账户',
}

const notes: Record<'wechatpay' | 'alipay', string> = { wechatpay: '微信扫一扫', alipay: '支付宝扫码或网页' }

function optionsFor({ kind }: PayRequest, { balanceFen, channels }: Ways, shortFen: number): Option<Way>[] {
  const balance: Option<Way> = {
    value: 'prestore',
    label: '预存余额',
    disabled: shortFen > 0,
    note: shortFen > 0 ? `余额 ${formatFen(balanceFen)}，还差 ${formatFen(shortFen)}` : `余额 ${formatFen(balanceFen)}`,
  }
  return [
    ...(kind === 'prestore' ? [] : [balance]),
    ...channels.map(({ method, label }): Option<Way> => ({ value: method, label, note: notes[method] })),
    { value: 'transfer', label: '银行转账', note: '财务核对到账后入账' },
  ]
}

/** A phone opens the channel's page where there is one, because it cannot scan its own screen. */
function sceneFor({ channels }: Ways, method: PayMethod): { scene?: 'qr' | 'page'; phone?: boolean } {
  if (method === 'prestore') return {}
  const scenes = channels.find((channel) => channel.method === method)?.scenes ?? []
  const phone = window.matchMedia('(pointer: coarse) and (max-width: 48rem)').matches
  const scene = phone && scenes.includes('page') ? 'page' : (scenes.find((each) => each === 'qr') ?? scenes[0] ?? 'qr')
  return { scene, phone }
}

import { useState } from 'react'
import { formatFen } from '../../platform/money.ts'
import { useCall } from '../../platform/client/use-call.ts'
import type { Call, OutputOf } from '../../platform/contract/call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { MoneyInput } from '../../ui/inputs/input.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { payWays } from './contract.ts'
import css from './pay-dialog.module.css'
import { PayDialog } from './pay-dialog.tsx'

/** Adds money to the balance through a channel. The button is absent while no channel is configured. */
export function TopUp({ refreshes = [] }: { refreshes?: readonly Call[] }) {
  const ways = useCall(payWays, { kind: 'prestore' })
  const [step, setStep] = useState<'amount' | number>()
  if (!ways.data || ways.data.channels.length === 0) return null
  const close = () => setStep(undefined)
  return (
    <>
      <Button variant="primary" icon="wallet" onClick={() => setStep('amount')}>
        在线充值
      </Button>
      {step === 'amount' && (
        <Dialog open onClose={close} title="在线充值" size="s">
          <Loaded of={ways}>{({ topUp }) => <Amount {...topUp} onNext={setStep} />}</Loaded>
        </Dialog>
      )}
      {typeof step === 'number' && (
        <PayDialog
          request={{ kind: 'prestore', no: '', amountFen: step }}
          refreshes={refreshes}
          onClose={close}
          onPaid={() => toast.success('充值成功，已计入余额')}
          onClaimed={() => toast.success('申请已提交，核对到账后会通知您')}
        />
      )}
    </>
  )
}

function Amount({
  leastFen,
  mostFen,
  quickFen,
  onNext,
}: OutputOf<typeof payWays>['topUp'] & {
  onNext: (amountFen: number) => void
}) {
  const [amountFen, setAmountFen] = useState<number>()
  const [tried, setTried] = useState(false)
  const fits = amountFen !== undefined && amountFen >= leastFen && amountFen <= mostFen
  const bounds = `${formatFen(leastFen)} 至 ${formatFen(mostFen)}`
  return (
    <form
      noValidate
      className={css.stack}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (fits) onNext(amountFen)
      }}
    >
      <Field label="充值金额" required hint={bounds} error={tried && !fits ? `请填写 ${bounds} 之间的金额` : undefined}>
        <MoneyInput value={amountFen ?? null} onValue={setAmountFen} />
      </Field>
      {quickFen.length > 0 && (
        <div className={css.quick} role="group" aria-label="常用金额">
          {quickFen.map((fen) => (
            <Button key={fen} size="s" onClick={() => setAmountFen(fen)}>
              {formatFen(fen).replace('.00', '')}
            </Button>
          ))}
        </div>
      )}
      <Button type="submit" variant="primary" wide>
        下一步
      </Button>
    </form>
  )
}

import { receivedList } from '../list-contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type Received, receivedAssign, receivedPayables } from '../received/received-contract.ts'
import css from './bank.module.css'

/** Assigns kept money: to a whole payment that the customer owes, or all of it to the balance. */
export function AssignDialog({ received, onClose }: { received: Received; onClose: () => void }) {
  const { id, version, restFen } = received
  const payables = useCall(receivedPayables, { id })
  const assign = useAct(receivedAssign, {
    refreshes: [receivedList, receivedPayables],
    onDone: () => {
      toast.success('已分配，客户的流水中可以看到')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={`分配到账 ${received.bankLine.serial}`} size="s">
      <div className="stack">
        <p>
          {received.customerName} {received.customerPhone}，剩余 <Money fen={restFen} price />
        </p>
        <Loaded of={payables}>
          {(data) => (
            <ul role="list" className={css.list}>
              {data.list.map((payable) => (
                <li key={payable.no} className={css.claim}>
                  <span className={css.top}>
                    <strong>{payable.no}</strong>
                    <Money fen={payable.amountFen} />
                  </span>
                  <span className={css.note}>{payable.about}</span>
                  <span className={css.acts}>
                    {payable.amountFen > restFen ? (
                      <span className={css.note}>到账不足以支付</span>
                    ) : (
                      <Button
                        size="s"
                        variant="primary"
                        busy={assign.busy}
                        aria-label={`用于支付 ${payable.no}`}
                        onClick={() => void assign.run({ id, version, to: payable.to, no: payable.no })}
                      >
                        用于支付
                      </Button>
                    )}
                  </span>
                </li>
              ))}
              <li className={css.claim}>
                <span className={css.top}>
                  <strong>预存余额</strong>
                  <Money fen={restFen} />
                </span>
                <span className={css.acts}>
                  <Button
                    size="s"
                    busy={assign.busy}
                    onClick={() => void assign.run({ id, version, to: 'prestore', amountFen: restFen })}
                  >
                    全部转入预存余额
                  </Button>
                </span>
              </li>
            </ul>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

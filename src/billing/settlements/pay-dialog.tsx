import { assetAll4num, assetInit } from './asset-contract.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money } from '../../ui/money.tsx'
import { prestoreApplyInit, prestoreList } from '../../money/prestore/contract.ts'
import { orderDetail, orderHistory } from '../../lab/orders/contract.ts'
import { payCreate } from '../../money/payments/contract.ts'
import { orderReady2pay, payPrepaid, settlementList } from './contract.ts'
import css from './pages/settlements.module.css'

export interface Payable {
  kind: 'settlement' | 'order'
  no: string
  amountFen: number
  /** What is paid, in words. */
  about: string
}

const refreshes = [
  orderReady2pay,
  payPrepaid,
  settlementList,
  assetInit,
  assetAll4num,
  prestoreApplyInit,
  prestoreList,
  orderDetail,
  orderHistory,
]

/** Shows amount and balance and pays from the balance. When the balance is too small, it links to prestoring. */
export function PayDialog({
  payable,
  onClose,
  onPaid,
}: {
  payable: Payable
  onClose: () => void
  onPaid?: () => void
}) {
  const assets = useCall(assetInit, {})
  const pay = useAct(payCreate, { refreshes, onDone: onPaid })
  const { kind, no, amountFen, about } = payable
  const shortFen = assets.data ? amountFen - assets.data.balanceFen : 0
  if (assets.data && shortFen <= 0)
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        onConfirm={() => pay.submit({ kind, no, method: 'prestore' })}
        title="确认付款"
        confirmLabel="从预存余额支付"
      >
        <PaySums about={about} balanceFen={assets.data.balanceFen} amountFen={amountFen} />
      </ConfirmDialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title="付款"
      size="s"
      footer={
        assets.data && (
          <>
            <Button onClick={onClose}>暂不付款</Button>
            <ButtonLink variant="primary" to="/member/prestore">
              去预存
            </ButtonLink>
          </>
        )
      }
    >
      <Loaded of={assets}>
        {({ balanceFen }) => (
          <>
            <PaySums about={about} balanceFen={balanceFen} amountFen={amountFen} />
            <p className={css.short} role="status">
              预存余额不足，还差 <Money fen={shortFen} />
              。预存到账后即可付款；微信支付与支付宝尚未开通。
            </p>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function PaySums({ about, balanceFen, amountFen }: { about: string; balanceFen: number; amountFen: number }) {
  const left = balanceFen - amountFen
  return (
    <dl className={css.sum}>
      <div>
        <dt>付款内容</dt>
        <dd>{about}</dd>
      </div>
      <div>
        <dt>应付金额</dt>
        <dd>
          <Money fen={amountFen} price />
        </dd>
      </div>
      <div>
        <dt>预存余额</dt>
        <dd>
          <Money fen={balanceFen} />
        </dd>
      </div>
      {left >= 0 && (
        <div>
          <dt>付款后余额</dt>
          <dd>
            <Money fen={left} />
          </dd>
        </div>
      )}
    </dl>
  )
}

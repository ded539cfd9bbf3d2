import { orderDetail, orderHistory } from '../../lab/orders/contract.ts'
import { PayDialog } from '../../money/payments/pay-dialog.tsx'
import type { PayRequest } from '../../money/payments/rules.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { assetAll4num, assetInit } from './asset-contract.ts'
import { orderReady2pay, payPrepaid, settlementList } from './contract.ts'

const refreshes = [orderReady2pay, payPrepaid, settlementList, assetInit, assetAll4num, orderDetail, orderHistory]

/** Pays a settlement or the prepayment of an order. */
export function OrderPayDialog({ request, onClose }: { request: PayRequest; onClose: () => void }) {
  return (
    <PayDialog
      request={request}
      refreshes={refreshes}
      onClose={onClose}
      onPaid={() => toast.success('付款成功')}
      onClaimed={() => toast.success('已提交，财务核对到账后自动付款并通知您')}
    />
  )
}

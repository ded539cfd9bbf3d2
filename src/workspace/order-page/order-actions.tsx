import { lazy, startTransition, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { userInfo } from '../../people/customers/person-contract.ts'
import { planList } from '../../lab/plans/contract.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { formatFen } from '../../platform/money.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import {
  orderAgreeRetest,
  orderDispute,
  orderRefuseRetest,
  orderRetest,
} from '../../lab/orders/closing/after-delivery-contract.ts'
import {
  orderAcceptQuote,
  orderAgain,
  orderCancel,
  orderConfirm,
  orderDetail,
  orderHistory,
  orderRefuseQuote,
} from '../../lab/orders/contract.ts'
import type { AgainState } from '../../lab/ordering/again/again-notice.tsx'
import { orderGroupApprove, orderGroupDecline } from '../../lab/orders/group-contract.ts'
import { HoldDialog } from '../../lab/orders/holds/hold-dialog.tsx'
import type { CustomerAction } from '../../lab/orders/rules.ts'
import { reportList } from '../../lab/reports/contract.ts'

/** Few visits of an order pay, so its script loads when somebody does: opened by a change that is not urgent (decision 0136). */
const OrderPayDialog = lazy(() =>
  import('../../billing/settlements/pay-dialog.tsx').then((module) => ({ default: module.OrderPayDialog })),
)

type Order = OutputOf<typeof orderDetail>

/** What a button and its confirmation say. With `reason`, the customer must write one. */
interface ActionTexts {
  label: string
  look: 'primary' | 'cta' | 'secondary' | 'quiet' | 'danger'
  title: string
  text: (order: Order) => string
  /** What is paid from the balance needs enough of it. */
  paysFromBalance?: (order: Order) => boolean
  confirm: string
  done: string
  reason?: string
  danger?: boolean
}

/** Without the answer to an exception, which has its own dialog. */
const actionTexts: Record<Exclude<CustomerAction, 'answer'>, ActionTexts> = {
  groupApprove: {
    label: '同意下单',
    look: 'cta',
    title: '同意下单',
    text: (order) =>
      order.amountFen === null
        ? '同意后由客户经理报价，接受报价时再占用课题组的额度。'
        : `订单金额 ${formatFen(order.amountFen)}，由课题组付款。同意后进入审核。`,
    confirm: '同意下单',
    done: '已同意下单',
  },
  groupDecline: {
    label: '不同意',
    look: 'secondary',
    title: '不同意下单',
    text: () => '订单将取消，占用的额度随即释放，成员会收到原因。',
    confirm: '不同意下单',
    done: '已取消该订单',
    reason: '原因',
    danger: true,
  },
  acceptQuote: {
    label: '接受报价',
    look: 'cta',
    title: '接受报价',
    text: (order) =>
      `报价 ${formatFen(order.quoteFen ?? 0)}${order.discountFen > 0 ? `，优惠 ${formatFen(order.discountFen)}，应付 ${formatFen(order.amountFen ?? 0)}` : ''}。${order.amountFen === 0 ? '本单免费，接受后无需签合同和付款，即可送样。' : { enterprise: '接受后请签订合同并全额预付。', individual: '接受后请完成预付。', institute: '接受后占用相应信用额度，即可送样。' }[order.group]}`,
    confirm: '接受报价',
    done: '已接受报价',
  },
  refuseQuote: {
    label: '退回报价',
    look: 'secondary',
    title: '退回报价',
    text: () => '客户经理将按您的意见重新报价。',
    confirm: '退回',
    done: '已退回，等待重新报价',
    reason: '退回原因',
  },
  confirm: {
    label: '确认完成',
    look: 'primary',
    title: '确认完成',
    text: () => '确认后进入结算，不能再申请复测或提出异议。',
    confirm: '确认完成',
    done: '订单已完成',
  },
  requestRetest: {
    label: '申请复测',
    look: 'secondary',
    title: '申请复测',
    text: () => '客户经理会答复是否复测。需要收费时，先由您在订单页面确认费用，确认前不会开始。处理期间确认期暂停。',
    confirm: '提交申请',
    done: '复测申请已提交',
    reason: '复测原因',
  },
  agreeRetest: {
    label: '确认复测费用',
    look: 'cta',
    title: '确认复测费用',
    text: (order) =>
      `复测费用 ${formatFen(order.retestOfferFen ?? 0)}。收费原因：${lastDetail(order)}。${order.group === 'institute' ? '确认后占用相应信用额度，与检测费用一并结算。' : '确认后从预存余额支付。'}确认后即开始复测。`,
    paysFromBalance: ({ group }) => group !== 'institute',
    confirm: '确认费用并复测',
    done: '已确认，开始复测',
  },
  refuseRetest: {
    label: '放弃复测',
    look: 'secondary',
    title: '放弃复测',
    text: () => '订单回到已交付，确认期按剩余时间继续，至少保留 1 天。对结果仍有疑问可以提出异议。',
    confirm: '放弃复测',
    done: '已放弃复测',
  },
  dispute: {
    label: '提出异议',
    look: 'quiet',
    title: '提出异议',
    text: () => '客户经理会核实并给出处理结果：复测、更正报告、减免费用或说明原因。处理期间确认期暂停。',
    confirm: '提交异议',
    done: '异议已提交',
    reason: '异议内容',
  },
  cancel: {
    label: '取消订单',
    look: 'secondary',
    title: '取消订单',
    text: () => '取消后不可恢复。已付款项退回预存账户，占用的信用额度同时释放。',
    confirm: '取消订单',
    done: '订单已取消',
    reason: '取消原因',
    danger: true,
  },
}

/** What the customer can do at this stage. A dialog explains each action and asks to confirm it. */
export function OrderActions({ order }: { order: Order }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<CustomerAction>()
  const [paying, setPaying] = useState(false)
  const act = useSubmits(order)
  const again = useAct(orderAgain, {
    refreshes: [planList, userInfo],
    onDone: ({ lines }) => {
      const { orderNo, serviceType } = order
      navigate('/experiment/plan', { state: { again: { orderNo, serviceType, lines } satisfies AgainState } })
    },
  })
  const texts = asked && asked !== 'answer' ? actionTexts[asked] : undefined
  return (
    <div className="cluster no-print">
      {order.stage === 'prepay' && (order.readOnly || !order.cluster) && (
        <Button variant="cta" onClick={() => startTransition(() => setPaying(true))}>
          去预付
        </Button>
      )}
      {(order.readOnly || !order.cluster) &&
        (order.contract?.state === 'to_sign' || order.contract?.state === 'sent_back') && (
          <ButtonLink variant="cta" to="/experiment/contract">
            去签合同
          </ButtonLink>
        )}
      {order.actions.map((action) => (
        <Button
          key={action}
          variant={action === 'answer' ? 'cta' : actionTexts[action].look}
          onClick={() => setAsked(action)}
        >
          {action === 'answer' ? '答复异常' : actionTexts[action].label}
        </Button>
      ))}
      {!order.readOnly && (
        <Button icon="refresh" busy={again.busy} onClick={() => void again.run({ orderNo: order.orderNo })}>
          再来一单
        </Button>
      )}
      <Suspense>
        {paying && <OrderPayDialog request={{ kind: 'order', no: order.orderNo }} onClose={() => setPaying(false)} />}
      </Suspense>
      {asked === 'answer' && <HoldDialog order={order} onClose={() => setAsked(undefined)} />}
      {asked && asked !== 'answer' && texts && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={texts.title}
          confirmLabel={texts.confirm}
          danger={texts.danger}
          reason={texts.reason ? { label: texts.reason, required: true, maxLength: 200 } : undefined}
          onConfirm={async ({ reason }) => {
            await act[asked](reason)
            toast.success(texts.done)
          }}
        >
          {texts.text(order)}
          {texts.paysFromBalance?.(order) && (
            <>
              余额不足时请先到 <SmartLink to="/member/prestore">预存款</SmartLink> 充值。
            </>
          )}
        </ConfirmDialog>
      )}
    </div>
  )
}

function useSubmits(order: Order): Record<Exclude<CustomerAction, 'answer'>, (reason: string) => Promise<unknown>> {
  const { orderNo, version, quoteVersion } = order
  // A report is in doubt while its order is tested again or disputed.
  const refreshes = [orderDetail, orderHistory, reportList]
  const approve = useAct(orderGroupApprove, { refreshes })
  const decline = useAct(orderGroupDecline, { refreshes })
  const accept = useAct(orderAcceptQuote, { refreshes })
  const refuse = useAct(orderRefuseQuote, { refreshes })
  const confirm = useAct(orderConfirm, { refreshes })
  const retest = useAct(orderRetest, { refreshes })
  const agreeRetest = useAct(orderAgreeRetest, { refreshes })
  const refuseRetest = useAct(orderRefuseRetest, { refreshes })
  const dispute = useAct(orderDispute, { refreshes })
  const cancel = useAct(orderCancel, { refreshes })
  return {
    groupApprove: () => approve.submit({ orderNo, version }),
    groupDecline: (reason) => decline.submit({ orderNo, version, reason }),
    acceptQuote: () => accept.submit({ orderNo, quoteVersion }),
    refuseQuote: (reason) => refuse.submit({ orderNo, version, reason }),
    confirm: () => confirm.submit({ orderNo, version }),
    requestRetest: (reason) => retest.submit({ orderNo, version, reason }),
    agreeRetest: () => agreeRetest.submit({ orderNo, version, feeFen: order.retestOfferFen ?? 0 }),
    refuseRetest: () => refuseRetest.submit({ orderNo, version }),
    dispute: (reason) => dispute.submit({ orderNo, version, reason }),
    cancel: (reason) => cancel.submit({ orderNo, version, reason }),
  }
}

function lastDetail(order: Order): string {
  return order.timeline.at(-1)?.detail ?? ''
}

import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Timeline } from '../../../ui/layout/timeline.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffPaymentList } from '../list-contract.ts'
import { channelLabels, outcomeLabels, payableLabels } from '../rules.ts'
import { type PaymentDetail, staffPaymentAsk, staffPaymentDetail } from '../staff-contract.ts'

/** One payment with what happened to it, what the channel reported, and the button that asks the channel again. */
export function PaymentDetailDialog({ paymentNo, onClose }: { paymentNo: string; onClose: () => void }) {
  const detail = useCall(staffPaymentDetail, { paymentNo }, { alwaysAsk: true })
  const { may } = useStaff()
  const ask = useAct(staffPaymentAsk, {
    refreshes: [staffPaymentDetail, staffPaymentList],
    onDone: ({ payment }) => toast.success(`渠道答复已处理，当前状态：${payment.stageLabel}`),
  })
  const refunds = may('refund.make') && detail.data && detail.data.payment.stage === 'paid'
  const asks = may('payment.ask') && detail.data && detail.data.payment.stage !== 'paid'
  return (
    <Dialog
      open
      onClose={onClose}
      title={`付款单 ${paymentNo}`}
      size="l"
      footer={
        asks ? (
          <Button variant="primary" icon="refresh" busy={ask.busy} onClick={() => void ask.run({ paymentNo })}>
            立即查询渠道
          </Button>
        ) : (
          refunds && <ButtonLink to={`/console/refunds?payment=${paymentNo}`}>办理退款</ButtonLink>
        )
      }
    >
      <Loaded of={detail}>{(data) => <Detail {...data} />}</Loaded>
    </Dialog>
  )
}

function Detail({ payment, history, notifies }: PaymentDetail) {
  return (
    <div className="stack">
      <DescriptionList
        items={[
          { term: '客户', value: `${payment.customerName} ${payment.customerPhone}` },
          { term: '渠道', value: channelLabels[payment.channel] },
          { term: '付款内容', value: `${payableLabels[payment.kind]} ${payment.payableNo}` },
          { term: '金额', value: <Money fen={payment.amountFen} /> },
          { term: '已退', value: payment.refundedFen > 0 ? <Money fen={payment.refundedFen} /> : null },
          { term: '状态', value: payment.stageLabel },
          { term: '去向', value: payment.outcome && outcomeLabels[payment.outcome] },
          { term: '留在余额的原因', value: payment.keptBecause || null, wide: true },
          { term: '渠道单号', value: payment.providerNo },
          { term: '有效期至', value: payment.expiresAt },
          { term: '到账时间', value: payment.paidAt },
          { term: '客户余额', value: <Money fen={payment.balanceFen} /> },
        ]}
      />
      <Timeline
        label="付款经过"
        entries={[
          ...history.map(({ at, label, reason }) => ({ key: `h${at}${label}`, what: label, when: at, detail: reason })),
          ...notifies.map(({ id, at, result, facts }) => ({
            key: `n${id}`,
            what: `渠道通知（${results[result] ?? result}）`,
            when: at,
            detail: <code style={{ overflowWrap: 'anywhere' }}>{facts}</code>,
          })),
        ]}
      />
    </div>
  )
}

const results: Record<string, string> = {
  applied: '已入账',
  kept: '留在余额',
  repeated: '重复，未再入账',
  closed: '已关闭',
  open: '待付款',
  done: '退款完成',
  failed: '退款失败',
}

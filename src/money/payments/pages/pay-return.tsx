import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type PayState, payStateCall } from '../contract.ts'

export const meta = () => [{ title: '付款结果 · 明析科测' }]

const texts: Record<PayState, string> = {
  waiting: '正在确认付款结果，请稍候。尚未付款时，可回到原页面继续付款。',
  paid: '付款成功',
  closed: '这次付款已关闭，没有扣款。',
  failed: '支付渠道未能受理这次付款，没有扣款。',
  unavailable: '暂时联系不上支付渠道，请稍后刷新。',
}

/** Where a channel's page sends the browser back to. What it says about success is not believed; the server asks the channel. */
export default function PayReturnPage() {
  const { paymentNo = '' } = useParams()
  const [waits, setWaits] = useState(true)
  const state = useCall(payStateCall, { paymentNo }, { refetchSeconds: waits ? 3 : undefined, alwaysAsk: true })
  const now = state.data?.state
  useEffect(() => {
    if (now !== undefined) setWaits(now === 'waiting')
  }, [now])
  return (
    <div className="stack">
      <PageHeader title="付款结果" />
      <Loaded of={state}>
        {(payment) => (
          <Card title={payment.about}>
            <div className="stack">
              <p role="status">
                {payment.keptBecause === ''
                  ? texts[payment.state]
                  : `款项已到账，因“${payment.keptBecause}”未能用于该款项，已全额存入预存余额。`}
              </p>
              <p>
                <Money fen={payment.amountFen} price />
              </p>
              <div className="cluster">
                <ButtonLink variant="primary" to={payment.kind === 'prestore' ? '/member/prestore' : '/member/unpaid'}>
                  {payment.kind === 'prestore' ? '查看预存款' : '查看待付款'}
                </ButtonLink>
              </div>
            </div>
          </Card>
        )}
      </Loaded>
    </div>
  )
}

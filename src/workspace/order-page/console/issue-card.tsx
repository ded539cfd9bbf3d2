import type { ReactNode } from 'react'
import { formatFen } from '../../../platform/money.ts'
import { Icon } from '../../../ui/text/icon.tsx'
import { holdChoices } from '../../../lab/samples/rules.ts'
import css from './order-page.module.css'
import type { StaffOrder } from '../../../lab/orders/staff/staff-contract.ts'

const titles: Record<string, string> = {
  on_hold: '已上报异常，等待客户答复',
  retest: '客户申请复测',
  retest_offered: '等待客户确认复测费用',
  disputed: '客户提出异议',
}

/** Why an order is on hold, disputed or to be measured again: the reason given, and the customer's answer to an exception. */
export function IssueCard({ order }: { order: StaffOrder }) {
  const title = titles[order.stage]
  const cause = order.timeline.findLast((entry) => entry.stage === order.stage)
  const { holdAnswer } = order
  if (holdAnswer && ['on_hold', 'testing', 'received', 'awaiting_sample'].includes(order.stage)) {
    const held = order.timeline.findLast((entry) => entry.stage === 'on_hold')
    const cancelling = holdAnswer.wish === 'cancel'
    return (
      <Issue title={cancelling ? '客户要求取消订单' : '客户已答复异常'} meta={holdAnswer.at} urgent={cancelling}>
        <p>异常：{held?.detail}</p>
        <p>答复：{holdAnswer.text}</p>
        {holdAnswer.samples.map(({ sampleNo, choice }) => (
          <p key={sampleNo}>
            {sampleNo}：{holdChoices[choice]}
          </p>
        ))}
      </Issue>
    )
  }
  if (!title || !cause) return null
  return (
    <Issue title={title} meta={`${cause.who} ${cause.when}`} urgent>
      <p>
        {order.retestOfferFen !== null && <>复测费用 {formatFen(order.retestOfferFen)}。</>}
        {cause.detail}
      </p>
    </Issue>
  )
}

function Issue({
  title,
  meta,
  urgent,
  children,
}: {
  title: string
  meta: string
  urgent?: boolean | undefined
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={urgent ? css.issue : css.answered}>
      <Icon name={urgent ? 'alert' : 'info'} />
      <div>
        <p>
          <strong>{title}</strong> <span className={css.meta}>{meta.slice(0, -3)}</span>
        </p>
        {children}
      </div>
    </section>
  )
}

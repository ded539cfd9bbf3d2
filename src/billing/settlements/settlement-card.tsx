import type { ReactNode } from 'react'
import { formatFen } from '../../platform/money.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Money } from '../../ui/text/money.tsx'
import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import type { SettlementView } from './contract.ts'
import { Difference } from './final-amounts/difference.tsx'
import css from './pages/settlements.module.css'
import type { SettlementStage } from './rules.ts'
import { minuteText, shortDay } from '../../ui/text/day-text.ts'

const tones: Record<SettlementStage, Tone> = {
  proposed: 'info',
  unpaid: 'warn',
  confirming: 'info',
  paid: 'ok',
  cancelled: 'neutral',
}

export function SettlementBadge({
  settlement: { stage, stageLabel, overdue },
}: {
  settlement: Pick<SettlementView, 'stage' | 'stageLabel' | 'overdue'>
}) {
  return <StageBadge tone={overdue ? 'danger' : tones[stage]}>{overdue ? '已逾期' : stageLabel}</StageBadge>
}

/** A settlement with its orders, and its actions at the bottom. */
export function SettlementCard({ settlement: s, children }: { settlement: SettlementView; children?: ReactNode }) {
  const readable = s.side !== 'payer' || (s.shareResults && s.stage !== 'proposed' && s.stage !== 'cancelled')
  const day = s.paidAt
    ? `${minuteText(s.paidAt)} 付款`
    : s.stage === 'cancelled'
      ? ''
      : s.answerBy && s.stage === 'proposed'
        ? `${shortDay(s.answerBy)} 前答复 · 应于 ${shortDay(s.dueAt)} 前付款`
        : `应于 ${shortDay(s.dueAt)} 前付款`
  return (
    <Card as="article" title={`结算单 ${s.settlementNo}`} actions={<SettlementBadge settlement={s} />}>
      {s.side !== 'own' && (
        <p className={css.sub}>
          {s.side === 'payer' ? `客户：${s.other}` : `付款人：${s.other}`}
          {s.shareResults && (s.side === 'payer' ? ' · 您可以查看结果' : ' · 付款人可以查看结果')}
        </p>
      )}
      <p className={css.sub}>{[s.payerName && `付款备注：${s.payerName}`, day].filter(Boolean).join(' · ')}</p>
      <ul role="list" className={css.rows}>
        {s.rows.map((row) => (
          <li key={row.id} className={css.row}>
            <span>
              {readable ? (
                <SmartLink to={`/member/order/${row.orderNo}`} className="num">
                  {row.orderNo}
                </SmartLink>
              ) : (
                <span className="num">{row.orderNo}</span>
              )}{' '}
              {row.title}
              {row.fundingNo && <span className={css.sub}>课题号/经费卡 {row.fundingNo}</span>}
              <Difference row={row} />
            </span>
            <Money fen={row.amountFen} />
          </li>
        ))}
      </ul>
      <CardFoot amountFen={s.totalFen} {...(s.discountFen > 0 ? { note: discountNote(s) } : {})}>
        {children}
      </CardFoot>
    </Card>
  )
}

function discountNote({ totalFen, discountFen, couponName }: SettlementView): string {
  return `原 ${formatFen(totalFen + discountFen)}，优惠券「${couponName}」优惠 ${formatFen(discountFen)}`
}

export function CardFoot({ amountFen, note, children }: { amountFen: number; note?: string; children?: ReactNode }) {
  return (
    <div className={css.foot}>
      <span className={css.total}>
        <Money fen={amountFen} price /> {note && <span className={css.sub}>{note}</span>}
      </span>
      {children && <span className="cluster">{children}</span>}
    </div>
  )
}

import type { ReactNode } from 'react'
import { cx } from '../../ui/text/class-names.ts'
import { StageBadge, Tag, type Tone } from '../../ui/text/tag.tsx'
import css from './coupon-card.module.css'
import type { CouponItem } from './contract.ts'
import { couponKinds } from './discount-rules.ts'
import type { CouponStage } from './rules.ts'

const tones: Record<CouponStage, Tone> = {
  issued: 'ok',
  locked: 'info',
  used: 'neutral',
  expired: 'neutral',
  withdrawn: 'neutral',
}

export type ShownCoupon = Pick<
  CouponItem,
  'name' | 'kind' | 'valueText' | 'conditionText' | 'scopeText' | 'note' | 'validFrom' | 'validUntil'
> & { stage?: CouponStage; stageLabel?: string; soon?: boolean; stackable?: boolean; validText?: string }

/** One coupon: its value at the left, its terms at the right. Also the preview of a campaign. */
export function CouponCard({ coupon, children }: { coupon: ShownCoupon; children?: ReactNode }) {
  const { stage = 'issued' } = coupon
  return (
    <article className={cx(css.card, stage !== 'issued' && css.past)} aria-label={coupon.name}>
      <div className={css.value}>
        <span className={css.number}>{coupon.valueText}</span>
        <span className={css.kind}>{couponKinds[coupon.kind]}</span>
      </div>
      <div className={css.body}>
        <div className={css.head}>
          <span className={css.name}>{coupon.name}</span>
          {coupon.soon ? (
            <Tag tone="warn">即将到期</Tag>
          ) : (
            coupon.stageLabel && <StageBadge tone={tones[stage]}>{coupon.stageLabel}</StageBadge>
          )}
        </div>
        <span>{coupon.conditionText}</span>
        <span className={css.small}>
          {coupon.scopeText}
          {coupon.stackable && ' · 可与寄回包邮券叠加'}
        </span>
        <span className={cx(css.small, 'num')}>
          {coupon.validText ?? `${coupon.validFrom} 至 ${coupon.validUntil}`}
        </span>
        {coupon.note && <span className={css.small}>{coupon.note}</span>}
        {children && <div className={css.foot}>{children}</div>}
      </div>
    </article>
  )
}

export function CouponList({ children }: { children: ReactNode }) {
  return <ul className={css.list}>{children}</ul>
}

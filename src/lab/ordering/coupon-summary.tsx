import type { CouponChoice } from '../../money/coupons/contract.ts'
import { bestOf } from '../../money/coupons/discount-rules.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Money } from '../../ui/text/money.tsx'
import { useCoupons } from './use-coupons.ts'
import { useWizard } from './use-wizard.tsx'

/** Gross, discount and net of the chosen coupons, a coupon of the draft that can no longer be used, and one that was forgotten. */
export function CouponSummary() {
  const { data, set, totalFen } = useWizard()
  const { asked, chosen, discountFen, netFen } = useCoupons({ wanted: true })
  if (!asked.data) return null
  if (data.couponIds.length === 0) {
    const best = bestOf(asked.data.choices)
    return best && <Forgotten coupon={best} onUse={() => set({ couponIds: [best.id] })} />
  }
  const lost = data.couponIds.length - chosen.length
  return (
    <div className="stack" style={{ marginBlock: 'var(--space-16)' }}>
      {lost > 0 && (
        <p role="alert" style={{ color: 'var(--danger)' }}>
          所选优惠券已不能用于本单。<SmartLink to="/experiment/step4">重新选择</SmartLink>
        </p>
      )}
      {chosen.length > 0 && (
        <DescriptionList
          items={[
            { term: '优惠券', value: chosen.map(({ name, valueText }) => `${name}（${valueText}）`).join('，') },
            ...(totalFen === null || netFen === null
              ? [{ term: '优惠', value: '报价后计算' }]
              : [
                  { term: '优惠前', value: <Money fen={totalFen} /> },
                  { term: '优惠', value: <Money fen={-discountFen} /> },
                  { term: '优惠后', value: <Money fen={netFen} price /> },
                ]),
          ]}
        />
      )}
    </div>
  )
}

function Forgotten({ coupon: { name, discountFen }, onUse }: { coupon: CouponChoice; onUse: () => void }) {
  return (
    <p className="cluster" style={{ marginBlock: 'var(--space-16)' }}>
      <span>
        未使用优惠券。「{name}」可减 <Money fen={discountFen} />。
      </span>
      <Button size="s" onClick={onUse}>
        使用
      </Button>
    </p>
  )
}

import { Money } from '../../ui/text/money.tsx'
import type { CouponChoice } from './contract.ts'
import css from './coupon-card.module.css'
import { Tag } from '../../ui/text/tag.tsx'
import { bestOf, combinationFault } from './discount-rules.ts'

/**
 * The coupons of a basket: each with what it takes off, or why it cannot be used. Choosing a second one replaces the first, unless the two
 * may be used together.
 */
export function CouponChooser({
  choices,
  chosen,
  priced,
  onChoose,
}: {
  choices: readonly CouponChoice[]
  chosen: readonly number[]
  /** Whether every amount is known; otherwise a coupon takes off what the quote decides. */
  priced: boolean
  onChoose: (ids: number[]) => void
}) {
  const toggle = (choice: CouponChoice) => {
    if (chosen.includes(choice.id)) return onChoose(chosen.filter((id) => id !== choice.id))
    const kept = choices.filter(({ id }) => chosen.includes(id))
    onChoose(combinationFault([...kept, choice]) ? [choice.id] : [...kept.map(({ id }) => id), choice.id])
  }
  const best = choices.filter(({ fault }) => fault === '').length > 1 ? bestOf(choices) : undefined
  return (
    <div className={css.choices} role="group" aria-label="选择优惠券">
      {choices.map((choice) => (
        <label key={choice.id} className={css.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(choice.id)}
            disabled={choice.fault !== '' && !chosen.includes(choice.id)}
            onChange={() => toggle(choice)}
          />
          <span>
            <span className={css.name}>{choice.name}</span> {choice.valueText}，{choice.conditionText}{' '}
            {choice === best && <Tag>最省</Tag>}
            <br />
            <span className={css.small}>
              {choice.scopeText}，有效期至 {choice.validUntil}
            </span>
            {choice.fault && (
              <>
                <br />
                <span className={css.fault}>不可用：{choice.fault}</span>
              </>
            )}
          </span>
          <span className={css.off}>{choice.fault === '' && <Effect choice={choice} priced={priced} />}</span>
        </label>
      ))}
    </div>
  )
}

function Effect({ choice, priced }: { choice: CouponChoice; priced: boolean }) {
  if (choice.kind === 'shipping') return '免寄回运费'
  return priced ? <Money fen={-choice.discountFen} /> : '报价后计算'
}

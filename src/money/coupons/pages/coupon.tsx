import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { type CouponItem, discount4user, discountExchange } from '../contract.ts'
import css from './coupon.module.css'
import { CouponCard, CouponList } from '../coupon-card.tsx'
import { type CouponTab, couponTabKeys, couponTabs, returnRule } from '../rules.ts'
import { shippingText } from '../wording-rules.ts'

export const meta = () => [{ title: '优惠券 · 明析科测' }]

const empty: Record<CouponTab, { title: string; text: string }> = {
  usable: { title: '没有可使用的优惠券', text: '在上方输入兑换码即可领取；活动发放的优惠券也会出现在这里。' },
  used: { title: '还没有使用过优惠券', text: '下单时在「付款与发票」一步选择优惠券。' },
  expired: { title: '没有失效的优惠券', text: '过期或被收回的优惠券会留在这里。' },
}

export default function CouponPage() {
  const address = useAddress()
  const tab = address.oneOf('tab', couponTabKeys)
  const list = useCall(discount4user, { tab, page: address.page, size: 12 })
  const counts = list.data?.counts
  return (
    <div className="stack">
      <PageHeader title="优惠券" sub="下单时选择使用，一个订单使用一张；标明可叠加的可再加一张寄回包邮券" />
      <Redeem />
      <LinkTabs
        label="优惠券状态"
        tabs={couponTabKeys.map((key) => ({
          to: address.href({ tab: key }),
          label: couponTabs[key].label,
          current: key === tab,
          ...(counts ? { count: counts[key] } : {}),
        }))}
      />
      <Loaded of={list}>
        {(data) =>
          data.total === 0 ? (
            <EmptyState title={empty[tab].title} icon="ticket">
              {empty[tab].text}
            </EmptyState>
          ) : (
            <>
              <Paged
                rows={data.list.length}
                page={data.page}
                pageCount={Math.ceil(data.total / data.size)}
                href={(page) => address.href({ page })}
              >
                <CouponList>
                  {data.list.map((coupon) => (
                    <li key={coupon.id}>
                      <CouponCard coupon={coupon}>
                        <Next coupon={coupon} />
                      </CouponCard>
                    </li>
                  ))}
                </CouponList>
              </Paged>
            </>
          )
        }
      </Loaded>
      <Card title="使用规则">
        <ul className="prose" style={{ paddingInlineStart: '1.25em' }}>
          <li>下单时选用的优惠券由该订单占用；需报价的订单在报价时计算优惠，检测后按实际费用用同一规则重新计算。</li>
          <li>门槛与优惠只计算适用的项目，优惠不超过这些项目的费用，不找零、不兑现。</li>
          <li>{returnRule}</li>
          <li>{shippingText}</li>
        </ul>
      </Card>
    </div>
  )
}

function Redeem() {
  const [done, setDone] = useState('')
  const exchange = useAct(discountExchange, { refreshes: [discount4user] })
  const form = useZodForm({
    schema: discountExchange.input,
    initial: { code: '' },
    onSubmit: async (input) => {
      setDone('')
      const { name, valueText } = await exchange.submit(input)
      form.reset({ code: '' })
      setDone(`已领取「${name}」（${valueText}）`)
      toast.success('兑换成功')
    },
  })
  return (
    <Card title="兑换优惠券">
      <Form form={form} aria-label="兑换优惠券" className={css.redeem}>
        <Field label="兑换码" of={form.at('code')} required hint="不区分大小写，横线可以不填">
          <TextInput autoComplete="off" maxLength={40} />
        </Field>
        <FormActions>
          <Button type="submit" variant="primary" busy={form.busy}>
            兑换
          </Button>
        </FormActions>
        {done && <p role="status">{done}</p>}
      </Form>
    </Card>
  )
}

/** What can be done with a coupon, or what it was used for. */
function Next({ coupon }: { coupon: CouponItem }) {
  if (coupon.stage === 'issued') {
    const [only] = coupon.projectIds
    const to = coupon.projectIds.length === 1 && only !== undefined ? `/detail/${only}` : '/project'
    return (
      <ButtonLink size="s" to={to}>
        去使用
      </ButtonLink>
    )
  }
  if (coupon.usedNo === '') return null
  const isOrder = coupon.usedNo.startsWith('MX')
  return (
    <>
      <span>
        {isOrder ? '订单' : '结算单'}{' '}
        <SmartLink to={isOrder ? `/member/order/${coupon.usedNo}` : '/member/unpaid'}>{coupon.usedNo}</SmartLink>
      </span>
      {coupon.savedFen > 0 && (
        <span>
          优惠 <Money fen={coupon.savedFen} />
        </span>
      )}
    </>
  )
}

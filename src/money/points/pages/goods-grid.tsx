import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { ownImage } from '../../../shop/media/image-name-rules.ts'
import { addressList } from '../../../people/addresses/contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FormActions } from '../../../ui/inputs/form.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  type GoodsItem,
  integrationApplyExchange,
  integrationExchanges,
  integrationGoods,
  integrationInit,
  integrationList,
} from '../contract.ts'
import { exchangeObstacles, goodsKinds } from '../goods/exchange-rules.ts'
import css from './integral.module.css'

const SIZE = 12

export interface PageProps {
  page: number
  href: (page: number) => string
}

export function GoodsGrid({ page, href, balance = 0 }: PageProps & { balance: number | undefined }) {
  const goods = useCall(integrationGoods, { page, size: SIZE })
  const [chosen, setChosen] = useState<GoodsItem>()
  return (
    <Loaded of={goods}>
      {({ list, total }) =>
        total === 0 ? (
          <EmptyState title="暂时没有可兑换的商品" icon="points" action={{ label: '去检测项目', to: '/project' }}>
            积分会保留到到期日，上架后即可兑换。
          </EmptyState>
        ) : (
          <>
            <Paged rows={list.length} page={page} pageCount={Math.ceil(total / SIZE)} href={href}>
              <ul role="list" className={css.grid}>
                {list.map((each) => (
                  <Card as="li" key={each.id}>
                    <Goods goods={each} balance={balance} onChoose={() => setChosen(each)} />
                  </Card>
                ))}
              </ul>
            </Paged>
            {chosen && <ExchangeDialog goods={chosen} onClose={() => setChosen(undefined)} />}
          </>
        )
      }
    </Loaded>
  )
}

function Goods({ goods, balance, onChoose }: { goods: GoodsItem; balance: number; onChoose: () => void }) {
  const short = goods.points - balance
  const fault = goods.obstacle ? exchangeObstacles[goods.obstacle] : short > 0 ? `还差 ${short} 积分` : ''
  const facts = [
    goods.stock !== null && goods.stock > 0 && `剩 ${goods.stock} 件`,
    goods.perPerson !== null && `每人限兑 ${goods.perPerson}`,
  ].filter((fact) => fact !== false)
  return (
    <div className={css.goods}>
      <GoodsPicture img={goods.img} kind={goods.kind} />
      <h2 className={css.name}>{goods.name}</h2>
      <p style={{ margin: 0 }}>
        <Tag>{goodsKinds[goods.kind]}</Tag> <span className={css.muted}>{facts.join('，')}</span>
      </p>
      {goods.about && (
        <p className={css.muted} style={{ margin: 0 }}>
          {goods.about}
        </p>
      )}
      <div className={css.foot}>
        <strong className="num">{goods.points} 积分</strong>
        {fault ? (
          <span className={css.muted}>{fault}</span>
        ) : (
          <Button size="s" variant="primary" aria-label={`兑换 ${goods.name}`} onClick={onChoose}>
            兑换
          </Button>
        )}
      </div>
    </div>
  )
}

function GoodsPicture({ img, kind }: { img: string; kind: GoodsItem['kind'] }) {
  const own = ownImage(img)
  if (!own)
    return (
      <div className={css.blank}>
        <Icon name={kind === 'coupon' ? 'ticket' : 'parcel'} size={32} />
      </div>
    )
  const src = `/${img.replace(/\.\w+$/, '')}.${Math.min(480, own.width)}.webp`
  return <img className={css.picture} src={src} alt="" width={own.width} height={own.height} loading="lazy" />
}

const refreshes = [integrationInit, integrationGoods, integrationList, integrationExchanges]

function ExchangeDialog({ goods, onClose }: { goods: GoodsItem; onClose: () => void }) {
  const navigate = useNavigate()
  const exchange = useAct(integrationApplyExchange, { refreshes })
  const send = async (addressId: number | null) => {
    const done = await exchange.run({ goodsId: goods.id, points: goods.points, addressId })
    if (!done) return
    toast.success(goods.kind === 'coupon' ? '已兑换，优惠券可在下单时使用' : '已兑换，发货后会通知您')
    // The tab of the records has none of the buttons here, to which a dialog that closes later would give the focus back.
    flushSync(onClose)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    void navigate(goods.kind === 'coupon' ? '/member/coupon' : '/member/integral?tab=exchanges')
  }
  return (
    <Dialog open onClose={onClose} title={`兑换「${goods.name}」`} size="s">
      <div className="stack">
        <p>
          使用 <strong className="num">{goods.points}</strong> 积分。
          {goods.kind === 'coupon' ? '优惠券兑换后不能退回积分。' : '发货前可以取消，积分原样退回。'}
        </p>
        {goods.kind === 'goods' ? (
          <AddressChoice busy={exchange.busy} onClose={onClose} onSend={send} />
        ) : (
          <FormActions>
            <Button onClick={onClose}>取消</Button>
            <Button variant="primary" busy={exchange.busy} onClick={() => void send(null)}>
              确认兑换
            </Button>
          </FormActions>
        )}
      </div>
    </Dialog>
  )
}

function AddressChoice({
  busy,
  onClose,
  onSend,
}: {
  busy: boolean
  onClose: () => void
  onSend: (addressId: number) => Promise<void>
}) {
  const addresses = useCall(addressList, {})
  const [picked, setPicked] = useState<number>()
  return (
    <Loaded of={addresses}>
      {({ list }) => {
        const chosen = picked ?? list[0]?.address_rid
        if (chosen === undefined)
          return (
            <EmptyState title="还没有收货地址" icon="pin" action={{ label: '新增地址', to: '/member/address' }}>
              添加地址后再来兑换。
            </EmptyState>
          )
        return (
          <>
            <Field label="收货地址" as="group" required>
              <RadioGroup
                value={chosen}
                onValue={(value) => setPicked(Number(value))}
                options={list.map((each) => ({
                  value: each.address_rid,
                  label: `${each.name} ${each.phone} ${each.province}${each.city}${each.area}${each.address}`,
                }))}
              />
            </Field>
            <FormActions>
              <ButtonLink to="/member/address">管理地址</ButtonLink>
              <Button onClick={onClose}>取消</Button>
              <Button variant="primary" busy={busy} onClick={() => void onSend(chosen)}>
                确认兑换
              </Button>
            </FormActions>
          </>
        )
      }}
    </Loaded>
  )
}

import { minuteText } from '../../../ui/text/day-text.ts'
import { userInfo } from '../../../people/customers/person-contract.ts'
import { CreditCard } from '../../../money/credit/credit-card.tsx'
import { orderHistory } from '../../../lab/orders/contract.ts'
import { useForecastLines } from '../../../lab/orders/forecast/forecast-note.tsx'
import { OrderStageBadge } from '../../../lab/orders/order-stage.tsx'
import { SpendingPanel } from '../../../lab/orders/spending/spending-panel.tsx'
import { orderTabs } from '../../../lab/orders/rules.ts'
import type { Call, OutputOf } from '../../../platform/contract/call.ts'
import { readActing } from '../../../platform/client/acting.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { EmptyState, Skeleton } from '../../../ui/feedback/states.tsx'
import { invoiceApplyInit } from '../../../billing/invoices/contract.ts'
import { assetAll4num, assetInit } from '../../../billing/settlements/asset-contract.ts'
import { countOf, todosOf, type TodoSources } from './todos.ts'
import css from './center.module.css'

export const meta = () => [{ title: '会员中心 · 明析科测' }]

type Me = OutputOf<typeof userInfo>
type Assets = OutputOf<typeof assetInit>
type Badges = OutputOf<typeof assetAll4num>
type Orders = OutputOf<typeof orderHistory>

/** Of the person, or of the group in whose name the person works; switching mounts the page again. */
export default function CenterPage() {
  const acting = readActing()
  const me = useCall(userInfo, {})
  const assets = useCall(assetInit, {})
  // Groups are answered on pages that cannot name this call.
  const badges = useCall(assetAll4num, {}, { alwaysAsk: true })
  const orders = useCall(orderHistory, { page: 1, size: 5 })
  const waiting = useCall(orderHistory, { waits: true, page: 1, size: 50 })
  const invoices = useCall(invoiceApplyInit, {})
  const name = me.data?.userInfo.nickname || me.data?.userInfo.name
  return (
    <div className="stack">
      <PageHeader title={acting?.name ?? (name ? `${name}，您好` : '会员中心')} />
      {[me, badges, waiting, invoices].some(({ isPending }) => isPending) ? (
        // How much there is to do is not known yet, and all that follows would be pushed down by it.
        <Skeleton lines={6} height={72} />
      ) : (
        <>
          <Next {...{ me, badges, waiting, invoices }} />
          <Loaded of={assets}>{(data) => <Assets assets={data} />}</Loaded>
          <div className={css.columns}>
            <div className="stack">
              <OrderCounts badges={badges.data} />
              <Card title="最近的订单" actions={<SmartLink to="/member/order">全部订单</SmartLink>}>
                <Loaded of={orders}>{(data) => <LatestOrders orders={data.list} />}</Loaded>
              </Card>
              <SpendingPanel />
            </div>
            <div className="stack">
              <CreditCard />
              {!acting && <Loaded of={me}>{(user) => <Advisor advisor={user.advisor} />}</Loaded>}
            </div>
          </div>
        </>
      )}
    </div>
  )
}

type NextProps = {
  me: Answer<typeof userInfo>
  badges: Answer<typeof assetAll4num>
  waiting: Answer<typeof orderHistory>
  invoices: Answer<typeof invoiceApplyInit>
}
type Answer<C extends Call> = ReturnType<typeof useCall<C>>

/** What there is to do, once all that it is made from is known. */
function Next({ me, badges, waiting, invoices }: NextProps) {
  return (
    <Loaded of={me}>
      {(user) => (
        <Loaded of={badges}>
          {(counts) => (
            <Loaded of={waiting}>
              {({ list, total }) => (
                <Loaded of={invoices}>
                  {({ leftFen }) => (
                    <NextActions
                      me={user}
                      badges={counts}
                      orders={list}
                      hasMore={total > list.length}
                      invoiceableFen={leftFen}
                    />
                  )}
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function NextActions(props: TodoSources) {
  const { badges } = props
  const todos = todosOf(props, readActing() !== undefined)
  if (todos.length === 0) {
    const fresh = (badges.orders.all ?? 0) === 0
    return (
      <Card title="接下来">
        <div className={css.todo}>
          <span>{fresh ? '选一个检测项目，开始第一次实验。' : '没有需要您处理的事项。'}</span>
          <ButtonLink variant={fresh ? 'primary' : 'secondary'} to="/project">
            选择检测项目
          </ButtonLink>
        </div>
      </Card>
    )
  }
  return (
    <Card
      title="接下来"
      actions={<span className={css.note}>{props.hasMore ? '多项待处理' : `${countOf(todos)} 项待处理`}</span>}
    >
      <ul role="list">
        {todos.map((todo, index) => (
          <li key={todo.key} className={css.todo}>
            <span>
              {todo.what}
              {todo.note && <span className={todo.late ? css.late : css.note}>{todo.note}</span>}
            </span>
            <ButtonLink
              variant={index === 0 ? 'primary' : 'secondary'}
              size="s"
              to={todo.to}
              aria-label={`${todo.act}：${todo.what}${todo.note ? `，${todo.note}` : ''}`}
            >
              {todo.act}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Assets({ assets }: { assets: Assets }) {
  const { credit, overdueFen } = assets
  const overdueNote = overdueFen > 0 ? '有逾期未付' : undefined
  return (
    <section aria-label="资产">
      <StatGrid>
        <Stat
          label="预存余额"
          value={<Money fen={assets.balanceFen} />}
          to="/member/prestore"
          note={
            assets.advanceFen + assets.unassignedFen > 0 ? (
              <>
                {assets.advanceFen > 0 && (
                  <>
                    另有 <Money fen={assets.advanceFen} /> 已预付订单
                  </>
                )}
                {assets.advanceFen > 0 && assets.unassignedFen > 0 && '，'}
                {assets.unassignedFen > 0 && (
                  <>
                    <Money fen={assets.unassignedFen} /> 到账待分配
                  </>
                )}
              </>
            ) : undefined
          }
        />
        {credit.opened && (
          <Stat
            label="可用信用额度"
            value={<Money fen={credit.availableFen} />}
            note={
              <>
                总额度 <Money fen={credit.limitFen} />
              </>
            }
            tone={credit.availableFen < 0 ? 'danger' : undefined}
          />
        )}
        <Stat label="未结算" value={<Money fen={assets.unsettledFen} />} to="/member/unsettled" />
        <Stat
          label="待付款"
          value={<Money fen={assets.unpaidFen} />}
          to="/member/unpaid"
          note={overdueNote}
          tone={overdueFen > 0 ? 'danger' : undefined}
        />
      </StatGrid>
    </section>
  )
}

const shownTabs = ['confirming', 'prepay', 'sending', 'testing', 'delivered', 'finished'] as const

function OrderCounts({ badges }: { badges: Badges | undefined }) {
  return (
    <Card title="我的订单">
      <ul role="list" className={css.counts}>
        {shownTabs.map((tab) => (
          <li key={tab}>
            <SmartLink to={`/member/order?tab=${tab}`} className={css.count}>
              <span className={css.number}>{badges?.orders[tab] ?? '–'}</span>
              <span>{orderTabs[tab].label}</span>
            </SmartLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function LatestOrders({ orders }: { orders: Orders['list'] }) {
  const forecasts = useForecastLines(orders)
  if (orders.length === 0)
    return (
      <EmptyState title="还没有订单" icon="flask" action={{ label: '选择检测项目', to: '/project' }}>
        下单后可在这里看到进度和承诺时间。
      </EmptyState>
    )
  return (
    <ul role="list">
      {orders.map((order) => (
        <li key={order.orderNo} className={css.order}>
          <span>
            <SmartLink to={`/member/order/${order.orderNo}`} className="num">
              {order.orderNo}
            </SmartLink>
            <span className={css.note}>
              {order.title} · {order.sampleCount} 个样品
            </span>
            {forecasts.has(order.orderNo) && <span className={css.note}>{forecasts.get(order.orderNo)}</span>}
          </span>
          <span className={css.promise}>
            <OrderStageBadge stage={order.stage}>{order.stageName}</OrderStageBadge>
            {order.next?.dueAt && (
              <span className={order.next.overdue ? css.late : css.note}>
                {order.next.what}：{minuteText(order.next.dueAt)} 前
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Advisor({ advisor }: { advisor: Me['advisor'] }) {
  if (!advisor) return null
  return (
    <Card title="您的客户经理">
      <p className={css.advisor}>{advisor.name}</p>
      {advisor.phone ? (
        <a href={`tel:${advisor.phone}`} className="cluster num">
          <Icon name="phone" size={18} />
          {advisor.phone}
        </a>
      ) : null}
      <p className={css.note}>样品收到后 2 小时内与您联系确认实验。</p>
    </Card>
  )
}

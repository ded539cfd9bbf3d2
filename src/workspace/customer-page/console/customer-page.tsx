import { useState } from 'react'
import { useParams } from 'react-router'
import { AuditLink } from '../../../core/staff/audit-link.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { InvoiceBadge } from '../../../billing/invoices/invoice-badge.tsx'
import { OrderStageBadge } from '../../../lab/orders/order-stage.tsx'
import { staffCustomerList } from '../../../people/customers/list-contract.ts'
import { AccountBadge } from '../../../people/customers/account-badge.tsx'
import { isInUse } from '../../../people/customers/rules.ts'
import { accountEndSecondFactor } from '../../../people/customers/second-factor/second-factor-contract.ts'
import { accountSignOut } from '../../../people/sign-in/step-up/vouch-contract.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { minuteText, withoutThisYear } from '../../../ui/text/day-text.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { NotFoundState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { countText } from '../../../ui/index/count-text.ts'
import { CallsCard } from '../../notes/calls-card.tsx'
import { NotesCard } from '../../notes/notes-card.tsx'
import { CustomerKeys } from '../../../core/api-keys/requests/customer-keys.tsx'
import { CustomerWebhooks } from '../../webhooks/customer-webhooks.tsx'
import { TodosCard } from '../../notes/todos-card.tsx'
import { staffCustomerAssign, staffCustomerContact, staffCustomerShow } from '../contract.ts'
import layout from '../../../ui/layout/side-columns.module.css'
import css from './customer-page.module.css'

export const meta = () => [{ title: '客户 · 明析科测后台' }]

type Shown = OutputOf<typeof staffCustomerShow>

/** Everything the laboratory knows of one customer, with what can be done next. */
export default function CustomerPage() {
  const { id = '' } = useParams()
  const isNumber = /^[1-9]\d{0,14}$/.test(id)
  const customer = useCall(staffCustomerShow, { id: Number(id) || 1 }, { enabled: isNumber })
  if (!isNumber || customer.error?.error === 'notFound')
    return (
      <NotFoundState title="没有这位客户" action={{ label: '查看全部客户', to: '/console/customers' }}>
        请检查地址。
      </NotFoundState>
    )
  return <Loaded of={customer}>{(data) => <Customer customer={data} />}</Loaded>
}

function Customer({ customer }: { customer: Shown }) {
  const name = customer.name || '未填写姓名'
  const subject = { kind: 'customer', no: String(customer.id) } as const
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ label: '客户', to: '/console/customers' }, { label: name }]}
        badge={customer.state !== 'open' && <AccountBadge state={customer.state} />}
        sub={[
          customer.typeName,
          customer.company,
          customer.closesAt && `客户已申请注销，${minuteText(customer.closesAt)} 执行，此前可以撤销`,
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            <AuditLink of={`客户 ${customer.id}`} />
            {customer.secondFactor && <EndSecondFactor id={customer.id} />}
            {customer.accountOf === null && isInUse(customer.state) && <SignOut id={customer.id} />}
          </>
        }
      />
      <div className={layout.columns}>
        <div className={layout.main}>
          {customer.money && <MoneyStats money={customer.money} />}
          <Orders customer={customer} />
          {customer.samples && (
            <Samples samples={customer.samples} id={customer.id} isGroup={customer.accountOf !== null} />
          )}
          {customer.invoices && <Invoices invoices={customer.invoices} id={customer.id} />}
          <NotesCard subject={subject} />
        </div>
        <div className={layout.side}>
          <Facts customer={customer} />
          <TodosCard subject={subject} />
          <CallsCard subject={subject} reads={[staffCustomerShow]} />
          <CustomerWebhooks customerId={customer.id} />
          <CustomerKeys customerId={customer.id} />
        </div>
      </div>
    </>
  )
}

function MoneyStats({ money }: { money: NonNullable<Shown['money']> }) {
  return (
    <StatGrid>
      <Stat
        label="预存余额"
        value={<Money fen={money.balanceFen} />}
        note={
          money.giftFen > 0 && (
            <>
              另有赠送 <Money fen={money.giftFen} />
            </>
          )
        }
      />
      <Stat
        label="信用已用"
        value={<Money fen={money.creditUsedFen} />}
        note={
          <>
            额度 <Money fen={money.creditLimitFen} />
          </>
        }
      />
      <Stat
        label="待付款"
        value={<Money fen={money.unpaidFen} />}
        note={
          money.overdueFen > 0 ? (
            <>
              其中逾期 <Money fen={money.overdueFen} />
            </>
          ) : (
            <>
              未结算 <Money fen={money.unsettledFen} />
            </>
          )
        }
        {...(money.overdueFen > 0 ? { tone: 'danger' as const } : {})}
      />
      <Stat
        label="累计已付检测费"
        value={<Money fen={money.paidFen} />}
        note={
          <>
            近一年 <Money fen={money.yearFen} />
          </>
        }
      />
    </StatGrid>
  )
}

/** Of a group's account: the orders that it pays. */
function Orders({ customer: { id, orders, accountOf } }: { customer: Shown }) {
  const whose = accountOf === null ? 'customer' : 'payer'
  const listOf = (tab: string) => `/console/orders?${new URLSearchParams({ tab, [whose]: `#${id}` })}`
  return (
    <Card
      title={`订单 ${orders.total}`}
      actions={orders.total > 0 && <SmartLink to={listOf('all')}>查看全部</SmartLink>}
    >
      {orders.total === 0 ? (
        <p>还没有下过订单。</p>
      ) : (
        <div className="stack">
          <nav aria-label="订单阶段" className="cluster">
            {orders.tabs.map(({ tab, label, count }) => (
              <SmartLink key={tab} to={listOf(tab)}>
                {label} {count}
              </SmartLink>
            ))}
          </nav>
          <ul role="list" className={css.orders} aria-label="最近的订单">
            {orders.latest.map((order) => (
              <li key={order.orderNo}>
                <SmartLink to={`/console/orders/${order.orderNo}`} className="num">
                  {order.orderNo}
                </SmartLink>
                <OrderStageBadge stage={order.stage}>{order.stageName}</OrderStageBadge>
                <span>{order.title}</span>
                <span className="num">{withoutThisYear(order.createdAt.slice(0, 10))}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

/** The list of samples has no filter for who pays, so those of a group are counted only. */
function Samples({ samples, id, isGroup }: { samples: NonNullable<Shown['samples']>; id: number; isGroup: boolean }) {
  const listOf = (stage: string) => `/console/samples?${new URLSearchParams({ tab: 'all', customer: `#${id}`, stage })}`
  return (
    <Card title={`样品 ${samples.reduce((sum, { count }) => sum + count, 0)}`}>
      {samples.length === 0 ? (
        <p>还没有样品。</p>
      ) : (
        <nav aria-label="样品状态" className="cluster">
          {samples.map(({ stage, label, count }) =>
            isGroup ? (
              <span key={stage}>
                {label} {count}
              </span>
            ) : (
              <SmartLink key={stage} to={listOf(stage)}>
                {label} {count}
              </SmartLink>
            ),
          )}
        </nav>
      )}
    </Card>
  )
}

function Invoices({ invoices, id }: { invoices: NonNullable<Shown['invoices']>; id: number }) {
  const listOf = (more: Record<string, string>) => `/console/invoices?${new URLSearchParams({ tab: 'all', ...more })}`
  return (
    <Card
      title={`发票 ${invoices.total}`}
      actions={invoices.total > 0 && <SmartLink to={listOf({ customer: `#${id}` })}>查看全部</SmartLink>}
    >
      {invoices.total === 0 ? (
        <p>还没有申请过发票。</p>
      ) : (
        <ul role="list" className={css.invoices} aria-label="最近的发票">
          {invoices.latest.map((invoice) => (
            <li key={invoice.applicationNo}>
              <SmartLink to={listOf({ kw: invoice.applicationNo })} className="num">
                {invoice.applicationNo}
              </SmartLink>
              <InvoiceBadge row={invoice} />
              <Money fen={invoice.amountFen} />
              <span>{invoice.title}</span>
              <span className="num">{withoutThisYear(invoice.createdAt.slice(0, 10))}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Facts({ customer }: { customer: Shown }) {
  const { may } = useStaff()
  const [contact, setContact] = useState<OutputOf<typeof staffCustomerContact>>()
  const reveal = useAct(staffCustomerContact, { onDone: setContact })
  const { phone, email } = contact ?? customer
  return (
    <Card
      title="资料"
      actions={
        may('customer.contact') &&
        !contact &&
        (customer.phone || customer.email) && (
          <Button size="s" busy={reveal.busy} onClick={() => void reveal.run({ id: customer.id })}>
            显示完整联系方式
          </Button>
        )
      }
    >
      <DescriptionList
        single
        items={[
          { term: '客户编号', value: <span className="num">#{customer.id}</span> },
          {
            term: '手机号',
            value: contact && phone ? <SmartLink to={`tel:${phone}`}>{phone}</SmartLink> : phone || '—',
          },
          { term: '邮箱', value: email || '—' },
          { term: '单位', value: customer.company || '—' },
          { term: '地区', value: customer.region || '—' },
          { term: '客户经理', value: <Advisor customer={customer} /> },
          {
            term: '课题组',
            value: customer.accountOf ? (
              <SmartLink to={`/console/groups/${customer.accountOf}`}>{customer.accountOf}</SmartLink>
            ) : customer.groups.length === 0 ? (
              '—'
            ) : (
              customer.groups.map(({ groupNo, name, roleName }) => (
                <span key={groupNo} className={css.line}>
                  <SmartLink to={`/console/groups/${groupNo}`}>{name}</SmartLink>（{roleName}）
                </span>
              ))
            ),
          },
          { term: '可用优惠券', value: `${customer.coupons} 张` },
          { term: '可用积分', value: pointsText(customer.points) },
          {
            term: '最近通话',
            value: customer.lastSpokenAt ? minuteText(customer.lastSpokenAt) : '—',
          },
        ]}
      />
    </Card>
  )
}

function pointsText({ usable, owed }: { usable: number; owed: number }): string {
  return owed === 0 ? countText(usable) : `${countText(usable)}，待抵扣 ${countText(owed)}`
}

/** For a customer who lost a phone or whose password became known. */
function SignOut({ id }: { id: number }) {
  const { may } = useStaff()
  const [open, setOpen] = useState(false)
  const signOut = useAct(accountSignOut, { refreshes: [], quiet: true })
  if (!may('account.vouch')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>结束全部登录</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={async ({ reason }) => {
          const { ended } = await signOut.submit({ id, reason })
          toast.success(ended === 0 ? '客户没有登录中的设备' : '已结束全部登录')
        }}
        title="结束该客户的全部登录？"
        confirmLabel="结束全部登录"
        danger
        reason={{ label: '原因', required: true, maxLength: 200 }}
      >
        客户的所有设备须重新登录。密码已泄露时，请同时提醒客户修改密码。
      </ConfirmDialog>
    </>
  )
}

/** For a customer who lost the phone with the app, and the recovery codes. */
function EndSecondFactor({ id }: { id: number }) {
  const { may } = useStaff()
  const [open, setOpen] = useState(false)
  const end = useAct(accountEndSecondFactor, {
    refreshes: [staffCustomerShow],
    onDone: () => toast.success('两步验证已关闭，客户会收到通知'),
  })
  if (!may('account.vouch')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>关闭两步验证</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={({ reason }) => end.submit({ id, reason })}
        title="关闭该客户的两步验证？"
        confirmLabel="关闭两步验证"
        danger
        reason={{ label: '核实方式', required: true, maxLength: 200 }}
      >
        请先通过单位电话、导师或证件确认是本人，并写明如何核实。客户的所有设备须重新登录，之后只凭密码、短信或微信即可登录。
      </ConfirmDialog>
    </>
  )
}

function Advisor({ customer }: { customer: Shown }) {
  const { may } = useStaff()
  const [open, setOpen] = useState(false)
  const [advisorId, setAdvisorId] = useState(customer.advisor?.id)
  const assign = useAct(staffCustomerAssign, { refreshes: [staffCustomerShow, staffCustomerList], quiet: true })
  return (
    <span className="cluster">
      {customer.advisor?.name || '未分配'}
      {may('customer.assign') && isInUse(customer.state) && (
        <Button size="s" variant="quiet" onClick={() => setOpen(true)}>
          更换
        </Button>
      )}
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          if (advisorId === undefined) throw new Error('请选择客户经理')
          await assign.submit({ id: customer.id, advisorId })
          toast.success('已更换客户经理')
        }}
        title="更换客户经理"
        confirmLabel="更换"
      >
        <Field label="客户经理" hint="新的客户经理会收到提醒，客户在会员中心看到新的联系人">
          <Select
            value={advisorId ?? null}
            placeholder="请选择"
            options={customer.advisors.map(({ id, name }) => ({ value: id, label: name }))}
            onValue={setAdvisorId}
          />
        </Field>
      </ConfirmDialog>
    </span>
  )
}

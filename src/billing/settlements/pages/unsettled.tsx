import { useState } from 'react'
import { assetAll4num, assetInit } from '../asset-contract.ts'
import { userInfo } from '../../../people/customers/person-contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { BulkBar } from '../../../ui/tables/toolbar.tsx'
import { useNavigate } from 'react-router'
import { discount4user } from '../../../money/coupons/contract.ts'
import { CouponChooser } from '../../../money/coupons/coupon-chooser.tsx'
import {
  assignSettlementCall,
  orderReady2pay,
  settlementCoupons,
  settlementList,
  settlementRows,
  type UnsettledRow,
} from '../contract.ts'
import { Difference } from '../final-amounts/difference.tsx'
import css from './settlements.module.css'
import { shortDay } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '未结算 · 明析科测' }]

export default function UnsettledPage() {
  const rows = useCall(settlementRows, {})
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
  const chosen = (rows.data?.list ?? []).filter((row) => selected.has(String(row.id)))
  const totalFen = chosen.reduce((sum, row) => sum + row.amountFen, 0)
  const choose = (next: Set<string>) => {
    const disputed = (rows.data?.list ?? []).filter((row) => row.disputed && next.delete(String(row.id)))
    if (disputed.length > 0) toast.info('异议处理中的费用，处理完毕后才能结算')
    setSelected(next)
  }
  return (
    <div className="stack">
      <PageHeader title="未结算" sub="最终费用已确定的订单，选择后合并为一张结算单，自己付款或请他人付款" />
      <Loaded of={rows}>
        {(data) =>
          data.list.length === 0 ? (
            <EmptyState title="没有未结算的费用" icon="wallet" action={{ label: '查看我的订单', to: '/member/order' }}>
              数据交付并确定最终费用后，会出现在这里。
            </EmptyState>
          ) : (
            <Table
              caption={`未结算费用，共 ${data.list.length} 笔`}
              hideCaption
              columns={columns}
              rows={data.list}
              rowKey={(row) => String(row.id)}
              rowName={(row) => `订单 ${row.orderNo}`}
              selected={selected}
              onSelect={choose}
            />
          )
        }
      </Loaded>
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <span>
          合计 <Money fen={totalFen} />
        </span>
        <Button variant="primary" size="s" onClick={() => setAsking(true)}>
          生成结算单
        </Button>
      </BulkBar>
      {asking && <SettleDialog rows={chosen} totalFen={totalFen} onClose={() => setAsking(false)} />}
    </div>
  )
}

const columns: Column<UnsettledRow>[] = [
  {
    key: 'order',
    header: '订单',
    rowHeader: true,
    render: (row) => (
      <span>
        <SmartLink to={`/member/order/${row.orderNo}`} className="num">
          {row.orderNo}
        </SmartLink>
        <span className={css.sub}>{row.title}</span>
        {row.fundingNo && <span className={css.sub}>课题号/经费卡 {row.fundingNo}</span>}
      </span>
    ),
  },
  {
    key: 'delivered',
    header: '交付日期',
    render: (row) => <span className="num">{shortDay(row.deliveredAt) ?? '—'}</span>,
  },
  { key: 'due', header: '应付日期', render: (row) => <span className="num">{shortDay(row.dueAt)}</span> },
  {
    key: 'amount',
    header: '应付金额',
    align: 'end',
    render: (row) => (
      <span>
        <Money fen={row.amountFen} />
        <Difference row={row} />
      </span>
    ),
  },
  {
    key: 'state',
    header: '状态',
    render: (row) =>
      row.disputed ? (
        <StageBadge tone="warn">异议处理中</StageBadge>
      ) : row.overdue ? (
        <StageBadge tone="danger">已逾期</StageBadge>
      ) : (
        <StageBadge tone="info">未结算</StageBadge>
      ),
  },
]

interface SettleProps {
  rows: UnsettledRow[]
  totalFen: number
  onClose: () => void
}

function SettleDialog(props: SettleProps) {
  return (
    <Dialog open onClose={props.onClose} title="生成结算单" size="s">
      <SettleForm {...props} />
    </Dialog>
  )
}

const payerSchema = assignSettlementCall.input.pick({ payerName: true, payerPhone: true, shareResults: true })

function SettleForm({ rows, totalFen, onClose }: SettleProps) {
  const navigate = useNavigate()
  const me = useCall(userInfo, {})
  const assign = useAct(assignSettlementCall, {
    refreshes: [discount4user, settlementRows, settlementList, orderReady2pay, assetInit, assetAll4num],
  })
  const rowIds = rows.map((row) => row.id)
  const [couponId, setCouponId] = useState<number | null>(null)
  const coupons = useCall(settlementCoupons, { rowIds }, { alwaysAsk: true })
  const chosen = coupons.data?.choices.find(({ id }) => id === couponId)
  const form = useZodForm({
    schema: payerSchema,
    initial: { payerName: '', payerPhone: '', shareResults: false },
    onSubmit: async (input) => {
      const { settlementNo, asked } = await assign.submit({ rowIds, couponId, ...input })
      toast.success(asked ? '已请对方付款，对方同意前费用仍由您承担' : `结算单 ${settlementNo} 已生成`)
      void navigate('/member/unpaid')
    },
  })
  const { company = '', teacher = '', name = '' } = me.data?.userInfo ?? {}
  const suggestions = [...new Set([company, teacher, name])].filter(Boolean)
  return (
    <Form form={form} aria-label="生成结算单">
      <p>
        共 {rows.length} 笔费用，合计 <Money fen={totalFen - (chosen?.discountFen ?? 0)} price />
        {chosen && (
          <>
            （已优惠 <Money fen={chosen.discountFen} />）
          </>
        )}
      </p>
      <Field label="付款备注" of={form.at('payerName')} hint="出资的单位、课题组或个人，印在结算单上">
        <TextInput autoComplete="organization" />
      </Field>
      {suggestions.length > 0 && (
        <div className="cluster" role="group" aria-label="常用付款备注">
          {suggestions.map((payer) => (
            <Button key={payer} size="s" onClick={() => form.set('payerName', payer)}>
              {payer}
            </Button>
          ))}
        </div>
      )}
      <Field
        label="由他人付款"
        of={form.at('payerPhone')}
        hint="填写导师等付款人注册用的手机号；不填由您自己付款。对方 14 天内同意后费用转给对方，对方不同意则退回未结算"
      >
        <TextInput type="tel" inputMode="numeric" autoComplete="off" placeholder="付款人的手机号" />
      </Field>
      {form.values.payerPhone !== '' && (
        <Checkbox value={form.values.shareResults === true} onValue={(on) => form.set('shareResults', on)}>
          允许付款人查看这些订单的结果与文件
        </Checkbox>
      )}
      {coupons.data && coupons.data.choices.length > 0 && (
        <Field
          label="优惠券"
          as="group"
          hint="订单已使用优惠券的费用不参与；撤销结算单后优惠券退回；付款后，全部订单都全额退款时才退回"
        >
          <CouponChooser
            choices={coupons.data.choices}
            chosen={couponId === null ? [] : [couponId]}
            priced
            onChoose={(ids) => setCouponId(ids.at(-1) ?? null)}
          />
        </Field>
      )}
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.values.payerPhone === '' ? '生成结算单' : '请对方付款'}
        </Button>
      </FormActions>
    </Form>
  )
}

import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { stepsOf } from '../ledger/actions.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'payments.received',
    title: '每笔已付款的付款单按应收金额入账一次，没有多余的入账',
    invariant: 'I-7',
    faults: () => sql`
      select '付款单 ' || coalesce(p.payment_no, 'id ' || s.business_id) || ' 已付 ' || coalesce(p.amount_fen, 0) || ' 分，入账 '
        || coalesce(s.amount_fen, 0) || ' 分（' || coalesce(s.owner, '未入账') || '）' as fault
      from (select * from payments where stage = 'paid') p
      full join (select * from ${stepsOf('payment')} x where operation = 'receive' and account = 'prestore') s
        on s.business_id = p.id::text and s.owner = 'customer:' || p.customer_id
      where p.amount_fen is distinct from s.amount_fen`,
  },
  {
    key: 'payments.channel',
    title: '付款单的钱来自它的支付渠道',
    invariant: 'I-7',
    faults: () => sql`
      select '付款单 ' || p.payment_no || ' 的渠道为 ' || p.channel || '，入账记在 ' || s.account as fault
      from payments p join ${stepsOf('payment')} s on s.business_id = p.id::text
      where s.owner = 'laboratory' and (s.account <> p.channel or s.amount_fen <> -p.amount_fen)`,
  },
  {
    key: 'payments.provider-once',
    title: '同一渠道单号只用于一张付款单',
    invariant: 'I-7',
    faults: () => sql`
      select channel || ' 渠道单号 ' || provider_no || ' 用于 ' || count(*) || ' 张付款单' as fault
      from payments where provider_no is not null group by channel, provider_no having count(*) > 1`,
  },
]

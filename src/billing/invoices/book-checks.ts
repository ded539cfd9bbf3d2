import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { paidOrders } from '../../money/prestore/paid-actions.ts'
import { liveStages } from './rules.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'invoices.lines',
    title: '开票申请的金额等于其各行之和',
    invariant: 'I-14',
    faults: () => sql`
      select '开票申请 ' || a.application_no || ' 金额 ' || a.amount_fen || ' 分，各行合计 ' || coalesce(sum(l.amount_fen), 0) || ' 分' as fault
      from invoice_applications a left join invoice_lines l on l.application_id = a.id
      group by a.id having a.amount_fen <> coalesce(sum(l.amount_fen), 0)`,
  },
  {
    key: 'invoices.live',
    title: '每个订单记录的开票金额等于其有效发票之和',
    invariant: 'I-14',
    faults: () => sql`
      select '订单 id ' || coalesce(p.order_id, l.order_id) || '（客户 ' || coalesce(p.customer_id, l.customer_id) || '）记开票 ' || coalesce(p.invoiced_fen, 0)
        || ' 分，有效发票为 ' || coalesce(l.sum_fen, 0) || ' 分' as fault
      from ${paidOrders()} p
      full join (
        select a.customer_id, l.order_id, sum(l.amount_fen - l.reddened_fen) as sum_fen
        from invoice_applications a join invoice_lines l on l.application_id = a.id
        where a.stage = any(${[...liveStages]}::text[]) group by a.customer_id, l.order_id) l
        on l.order_id = p.order_id and l.customer_id = p.customer_id
      where coalesce(p.invoiced_fen, 0) <> coalesce(l.sum_fen, 0)`,
  },
  {
    key: 'invoices.reddened',
    title: '发票已红冲的金额等于其各行已红冲之和，也等于其红字发票之和',
    invariant: 'I-14',
    faults: () => sql`
      select '开票申请 ' || a.application_no || ' 记红冲 ' || a.reddened_fen || ' 分，各行合计 ' || coalesce(l.sum_fen, 0) || ' 分，红字发票合计 '
        || coalesce(r.sum_fen, 0) || ' 分' as fault
      from invoice_applications a
      left join (select application_id, sum(reddened_fen) as sum_fen from invoice_lines group by application_id) l on l.application_id = a.id
      left join (select application_id, sum(amount_fen) as sum_fen from invoice_red_letters group by application_id) r on r.application_id = a.id
      where a.reddened_fen <> coalesce(l.sum_fen, 0) or a.reddened_fen <> coalesce(r.sum_fen, 0)`,
  },
]

import type { StaffAction } from '../../core/staff/rules.ts'

/** Work that is listed on other pages: whom it concerns, and the address of the list of exactly this work. */
export const works = [
  {
    key: 'pickups',
    index: 'pickups',
    label: '上门取样待派单',
    action: 'pickup.assign',
    to: '/console/pickups?tab=requested',
  },
  {
    key: 'control',
    index: 'controlCharts',
    label: '质控到期未测',
    action: 'controlChart.measure',
    to: '/console/control-charts?tab=due',
  },
  {
    key: 'threads',
    index: 'threads',
    label: '客户留言待回复',
    action: 'thread.write',
    to: '/console/threads?tab=waiting',
  },
  { key: 'groups', index: 'groups', label: '课题组待核验', action: 'group.verify', to: '/console/groups' },
  { key: 'reviews', index: 'reviews', label: '评价待审核', action: 'review.publish', to: '/console/reviews' },
  {
    key: 'claims',
    index: 'pointClaims',
    label: '致谢积分待审核',
    action: 'pointClaim.approve',
    to: '/console/points/claims',
  },
  {
    key: 'exchanges',
    index: 'pointExchanges',
    label: '积分商品待发货',
    action: 'pointExchange.ship',
    to: '/console/points/exchanges',
  },
  {
    key: 'seal',
    index: 'contracts',
    label: '待盖章合同',
    action: 'contract.seal',
    to: '/console/contracts?tab=to_seal',
  },
  {
    key: 'invoices',
    index: 'invoices',
    label: '开票申请待审核',
    action: 'invoice.approve',
    to: '/console/invoices?tab=pending',
  },
  {
    key: 'issuing',
    index: 'invoices',
    label: '待人工开票',
    action: 'invoice.issue',
    to: '/console/invoices?tab=issuing&way=manual',
  },
  {
    key: 'reddening',
    index: 'invoices',
    label: '红冲待处理',
    action: 'invoice.redden',
    to: '/console/invoices?tab=reddening',
  },
  {
    key: 'transfers',
    index: 'transfers',
    label: '待核销转账',
    action: 'transfer.match',
    to: '/console/transfers?tab=pending',
  },
  {
    key: 'transferCheck',
    index: 'transfers',
    label: '转账待复核',
    action: 'transfer.match',
    to: '/console/transfers?tab=checking&confirmable=yes',
  },
  {
    key: 'withdrawals',
    index: 'withdrawals',
    label: '提现待审核',
    action: 'withdrawal.approve',
    to: '/console/withdrawals?tab=pending',
  },
  {
    key: 'withdrawalCheck',
    index: 'withdrawals',
    label: '提现待复核',
    action: 'withdrawal.approve',
    to: '/console/withdrawals?tab=checking&confirmable=yes',
  },
  {
    key: 'withdrawalPay',
    index: 'withdrawals',
    label: '提现待打款',
    action: 'withdrawal.approve',
    to: '/console/withdrawals?tab=approved',
  },
  {
    key: 'refundCheck',
    index: 'refunds',
    label: '退款待复核',
    action: 'refund.confirm',
    to: '/console/refunds?tab=checking&confirmable=yes',
  },
  {
    key: 'amountCheck',
    index: 'finalAmounts',
    label: '结算金额待复核',
    action: 'settlement.confirmAmount',
    to: '/console/settlements?tab=checking&confirmable=yes',
  },
  {
    key: 'credit',
    index: 'creditApplications',
    label: '额度申请待审核',
    action: 'credit.raise',
    to: '/console/credit?tab=pending',
  },
  {
    key: 'creditCheck',
    index: 'creditApplications',
    label: '额度待复核',
    action: 'credit.raise',
    to: '/console/credit?tab=checking&confirmable=yes',
  },
  {
    key: 'differences',
    index: 'payDifferences',
    label: '对账差异待处理',
    action: 'payment.reconcile',
    to: '/console/payments?tab=differences',
  },
  {
    key: 'received',
    index: 'received',
    label: '到账待分配',
    action: 'received.assign',
    to: '/console/bank?tab=kept',
  },
  {
    key: 'receivedCheck',
    index: 'received',
    label: '退回到账待复核',
    action: 'received.return',
    to: '/console/bank?tab=returning&confirmable=yes',
  },
  {
    key: 'promoters',
    index: 'promoters',
    label: '推广申请待审核',
    action: 'promoter.approve',
    to: '/console/promoters?tab=pending',
  },
  {
    key: 'notices',
    index: 'notices',
    label: '通知发送失败',
    action: 'notice.resend',
    to: '/console/notices?tab=failed',
  },
  {
    key: 'faults',
    index: 'faults',
    label: '错误报告待处理',
    action: 'job.read',
    to: '/console/faults?tab=open',
  },
  {
    key: 'jobs',
    index: 'deadJobs',
    label: '后台任务失败',
    action: 'job.replay',
    to: '/console/jobs',
  },
] as const satisfies readonly { key: string; index: string; label: string; action: StaffAction; to: string }[]

/** Alarms have a page of their own instead of a list. */
export const alarmWork = {
  key: 'alarms',
  label: '安全告警待处理',
  action: 'safety.manage',
  to: '/console/safety',
} as const satisfies { key: string; label: string; action: StaffAction; to: string }

/** Days have a page of their own too; each open day counts. */
export const dayWork = {
  key: 'days',
  label: '待日结日期',
  action: 'books.close',
  to: '/console/days',
} as const satisfies { key: string; label: string; action: StaffAction; to: string }

export interface OtherWork {
  key: string
  label: string
  to: string
  count: number
  countIsCapped: boolean
}

import type { ConsolePage } from './console-page.ts'

/** The pages of the console about money, in menu order. */
export const moneyPages: { head: string; pages: ConsolePage[] } = {
  head: '财务',
  pages: [
    {
      path: 'settlements',
      file: '../billing/settlements/console/settlements.tsx',
      menu: { label: '结算', icon: 'wallet', action: 'settlement.read' },
    },
    { path: 'settlements/income', file: '../billing/settlements/console/income.tsx', action: 'settlement.read' },
    {
      path: 'settlements/receivables',
      file: '../billing/settlements/console/receivables.tsx',
      action: 'settlement.read',
    },
    {
      path: 'payments',
      file: '../money/payments/console/payments.tsx',
      menu: { label: '付款流水', icon: 'card', action: 'payment.read' },
    },
    {
      path: 'invoices',
      file: '../billing/invoices/console/invoices.tsx',
      menu: { label: '发票', icon: 'receipt', action: 'invoice.read' },
    },
    {
      path: 'statements',
      file: '../billing/statements/console/statements.tsx',
      menu: { label: '对账单', icon: 'statement', action: 'statement.read' },
    },
    {
      path: 'bank',
      file: '../money/prestore/console/bank.tsx',
      menu: { label: '银行流水', icon: 'bank', action: 'bank.read' },
    },
    {
      path: 'transfers',
      file: '../money/prestore/console/claims.tsx',
      menu: { label: '转账申请', icon: 'transfer', action: 'bank.read' },
    },
    {
      path: 'refunds',
      file: '../money/refunds/console/refunds.tsx',
      menu: { label: '退款', icon: 'undo', action: 'refund.read' },
    },
    {
      path: 'withdrawals',
      file: '../money/withdrawals/console/withdrawals.tsx',
      menu: { label: '提现', icon: 'withdraw', action: 'withdrawal.read' },
    },
    {
      path: 'credit',
      file: '../money/credit/console/credit.tsx',
      menu: { label: '信用额度', icon: 'credit', action: 'credit.read' },
    },
    {
      path: 'coupons',
      file: '../money/coupons/console/campaigns.tsx',
      menu: {
        label: '优惠券',
        icon: 'ticket',
        action: 'coupon.read',
        creates: { label: '新建优惠券活动', action: 'coupon.edit' },
      },
    },
    {
      path: 'promoters',
      file: '../money/promotion/console/promoters.tsx',
      menu: { label: '推广合伙人', icon: 'megaphone', action: 'promoter.read' },
    },
    { path: 'rebates', file: '../money/promotion/console/rebates.tsx', action: 'promoter.read' },
    {
      path: 'invitations',
      file: '../people/invitations/console/invitations.tsx',
      menu: { label: '邀请关系', icon: 'share', action: 'invite.read' },
    },
    {
      path: 'points',
      file: '../money/points/console/goods.tsx',
      menu: {
        label: '积分',
        icon: 'points',
        action: 'points.read',
        creates: { label: '新增积分商品', action: 'points.goods' },
      },
    },
    { path: 'points/exchanges', file: '../money/points/console/exchanges.tsx', action: 'points.read' },
    { path: 'points/claims', file: '../money/points/console/claims.tsx', action: 'points.read' },
    { path: 'points/rules', file: '../money/points/console/rules.tsx', action: 'points.read' },
    {
      path: 'books',
      file: '../money/books/console/books.tsx',
      menu: { label: '账目核对', icon: 'scale', action: 'books.read' },
    },
    {
      path: 'days',
      file: '../money/books/console/days.tsx',
      menu: { label: '日结', icon: 'book', action: 'books.read' },
    },
    { path: 'days/:day', file: '../money/books/console/day.tsx', action: 'books.read' },
    {
      path: 'accounting',
      file: '../money/accounting/console/accounting.tsx',
      menu: { label: '会计凭证', icon: 'voucher', action: 'books.read' },
    },
    { path: 'coupons/issued', file: '../money/coupons/console/issued.tsx', action: 'coupon.read' },
    { path: 'coupons/:id', file: '../money/coupons/console/campaign-page.tsx', action: 'coupon.read' },
  ],
}

import { invoices } from '../billing/invoices/list-actions.ts'
import { settlements } from '../billing/settlements/list-actions.ts'
import { orders } from '../workspace/order-page/list-actions.ts'
import { numberedSubject, type AuditWords, type SubjectKind } from '../workspace/audit/words-actions.ts'
import { contracts } from '../lab/contracts/list-actions.ts'
import { demands } from '../lab/demands/list-actions.ts'
import { instruments } from '../lab/instruments/actions.ts'
import { controlCharts } from '../lab/control-charts/read-actions.ts'
import { pickups } from '../lab/pickups/list-actions.ts'
import { samples } from '../lab/samples/list-actions.ts'
import { campaigns } from '../money/coupons/campaigns/campaign-actions.ts'
import { payments } from '../money/payments/console-actions.ts'
import { pointExchanges, pointGoods } from '../money/points/list-actions.ts'
import { refunds } from '../money/refunds/list-actions.ts'
import { withdrawals } from '../money/withdrawals/list-actions.ts'
import { signedInKinds } from '../core/safety/rules.ts'
import { groups } from '../people/groups/staff-actions.ts'
import { redirects } from '../shop/redirects/actions.ts'
import { reviews } from '../shop/reviews/list-actions.ts'
import { contentKinds, kindNames } from '../shop/editing/kinds/kind-rules.ts'
import { lifecycles } from './lifecycles.ts'

const listAt = (at: string, kw: string) => `${at}?${new URLSearchParams({ tab: 'all', kw })}`

/** Records whose list knows their number or name. */
const listedSubjects: SubjectKind[] = [
  numberedSubject('order', '订单', orders, (row) => row.orderNo, { to: (row) => `/console/orders/${row.orderNo}` }),
  numberedSubject('sample', '样品', samples, (row) => row.sampleNo, {
    to: (row) => `/console/samples/${row.sampleNo}`,
  }),
  numberedSubject('contract', '合同', contracts, (row) => row.contractNo, {
    to: (row) => listAt('/console/contracts', row.contractNo),
  }),
  numberedSubject('pickup', '取样单', pickups, (row) => row.pickupNo, {
    to: (row) => listAt('/console/pickups', row.pickupNo),
  }),
  numberedSubject('demand', '需求', demands, (row) => row.receiptNo, {
    to: (row) => `/console/demands/${row.id}`,
  }),
  numberedSubject('instrument', '仪器', instruments, (row) => row.instrumentNo, {
    to: (row) => `/console/instruments/${row.id}`,
  }),
  numberedSubject('controlChart', '质控图', controlCharts, (row) => row.chartNo, {
    to: (row) => `/console/control-charts/${row.id}`,
  }),
  numberedSubject('settlement', '结算单', settlements, (row) => row.settlementNo, {
    to: (row) => listAt('/console/settlements', row.settlementNo),
  }),
  numberedSubject('invoice', '开票申请', invoices, (row) => row.applicationNo, {
    to: (row) => listAt('/console/invoices', row.applicationNo),
  }),
  numberedSubject('payment', '付款', payments, (row) => row.paymentNo, {
    to: (row) => listAt('/console/payments', row.paymentNo),
  }),
  numberedSubject('refund', '退款', refunds, (row) => row.refundNo, {
    to: (row) => listAt('/console/refunds', row.refundNo),
  }),
  numberedSubject('withdrawal', '提现', withdrawals, (row) => row.withdrawalNo, {
    to: (row) => listAt('/console/withdrawals', row.withdrawalNo),
  }),
  numberedSubject('pointExchange', '积分兑换', pointExchanges, (row) => row.exchangeNo),
  numberedSubject('pointGoods', '积分商品', pointGoods, (row) => row.name),
  numberedSubject('couponCampaign', '优惠活动', campaigns, (row) => row.name, {
    to: (row) => `/console/coupons/${row.id}`,
  }),
  numberedSubject('redirect', '地址跳转', redirects, (row) => row.from),
  numberedSubject('review', '评价', reviews, (row) => `${row.orderNo} ${row.projectName}`),
  numberedSubject('group', '课题组', groups, (row) => row.name, { to: (row) => `/console/groups/${row.groupNo}` }),
]

const at = (to: string) => () => to

/** Lists that show account numbers or addresses in full, which leaves an audit row. */
const listsInFull = [invoices, withdrawals]

const signedInWords: Readonly<Record<string, string>> = signedInKinds

/** Records that are named by their id, or by the person they are. */
const plainSubjects: SubjectKind[] = [
  { entity: 'customer', label: '客户', page: { action: 'customer.read', to: (id) => `/console/customers/${id}` } },
  { entity: 'staff', label: '员工', page: { action: 'staff.manage', to: at('/console/staff') } },
  { entity: 'session', label: '登录', wordOf: (kind) => signedInWords[kind] },
  { entity: 'role', label: '角色', page: { action: 'staff.manage', to: (key) => `/console/staff/roles/${key}` } },
  { entity: 'report', label: '报告' },
  { entity: 'reservation', label: '预约' },
  { entity: 'reservationOffer', label: '改约' },
  { entity: 'shelf', label: '货架' },
  { entity: 'transfer', label: '转账申请' },
  { entity: 'received', label: '暂挂款' },
  { entity: 'bankLine', label: '银行流水' },
  { entity: 'credit', label: '额度申请' },
  { entity: 'finalAmount', label: '结算金额' },
  { entity: 'coupon', label: '优惠券' },
  { entity: 'promoter', label: '推广合伙人' },
  { entity: 'pointClaim', label: '积分申领' },
  { entity: 'pointTransfer', label: '积分转赠' },
  { entity: 'invitation', label: '邀请关系' },
  { entity: 'groupMember', label: '课题组成员' },
  { entity: 'groupTransfer', label: '课题组移交' },
  { entity: 'file', label: '文件' },
  { entity: 'upload', label: '上传' },
  { entity: 'image', label: '图片' },
  { entity: 'export', label: '导出' },
  { entity: 'importRun', label: '导入', page: { action: 'import.use', to: (id) => `/console/imports/${id}` } },
  { entity: 'apiKey', label: 'API 密钥' },
  { entity: 'webhook', label: '推送地址' },
  {
    entity: 'list',
    label: '列表',
    wordOf: (name) => listsInFull.find(({ index }) => index.name === name)?.index.label,
  },
  { entity: 'job', label: '后台任务', page: { action: 'job.read', to: at('/console/jobs') } },
  { entity: 'fault', label: '错误报告', page: { action: 'job.read', to: (id) => `/console/faults/${id}` } },
  { entity: 'backfill', label: '数据补填' },
  { entity: 'journal', label: '会计凭证', page: { action: 'books.read', to: at('/console/accounting') } },
  { entity: 'accounting', label: '会计科目', page: { action: 'books.read', to: at('/console/accounting') } },
  { entity: 'day', label: '日结', page: { action: 'books.read', to: (id) => `/console/days/${id}` } },
  { entity: 'setting', label: '设置', page: { action: 'settings.edit', to: at('/console/settings') } },
  ...kindNames.map((kind) => ({
    entity: kind,
    label: contentKinds[kind].label,
    page: { action: contentKinds[kind].action ?? 'content.edit', to: (id: string) => `/console/content/${kind}/${id}` },
  })),
]

/** How the rows of the audit log are called. */
export const auditWords: AuditWords = { lifecycles, subjects: [...listedSubjects, ...plainSubjects] }

import { shanghaiDate } from '../src/platform/time.ts'
import { consoleNav } from '../src/app/layouts/console-nav.ts'
import { openMemberPages } from '../src/app/member-pages.ts'
import type { Role } from '../src/core/staff/rules.ts'
import type { Demo, Person } from './demo.ts'

export interface Screen {
  path: string
  /** Names of buttons on this screen that open a dialog, or of a menu and its entry that does. */
  opens?: readonly Opener[]
}

export type Opener = string | RegExp | { menu: string | RegExp; entry: string }

/** Every page of customers and staff, once per role that sees it differently and once per stage that changes it. */
export function screensOf({
  orders,
  paymentNo,
  curveFileId,
  demandId,
  bannerId,
  groupNo,
  importId,
  faultId,
  collectionId,
}: Demo): [Person | undefined, Screen[]][] {
  const order = (path: string, { orderNo }: { orderNo: string }, opens: Screen['opens'] = []): Screen => ({
    path: `${path}/${orderNo}`,
    opens,
  })
  const wizard = [1, 2, 3, 4, 5].map((step) => `/experiment/step${step}`)
  return [
    [undefined, paths(['/console/login', '/member/center', '/experiment/plan'])],
    [
      'teacher',
      [
        ...withDialogs([...openMemberPages], {
          '/member/prestore': ['申请预存', '在线充值'],
          '/member/unpaid': [/^支付结算单/],
          '/member/address': [/新增/],
          '/member/invoiceMg': ['新增抬头'],
          '/member/integral': ['论文致谢领积分', '转赠积分', /^兑换 /],
        }),
        { path: `/member/pay/${paymentNo}` },
        { path: `/member/analysis?file=${curveFileId}`, opens: [/^修改备注/] },
        ...paths([
          '/member/order?tab=delivered',
          '/member/library?tab=collections',
          '/member/oquery?no=MX',
          '/experiment/contract',
          '/experiment/demand',
        ]),
        ...paths(['ledger', 'exchanges', 'transfers', 'claims'].map((tab) => `/member/integral?tab=${tab}`)),
        order('/member/order', orders.review, ['取消订单']),
        order('/member/order', orders.awaiting),
        order('/member/order', orders.testing),
        order('/member/order', orders.delivered, ['确认完成', /^评价 /, '方法段落', '数据包']),
        ...paths([`/member/figure/${curveFileId}`, `/member/library/${collectionId}`]),
        order('/member/order', orders.unsettled),
        order('/member/order', orders.unpaid),
        { path: '/experiment/plan', opens: [/^修改/, { menu: /的更多操作$/, entry: '相同条件' }] },
        ...paths(wizard),
        { path: `/experiment/step6?orderNo=${orders.review.orderNo}` },
        order('/experiment/labels', orders.awaiting),
        order('/experiment/packing', orders.awaiting),
      ],
    ],
    ['student', paths([...openMemberPages, '/experiment/contract', '/experiment/demand', '/experiment/plan'])],
    [
      'enterprise',
      [
        order('/member/order', orders.quoted, ['接受报价']),
        order('/member/order', orders.contract),
        { path: '/experiment/contract', opens: [/^查看并签署/] },
        ...paths(['/member/center', '/member/prestore']),
      ],
    ],
    ['individual', [...paths(['/member/center', '/member/unpaid']), order('/member/order', orders.prepay)]],
    [
      'manager',
      [
        ...consoleOf('manager', {
          '/console/contracts': [/^拟定合同/],
          '/console/settlements': [/^核定/],
          '/console/imports': ['新建导入'],
        }),
        { path: `/console/imports/${importId}`, opens: ['取消导入', /^只导入正确的/] },
        order('/console/orders', orders.review, ['审核通过', '驳回订单', '取消订单']),
        { path: `/console/demands/${demandId}` },
        { path: `/console/groups/${groupNo}` },
        { path: '/console/customers/1', opens: ['结束全部登录', '新建待办', '登记通话'] },
        order('/console/orders', orders.awaiting),
        order('/console/orders', orders.testing, ['登记致电']),
        order('/console/orders', orders.delivered),
        order('/console/orders', orders.quoted),
        order('/console/orders', orders.contract),
      ],
    ],
    [
      'lab',
      [
        ...consoleOf('lab', { '/console/control-charts': ['建立质控图'] }),
        { path: '/console/control-charts/1', opens: ['登记测量', '设定界限', '修改', '停用'] },
        ...paths(['/console/instruments/1', '/console/control-charts/measurements', '/console/reservations/calendar']),
        order('/console/tasks', orders.testing, ['上报异常']),
        order('/console/tasks', orders.handedIn),
      ],
    ],
    ['reviewer', [...consoleOf('reviewer'), order('/console/verify', orders.handedIn, ['退回检测', '审核通过并交付'])]],
    [
      'logistics',
      [
        ...consoleOf('logistics'),
        order('/console/orders', orders.awaiting),
        order('/console/labels', orders.awaiting),
        { path: '/console/samples/shelves', opens: ['新增架位'] },
        ...paths([`/console/samples/${orders.testing.orderNo}01`, '/console/labels/shelves?codes=A-01']),
        { path: `/console/labels?nos=${orders.testing.orderNo}01` },
      ],
    ],
    [
      'finance',
      [
        ...consoleOf('finance', {
          '/console/bank': ['导入流水'],
          '/console/invoices': ['导入结果', '开票设置'],
          '/console/transfers': [/^驳回/],
          '/console/withdrawals': ['退款到银行账户', /^通过/],
          '/console/refunds': ['原路退回', '退至余额'],
          '/console/credit': [/^通过/, /^驳回/],
        }),
        ...paths([
          `/console/payments?open=${paymentNo}`,
          '/console/payments?tab=differences',
          '/console/payments?tab=bills',
          '/console/coupons/1',
          '/console/coupons/issued',
          '/console/rebates',
          '/console/settlements/income',
          '/console/settlements/receivables',
          '/console/points/rules',
          `/console/days/${shanghaiDate(new Date())}`,
        ]),
        order('/console/orders', orders.unpaid),
      ],
    ],
    [
      'editor',
      [
        ...consoleOf('editor', { '/console/points': ['新增商品'] }),
        ...paths(['/console/content/banner', `/console/content/banner/${bannerId}`]),
        ...paths(['/console/points/exchanges', '/console/points/claims', '/console/redirects/missing']),
        ...paths(['/console/projects/new', '/console/projects/1?section=form', '/console/projects/1?section=price']),
      ],
    ],
    [
      'admin',
      [
        ...consoleOf('admin'),
        ...paths([
          '/console/notices/wordings',
          '/console/staff/roles',
          '/console/staff/roles/new',
          '/console/staff/roles/finance',
          '/console/sign-ins',
          '/console/tables',
          '/console/faults',
          `/console/faults/${faultId}`,
        ]),
      ],
    ],
  ]
}

function paths(list: readonly string[]): Screen[] {
  return list.map((path) => ({ path }))
}

function withDialogs(list: readonly string[], opens: Record<string, Screen['opens']>): Screen[] {
  return list.map((path) => ({ path, opens: opens[path] }))
}

/** All pages in this role's menu, so that new pages are checked automatically. */
function consoleOf(role: Role, opens: Record<string, Screen['opens']> = {}): Screen[] {
  return withDialogs(
    consoleNav({ role, actions: null }).flatMap(({ items }) => items.map(({ to }) => to)),
    opens,
  )
}

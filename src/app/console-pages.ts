import { moneyPages } from './console-money-pages.ts'
import type { ConsolePage } from './console-page.ts'

/** Every page of the console in menu order. The routes and the menu are both derived from this list. */
export const consolePages: { head?: string; pages: ConsolePage[] }[] = [
  {
    pages: [
      {
        path: '',
        file: '../workspace/inbox/console/inbox.tsx',
        menu: { label: '工作台', icon: 'home', action: 'inbox.read' },
      },
      {
        path: 'todos',
        file: '../workspace/notes/console/todos.tsx',
        menu: {
          label: '待办',
          icon: 'list-check',
          action: 'todo.use',
          creates: { label: '新建待办', action: 'todo.use' },
        },
      },
      {
        path: 'figures',
        file: '../workspace/figures/console/figures.tsx',
        menu: { label: '经营看板', icon: 'activity', action: 'figures.read' },
      },
    ],
  },
  {
    head: '订单',
    pages: [
      {
        path: 'orders',
        file: '../workspace/order-page/console/order-list.tsx',
        menu: { label: '全部订单', icon: 'file', action: 'order.read' },
      },
      {
        path: 'threads',
        file: '../workspace/threads/console/threads.tsx',
        menu: { label: '订单沟通', icon: 'message', action: 'thread.read' },
      },
      { path: 'orders/:orderNo', file: '../workspace/order-page/console/order-page.tsx', action: 'order.read' },
      {
        path: 'customers',
        file: '../people/customers/console/customers.tsx',
        menu: { label: '客户', icon: 'contacts', action: 'customer.read' },
      },
      { path: 'customers/:id', file: '../workspace/customer-page/console/customer-page.tsx', action: 'customer.read' },
      {
        path: 'reservations',
        file: '../lab/visits/console/reservations.tsx',
        menu: { label: '预约', icon: 'calendar', action: 'reservation.read' },
      },
      { path: 'reservations/calendar', file: '../lab/visits/console/calendar.tsx', action: 'reservation.read' },
      {
        path: 'demands',
        file: '../lab/demands/console/demands.tsx',
        menu: { label: '需求', icon: 'chat', action: 'demand.read' },
      },
      { path: 'demands/:id', file: '../lab/demands/console/demand-page.tsx', action: 'demand.read' },
      {
        path: 'groups',
        file: '../people/groups/console/groups.tsx',
        menu: { label: '课题组', icon: 'group', action: 'group.read' },
      },
      { path: 'groups/:groupNo', file: '../workspace/notes/console/group-page.tsx', action: 'group.read' },
      {
        path: 'contracts',
        file: '../lab/contracts/console/contracts.tsx',
        menu: { label: '合同', icon: 'contract', action: 'contract.read' },
      },
      {
        path: 'imports',
        file: '../core/imports/console/imports.tsx',
        menu: { label: '数据导入', icon: 'import', action: 'import.use' },
      },
      { path: 'imports/:id', file: '../core/imports/console/run-page.tsx', action: 'import.use' },
    ],
  },
  {
    head: '检测',
    pages: [
      {
        path: 'tasks',
        file: '../lab/reports/console/tasks.tsx',
        menu: { label: '检测任务', icon: 'flask', action: 'order.assign' },
      },
      { path: 'tasks/:orderNo', file: '../lab/reports/console/task.tsx', id: 'console-task', action: 'report.read' },
      {
        path: 'load',
        file: '../lab/orders/console/load.tsx',
        menu: { label: '仪器负荷', icon: 'load', action: 'order.assign' },
      },
      {
        path: 'verify',
        file: '../lab/reports/console/verify-list.tsx',
        menu: { label: '数据审核', icon: 'verify', action: 'order.verify' },
      },
      {
        path: 'promises',
        file: '../lab/intake/console/promises.tsx',
        menu: { label: '承诺兑现', icon: 'clock', action: 'promise.read' },
      },
      {
        path: 'instruments',
        file: '../lab/instruments/console/instruments.tsx',
        menu: {
          label: '仪器',
          icon: 'microscope',
          action: 'instrument.read',
          creates: { label: '登记仪器', action: 'instrument.edit' },
        },
      },
      { path: 'instruments/:id', file: '../lab/reports/console/instrument.tsx', action: 'instrument.read' },
      {
        path: 'control-charts',
        file: '../lab/control-charts/console/charts.tsx',
        menu: {
          label: '质控图',
          icon: 'control-chart',
          action: 'controlChart.read',
          creates: { label: '建立质控图', action: 'controlChart.edit' },
        },
      },
      {
        path: 'control-charts/measurements',
        file: '../lab/control-charts/console/measurements.tsx',
        action: 'controlChart.read',
      },
      { path: 'control-charts/:id', file: '../lab/control-charts/console/chart.tsx', action: 'controlChart.read' },
      { path: 'verify/:orderNo', file: '../lab/reports/console/task.tsx', id: 'console-verify', action: 'report.read' },
    ],
  },
  {
    head: '样品',
    pages: [
      {
        path: 'samples',
        file: '../lab/samples/console/samples.tsx',
        menu: { label: '全部样品', icon: 'tube', action: 'sample.read' },
      },
      { path: 'samples/shelves', file: '../lab/samples/console/shelves.tsx', action: 'sample.read' },
      { path: 'samples/:sampleNo', file: '../lab/intake/console/sample-page.tsx', action: 'sample.read' },
      {
        path: 'pickups',
        file: '../lab/pickups/console/pickups.tsx',
        menu: { label: '上门取样', icon: 'parcel', action: 'pickup.read' },
      },
      {
        path: 'pickups/route',
        file: '../lab/pickups/console/route-sheet.tsx',
        menu: { label: '取样路线', icon: 'route', action: 'pickup.depart' },
      },
      {
        path: 'intake',
        file: '../lab/intake/console/intake.tsx',
        menu: { label: '扫码收样', icon: 'scan', action: 'sample.receive' },
      },
      {
        path: 'bench',
        file: '../lab/intake/console/bench.tsx',
        phone: true,
        menu: { label: '手机收样', icon: 'smartphone', action: 'sample.read' },
      },
      {
        path: 'returns',
        file: '../lab/intake/console/returns.tsx',
        menu: { label: '样品寄回', icon: 'truck', action: 'sample.return' },
      },
    ],
  },
  moneyPages,
  {
    head: '网站',
    pages: [
      {
        path: 'projects',
        file: '../shop/project-editing/console/projects.tsx',
        menu: {
          label: '检测项目',
          icon: 'grid',
          action: 'project.open',
          creates: { label: '新建检测项目', action: 'catalogue.edit' },
        },
      },
      { path: 'projects/:id', file: '../shop/editing/console/project-page.tsx', action: 'project.open' },
      {
        path: 'content',
        file: '../shop/editing/console/kind-index.tsx',
        id: 'console-content',
        menu: { label: '内容管理', icon: 'edit', action: 'content.edit' },
      },
      { path: 'content/:kind', file: '../shop/editing/console/item-list.tsx', action: 'content.open' },
      { path: 'content/:kind/:id', file: './pages/content-item.tsx', action: 'content.open' },
      {
        path: 'media',
        file: '../shop/editing/console/images/library.tsx',
        menu: { label: '图片库', icon: 'image', action: 'content.edit' },
      },
      {
        path: 'reviews',
        file: '../shop/reviews/console/reviews.tsx',
        menu: { label: '评价', icon: 'review', action: 'review.read' },
      },
      {
        path: 'settings',
        file: '../shop/editing/console/kind-index.tsx',
        id: 'console-settings',
        menu: { label: '网站设置', icon: 'settings', action: 'settings.edit' },
      },
      {
        path: 'redirects',
        file: '../shop/redirects/console/redirects.tsx',
        menu: {
          label: '地址跳转',
          icon: 'redirect',
          action: 'settings.edit',
          creates: { label: '新增地址跳转', action: 'settings.edit' },
        },
      },
      { path: 'redirects/missing', file: '../shop/redirects/console/missing.tsx', action: 'settings.edit' },
    ],
  },
  {
    head: '消息',
    pages: [
      {
        path: 'notices',
        file: '../workspace/notices/console/notice-log.tsx',
        menu: { label: '通知记录', icon: 'bell', action: 'notice.read' },
      },
      { path: 'notices/wordings', file: '../workspace/notices/console/wordings.tsx', action: 'notice.read' },
      {
        path: 'outbox',
        file: '../workspace/notices/console/outbox.tsx',
        menu: { label: '本地发件箱', icon: 'mail', action: 'outbox.read' },
      },
    ],
  },
  {
    head: '账号',
    pages: [
      {
        path: 'staff',
        file: '../core/staff/console/staff.tsx',
        menu: {
          label: '员工与角色',
          icon: 'users',
          action: 'staff.manage',
          creates: { label: '新增员工', action: 'staff.manage' },
        },
      },
      { path: 'staff/roles', file: './pages/roles.tsx', action: 'staff.manage' },
      { path: 'staff/roles/:key', file: './pages/role.tsx', action: 'staff.manage' },
      {
        path: 'absences',
        file: '../core/staff/console/absences.tsx',
        menu: {
          label: '不在岗与代班',
          icon: 'door',
          action: 'console.enter',
          creates: { label: '登记不在岗', action: 'console.enter' },
        },
      },
      {
        path: 'safety',
        file: '../core/safety/console/safety.tsx',
        menu: { label: '安全告警', icon: 'alert', action: 'safety.manage' },
      },
      {
        path: 'audit',
        file: '../workspace/audit/console/audit.tsx',
        menu: { label: '操作日志', icon: 'history', action: 'audit.read' },
      },
      { path: 'sign-ins', file: '../workspace/audit/console/sign-ins.tsx', action: 'audit.read' },
      {
        path: 'health',
        file: '../core/health/console/health.tsx',
        menu: { label: '系统状态', icon: 'health', action: 'job.read' },
      },
      { path: 'faults', file: '../core/faults/console/faults.tsx', action: 'job.read' },
      { path: 'faults/:id', file: '../core/faults/console/fault.tsx', action: 'job.read' },
      {
        path: 'jobs',
        file: '../core/upkeep/console/jobs.tsx',
        menu: { label: '后台任务', icon: 'tasks', action: 'job.read' },
      },
      { path: 'tables', file: '../core/upkeep/console/tables.tsx', action: 'job.read' },
      {
        path: 'returning',
        file: '../people/sign-in/console/returning.tsx',
        menu: { label: '待核实账户', icon: 'vouch', action: 'account.vouch' },
      },
      {
        path: 'security',
        file: '../core/staff/console/security.tsx',
        menu: { label: '登录安全', icon: 'shield', action: 'console.enter' },
      },
      {
        path: 'releases',
        file: '../core/releases/console/releases.tsx',
        menu: { label: '版本更新', icon: 'release', action: 'console.enter' },
      },
    ],
  },
]

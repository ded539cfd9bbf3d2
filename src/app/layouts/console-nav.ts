import { kindNames, kindOf } from '../../shop/editing/kind-rules.ts'
import { mayAct, type StaffAction } from '../../ground/staff/rules.ts'
import type { ConsoleNavGroup } from '../../ui/shell/console-shell.tsx'
import type { IconName } from '../../ui/icon.tsx'

interface Entry {
  to: string
  label: string
  icon: IconName
  /** Stands in the menu of every role that may do this. */
  action: StaffAction
}

/** The console's menu. An entry comes with the route of its page, never before it. */
const groups: { head?: string; entries: Entry[] }[] = [
  { entries: [{ to: '/console', label: '工作台', icon: 'home', action: 'inbox.read' }] },
  {
    head: '订单',
    entries: [
      { to: '/console/orders', label: '全部订单', icon: 'file', action: 'order.read' },
      { to: '/console/reservations', label: '预约', icon: 'calendar', action: 'reservation.read' },
      { to: '/console/demands', label: '需求', icon: 'chat', action: 'demand.read' },
      { to: '/console/contracts', label: '合同', icon: 'copy', action: 'contract.read' },
    ],
  },
  {
    head: '检测',
    entries: [
      { to: '/console/tasks', label: '检测任务', icon: 'flask', action: 'order.startTesting' },
      { to: '/console/verify', label: '数据审核', icon: 'check', action: 'order.verify' },
    ],
  },
  {
    head: '样品',
    entries: [
      { to: '/console/intake', label: '扫码收样', icon: 'qr', action: 'sample.receive' },
      { to: '/console/returns', label: '样品寄回', icon: 'truck', action: 'sample.return' },
    ],
  },
  {
    head: '财务',
    entries: [
      { to: '/console/settlements', label: '结算', icon: 'wallet', action: 'settlement.read' },
      { to: '/console/bank', label: '银行流水', icon: 'download', action: 'bank.read' },
      { to: '/console/prestore', label: '预存申请', icon: 'plus', action: 'bank.read' },
      { to: '/console/credit', label: '信用额度', icon: 'star', action: 'credit.read' },
    ],
  },
  {
    head: '网站',
    entries: [
      { to: '/console/content', label: '内容管理', icon: 'edit', action: 'content.edit' },
      { to: '/console/settings', label: '网站设置', icon: 'pin', action: 'settings.edit' },
    ],
  },
  {
    head: '消息',
    entries: [
      { to: '/console/notices', label: '通知记录', icon: 'bell', action: 'notice.read' },
      { to: '/console/outbox', label: '本地发件箱', icon: 'mail', action: 'outbox.read' },
    ],
  },
  {
    head: '账号',
    entries: [
      { to: '/console/staff', label: '员工与角色', icon: 'users', action: 'staff.manage' },
      { to: '/console/safety', label: '安全告警', icon: 'alert', action: 'safety.manage' },
      { to: '/console/jobs', label: '后台任务', icon: 'refresh', action: 'job.read' },
      { to: '/console/returning', label: '待核实账户', icon: 'user', action: 'account.vouch' },
      { to: '/console/security', label: '登录安全', icon: 'phone', action: 'console.enter' },
    ],
  },
]

const entries = groups.flatMap((group) => group.entries)

/** The entry of the menu that a page belongs to. The forms of settings stand among the content, and belong to 网站设置. */
export function placeOf(pathname: string): string {
  const path = pathname.replace(/\/+$/, '') || '/'
  const [, kind] = /^\/console\/content\/([^/]+)/.exec(path) ?? []
  return kindNames.some((name) => name === kind && kindOf(name).group === '设置') ? '/console/settings' : path
}

/** Whether the role may open this page of the menu; of pages below one the calls decide, which know what is asked for. */
export function mayOpen(role: string, pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '')
  const entry = entries.find(({ to }) => to === path)
  return entry === undefined || mayAct(role, entry.action)
}

export function consoleNav(role: string): ConsoleNavGroup[] {
  return groups
    .map(({ head, entries }) => ({
      ...(head ? { head } : {}),
      items: entries.filter(({ action }) => mayAct(role, action)).map(({ to, label, icon }) => ({ to, label, icon })),
    }))
    .filter(({ items }) => items.length > 0)
}

/** Roles of staff and what each may do. The server's check, the menus of the console and the tests all read this table. */
export const roles = {
  manager: '客户经理',
  lab: '实验员',
  reviewer: '审核员',
  finance: '财务',
  logistics: '收发样',
  editor: '内容运营',
  admin: '管理员',
} as const

export type Role = keyof typeof roles

const everyone = Object.keys(roles) as Role[]

/** Action → roles. Transitions are listed as `${entity}.${transition}`. Admin manages people and settings and takes no part in the business. */
export const actionRoles = {
  'console.enter': everyone,
  'inbox.read': everyone,
  'order.read': ['manager', 'lab', 'reviewer', 'finance', 'logistics'],
  'order.approve': ['manager'],
  'order.reject': ['manager'],
  'order.quote': ['manager'],
  'order.reviseQuote': ['manager'],
  'order.withdrawQuote': ['manager'],
  'order.cancelByStaff': ['manager'],
  'order.checkIn': ['lab', 'logistics'],
  'order.acceptRetest': ['manager'],
  'order.declineRetest': ['manager'],
  'order.settleDispute': ['manager'],
  'order.offerRetest': ['manager'],
  'order.reduceDisputed': ['manager'],
  'order.dismissDispute': ['manager'],
  'order.startCorrection': ['manager', 'reviewer'],
  'order.logCall': ['manager'],
  'contract.read': ['manager', 'finance'],
  'contract.issue': ['manager'],
  'contract.seal': ['manager'],
  'contract.sendBack': ['manager'],
  'contract.void': ['manager'],
  'sample.read': ['manager', 'lab', 'reviewer', 'logistics'],
  'sample.receive': ['logistics'],
  'sample.refuse': ['logistics'],
  'sample.return': ['logistics'],
  'sample.dispose': ['logistics', 'lab'],
  'order.startTesting': ['lab'],
  'order.hold': ['lab'],
  'report.record': ['lab'],
  'report.upload': ['lab'],
  'report.withdraw': ['reviewer', 'manager'],
  'order.handIn': ['lab'],
  'file.upload': ['manager', 'lab', 'logistics', 'finance'],
  'file.read': ['manager', 'lab', 'reviewer', 'finance', 'logistics'],
  'report.read': ['manager', 'lab', 'reviewer'],
  'order.verify': ['reviewer'],
  'order.returnToTesting': ['reviewer'],
  'settlement.read': ['manager', 'finance'],
  'settlement.fixAmount': ['manager'],
  'settlement.confirmAmount': ['manager', 'finance'],
  'settlement.takeBackAmount': ['manager'],
  'bank.read': ['finance'],
  'bank.import': ['finance'],
  'payment.read': ['finance'],
  'payment.ask': ['finance'],
  'payment.reconcile': ['finance'],
  'demand.read': ['manager'],
  'demand.answer': ['manager'],
  'demand.close': ['manager'],
  'demand.settle': ['manager'],
  'transfer.match': ['finance'],
  'transfer.reject': ['finance'],
  'received.keep': ['finance'],
  'received.assign': ['finance'],
  'received.return': ['finance'],
  'customer.read': ['manager', 'finance'],
  'credit.read': ['manager', 'finance'],
  'credit.raise': ['finance'],
  'coupon.read': ['editor', 'finance', 'manager'],
  'coupon.edit': ['editor', 'finance'],
  'coupon.issue': ['editor', 'finance', 'manager'],
  'coupon.withdraw': ['finance'],
  'notice.read': ['manager', 'finance', 'admin'],
  'notice.resend': ['manager', 'admin'],
  'reservation.read': ['manager', 'lab', 'logistics'],
  'reservation.confirm': ['lab', 'manager'],
  'catalogue.edit': ['editor'],
  'content.edit': ['editor'],
  'settings.edit': ['admin', 'editor'],
  'staff.manage': ['admin'],
  'safety.manage': ['admin'],
  'account.vouch': ['manager', 'admin'],
  'audit.read': ['admin'],
  'job.read': ['admin'],
  'job.replay': ['admin'],
  'job.discard': ['admin'],
  'outbox.read': ['admin', 'manager'],
  // Opens the editing of content; which kinds a role may read and change is decided by the action of the kind (content.edit, …).
  'content.open': ['editor', 'admin'],
} as const satisfies Record<string, readonly Role[]>

export type StaffAction = keyof typeof actionRoles

/** False for an action that is not in the table: nobody may take it. */
export function mayAct(role: string, action: string): boolean {
  return Object.hasOwn(actionRoles, action) && (actionRoles[action as StaffAction] as readonly string[]).includes(role)
}

/** The published password of the demo accounts; refused when the demo is off. */
export const DEMO_STAFF_PASSWORD = 'Mingxi-demo-2026'

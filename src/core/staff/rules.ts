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
  // Puts the guide of a new laboratory away, and its example on sale and off.
  'setup.guide': ['admin', 'manager', 'editor'],
  'figures.read': ['manager', 'finance', 'lab', 'reviewer', 'admin'],
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
  // Enters the waybill of a sample on its way, for the customer.
  'sample.send': ['manager', 'logistics'],
  'sample.takeBackSend': ['manager', 'logistics'],
  'sample.move': ['logistics', 'lab'],
  'shelf.edit': ['logistics', 'manager'],
  'sample.photo': ['logistics', 'lab'],
  'sample.dispose': ['logistics', 'lab'],
  'pickup.read': ['manager', 'logistics'],
  'pickup.assign': ['manager', 'logistics'],
  'pickup.depart': ['logistics'],
  'pickup.collect': ['logistics'],
  'pickup.fail': ['logistics'],
  'pickup.arrive': ['logistics'],
  'pickup.drop': ['manager', 'logistics'],
  'order.startTesting': ['lab'],
  'order.assign': ['manager', 'lab'],
  'promise.read': ['manager', 'admin'],
  'order.hold': ['lab'],
  'report.record': ['lab'],
  'report.upload': ['lab'],
  'report.withdraw': ['reviewer', 'manager'],
  'order.handIn': ['lab'],
  'file.upload': ['manager', 'lab', 'logistics', 'finance'],
  // What a role may open is decided by the purpose of the file; everybody may open their own exports.
  'file.read': everyone,
  'report.read': ['manager', 'lab', 'reviewer'],
  'order.verify': ['reviewer'],
  'order.returnToTesting': ['reviewer'],
  'settlement.read': ['manager', 'finance'],
  'statement.read': ['manager', 'finance'],
  'statement.make': ['finance'],
  'settlement.remind': ['manager', 'finance'],
  'settlement.fixAmount': ['manager'],
  'settlement.confirmAmount': ['manager', 'finance'],
  'settlement.takeBackAmount': ['manager'],
  'bank.read': ['finance'],
  'bank.import': ['finance'],
  'books.read': ['finance', 'admin'],
  'books.check': ['finance', 'admin'],
  'books.close': ['finance'],
  'books.export': ['finance'],
  'payment.read': ['finance'],
  'payment.ask': ['finance'],
  'payment.reconcile': ['finance'],
  'demand.read': ['manager'],
  'demand.answer': ['manager'],
  'demand.close': ['manager'],
  'demand.settle': ['manager'],
  'transfer.match': ['finance'],
  'transfer.reject': ['finance'],
  'refund.read': ['finance'],
  'refund.make': ['finance'],
  'refund.confirm': ['finance'],
  'refund.decline': ['finance'],
  'withdrawal.read': ['finance'],
  'withdrawal.make': ['finance'],
  'withdrawal.approve': ['finance'],
  'withdrawal.reject': ['finance'],
  'withdrawal.pay': ['finance'],
  'received.keep': ['finance'],
  'received.assign': ['finance'],
  'received.return': ['finance'],
  'invoice.read': ['manager', 'finance'],
  'invoice.approve': ['finance'],
  'invoice.reject': ['finance'],
  'invoice.takeBack': ['finance'],
  'invoice.issue': ['finance'],
  'invoice.requestRed': ['finance'],
  'invoice.declineRed': ['finance'],
  'invoice.redden': ['finance'],
  'invoice.export': ['finance'],
  'invoice.settings': ['finance'],
  'fund.settings': ['finance'],
  'group.read': ['manager', 'finance'],
  'group.verify': ['manager'],
  'group.refuse': ['manager'],
  'customer.read': ['manager', 'finance'],
  // Shows the full phone number and e-mail; each view is audited and counted.
  'customer.contact': ['manager', 'finance'],
  'customer.assign': ['manager'],
  'webhook.manage': ['manager'],
  'credit.read': ['manager', 'finance'],
  'credit.raise': ['finance'],
  'coupon.read': ['editor', 'finance', 'manager'],
  'coupon.edit': ['editor', 'finance'],
  'coupon.issue': ['editor', 'finance', 'manager'],
  'coupon.withdraw': ['finance'],
  'review.read': ['editor', 'manager'],
  'review.publish': ['editor', 'manager'],
  'review.hide': ['editor', 'manager'],
  'review.reply': ['editor', 'manager'],
  'points.read': ['editor', 'finance', 'manager', 'logistics'],
  'points.goods': ['editor'],
  'points.rules': ['finance'],
  'pointExchange.ship': ['logistics', 'editor'],
  'pointExchange.cancelByStaff': ['editor'],
  // Approving publishes the acknowledgement, so it needs the role that edits content.
  'pointClaim.approve': ['editor'],
  'pointClaim.reject': ['editor'],
  'pointClaim.revoke': ['editor'],
  'invite.read': ['manager', 'finance'],
  'invite.clear': ['manager', 'finance'],
  'invite.rules': ['finance'],
  'promoter.read': ['manager', 'finance'],
  'promoter.approve': ['manager', 'finance'],
  'promoter.reject': ['manager', 'finance'],
  'promoter.suspend': ['finance'],
  'promoter.resume': ['finance'],
  'promoter.rules': ['finance'],
  'thread.read': ['manager', 'lab', 'reviewer', 'logistics'],
  'thread.write': ['manager', 'lab'],
  // What a role reads of notes and calls is decided by the record that they are about.
  'note.read': ['manager', 'lab', 'reviewer', 'finance', 'logistics'],
  'note.write': ['manager', 'lab', 'reviewer', 'finance', 'logistics'],
  'call.read': ['manager', 'lab', 'reviewer', 'finance', 'logistics'],
  'call.log': ['manager', 'finance'],
  'todo.use': everyone,
  'notice.read': ['manager', 'finance', 'admin'],
  'notice.resend': ['manager', 'admin'],
  'notice.edit': ['manager', 'admin'],
  'reservation.read': ['manager', 'lab', 'logistics'],
  'reservation.confirm': ['lab', 'manager'],
  'instrument.read': ['manager', 'lab', 'reviewer', 'logistics'],
  'instrument.edit': ['lab', 'manager'],
  // Stops, calibrates and blocks an instrument, and writes its diaries.
  'instrument.move': ['lab'],
  'controlChart.read': ['manager', 'lab', 'reviewer'],
  // Makes charts, sets their limits and stops them.
  'controlChart.edit': ['lab'],
  // Enters measurements and takes them back.
  'controlChart.measure': ['lab'],
  'catalogue.edit': ['editor'],
  // Opens the projects of the catalogue. Text and parameters need catalogue.edit, prices project.price.
  'project.open': ['editor', 'manager'],
  'project.price': ['manager'],
  'content.edit': ['editor'],
  'settings.edit': ['admin', 'editor'],
  'staff.manage': ['admin'],
  // Enters the absence of others; everyone enters the own one.
  'staff.absence': ['manager', 'admin'],
  'safety.manage': ['admin'],
  'account.vouch': ['manager', 'admin'],
  'audit.read': ['admin'],
  // Opens the imports; which data a role may import is decided by the action of the kind.
  'import.use': ['manager', 'logistics'],
  'importRun.commit': ['manager', 'logistics'],
  'importRun.cancel': ['manager', 'logistics'],
  'importRun.stop': ['manager', 'logistics'],
  'importRun.undo': ['manager', 'logistics'],
  'customer.import': ['manager'],
  'job.read': ['admin'],
  'fault.mark': ['admin'],
  'job.replay': ['admin'],
  'job.discard': ['admin'],
  'outbox.read': ['admin', 'manager'],
  // Opens the editing of content; which kinds a role may read and change is decided by the action of the kind (content.edit, …).
  'content.open': ['editor', 'admin', 'manager'],
} as const satisfies Record<string, readonly Role[]>

export type StaffAction = keyof typeof actionRoles

/** What decides what a person may do: the actions of a custom role, otherwise the built-in role. */
export interface Acting {
  role: string
  /** Null: the built-in role as it is. */
  actions: readonly string[] | null
}

/** A person who has a built-in role as it is. */
export function builtIn(role: Role): Acting {
  return { role, actions: null }
}

/** False for an action that is not in the table: nobody may take it. */
export function mayAct(person: Acting, action: string): boolean {
  if (!Object.hasOwn(actionRoles, action)) return false
  return person.actions === null ? roleMayAct(person.role, action) : person.actions.includes(action)
}

/** Whether a built-in role may take the action. */
export function roleMayAct(role: string, action: string): boolean {
  return Object.hasOwn(actionRoles, action) && (actionRoles[action as StaffAction] as readonly string[]).includes(role)
}

/** The published password of the demo accounts; refused when the demo is off. */
export const DEMO_STAFF_PASSWORD = 'Mingxi-demo-2026'

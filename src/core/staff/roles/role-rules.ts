import { actionName } from './action-rules.ts'
import { actionRoles, type Role, roles, type StaffAction } from '../rules.ts'

/** What everybody in the console may do, so that the frame of the console works for every role. */
export const alwaysHeld: readonly StaffAction[] = ['console.enter', 'inbox.read', 'file.read', 'todo.use']

/**
 * Managing staff stays with the built-in administrators: whoever holds it can give any right to anybody, and there must always be somebody who
 * holds it.
 */
export const neverGranted: readonly StaffAction[] = ['staff.manage']

/** The most custom roles that are in use at a time. */
export const MOST_ROLES = 50

/** What the money of a decision is about. Each has its own limit per role. */
export const limitKinds = {
  refund: '退款',
  withdrawal: '提现',
  credit: '信用额度',
  transfer: '转账核销',
  received: '到账退回',
  reduction: '减价',
  coupon: '发放优惠券',
} as const
export type LimitKind = keyof typeof limitKinds
export const limitKindKeys = Object.keys(limitKinds) as [LimitKind, ...LimitKind[]]

/** The actions that decide about money of a kind, so that a page shows only the limits that a role can use. */
export const limitActions: Record<LimitKind, readonly StaffAction[]> = {
  refund: ['refund.make', 'refund.confirm'],
  withdrawal: ['withdrawal.make', 'withdrawal.approve'],
  credit: ['credit.raise', 'group.verify'],
  transfer: ['transfer.match'],
  received: ['received.return'],
  reduction: ['settlement.fixAmount', 'settlement.confirmAmount', 'order.reduceDisputed'],
  coupon: ['coupon.issue'],
}

export function limitsOf(actions: readonly string[]): LimitKind[] {
  return limitKindKeys.filter((kind) => limitActions[kind].some((action) => actions.includes(action)))
}

export function actionsOfRole(role: Role): StaffAction[] {
  return (Object.keys(actionRoles) as StaffAction[]).filter((action) =>
    (actionRoles[action] as readonly Role[]).includes(role),
  )
}

/** The key of a role: the name of a built-in one, or the id of a custom one. */
export function isBuiltIn(key: string): key is Role {
  return Object.hasOwn(roles, key)
}

/** The actions with the reading that they need and what everybody holds, in the order of the table, each once. */
export function completed(actions: readonly string[]): StaffAction[] {
  const wanted = new Set<string>([...alwaysHeld, ...actions])
  for (const action of actions) {
    const read = readingFor(action)
    if (read) wanted.add(read)
  }
  return (Object.keys(actionRoles) as StaffAction[]).filter((action) => wanted.has(action))
}

/** Changing something needs reading it, where reading is an action of its own. */
function readingFor(action: string): StaffAction | undefined {
  const read = `${action.split('.')[0]}.read`
  return action !== read && Object.hasOwn(actionRoles, read) ? (read as StaffAction) : undefined
}

/** Steps of one matter that two people must take. Holding both is allowed, because the server compares the people of each matter. */
const secondPersonPairs: readonly (readonly [StaffAction, StaffAction])[] = [
  ['order.startTesting', 'order.verify'],
  ['refund.make', 'refund.confirm'],
  ['settlement.fixAmount', 'settlement.confirmAmount'],
]

/** Sentences about rights that one person cannot use for the same matter. */
export function secondPersonNotes(actions: readonly string[]): string[] {
  return secondPersonPairs
    .filter((pair) => pair.every((action) => actions.includes(action)))
    .map(
      ([first, second]) =>
        `此角色同时有“${actionName(first)}”和“${actionName(second)}”：同一笔业务仍须由另一位同事复核，系统会逐笔检查。`,
    )
}

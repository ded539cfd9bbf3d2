import { userTypes, type UserType } from '../../../people/customers/rules.ts'

/** Who is given a coupon. Every condition that is given must hold. */
export interface Segment {
  /** Empty: every type. */
  userTypes: UserType[]
  /** Shanghai date; empty: since ever. */
  registeredSince: string
  orders: 'any' | 'never' | 'project'
  /** With `project`: the project that was ordered. */
  projectId: number
}

export function segmentText({ userTypes: types, registeredSince, orders }: Segment, projectName: string): string {
  return [
    types.length === 0 ? '全部客户' : `${types.map((type) => userTypes[type]).join('、')}客户`,
    ...(registeredSince ? [`${registeredSince} 起注册`] : []),
    ...(orders === 'never' ? ['从未下单'] : orders === 'project' ? [`下过「${projectName}」`] : []),
  ].join('，')
}

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

/** What an issue is about to do; `left` coupons are left of the campaign, null for any number. */
export function issueText(
  { total, left }: { total: number; left: number | null },
  orders: Segment['orders'],
  perPerson: number,
): string {
  const whom =
    orders === 'any' ? `向 ${total} 位客户各发放一张` : `逐一核对 ${total} 位客户的下单情况，符合的各发放一张`
  const enough = left === null ? '' : `活动还可发放 ${left} 张${left < total ? '，发完即止' : ''}。`
  return `${whom}，已领满 ${perPerson} 张的客户除外。${enough}发出后客户会收到通知，只能逐张收回。`
}

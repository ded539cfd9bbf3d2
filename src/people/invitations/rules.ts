import { formatFen } from '../../platform/money.ts'

/** Why a tie earns nothing until staff have looked at it. */
export const tieFlags = {
  inviter_device: '与邀请人使用同一设备',
  same_device: '该设备已注册过其他受邀账号',
} as const
export type TieFlag = keyof typeof tieFlags

/** What became of the friend's first order and of the reward for it. */
export const rewardStates = {
  none: '尚未下单付款',
  waiting: '等待期内',
  given: '已发放',
  lost: '订单已退款，不发放',
  refused: '不符合奖励规则',
} as const
export type RewardState = keyof typeof rewardStates

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const CODE_LENGTH = 8

/** An invite code from random bytes, one for each place. */
export function codeFrom(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

export function invitePath(code: string): string {
  return `/invited/${code}`
}

/** 王** of 王建国; 匿名 when there is no name yet. */
export function maskName(name: string): string {
  const [first] = name.trim()
  return first === undefined ? '未填写姓名' : `${first}**`
}

/** MX26****0001: enough to tell two orders apart. */
export function maskNo(no: string): string {
  return no.length < 9 ? '****' : `${no.slice(0, 4)}****${no.slice(-4)}`
}

export interface InviteRule {
  from: string
  inviterPoints: number
  friendPoints: number
  leastFen: number
  windowDays: number
}

/** The promise of the poster. */
export function headlineOf(rule: InviteRule | undefined): string {
  const { inviterPoints = 0, friendPoints = 0 } = rule ?? {}
  if (friendPoints > 0) return `注册并完成首单，得 ${friendPoints} 积分`
  return inviterPoints > 0 ? '邀请好友，首单付清后得积分' : '材料表征与性能测试，找明析科测'
}

/** The rule in words, for the page and the poster. */
export function inviteRuleTexts(rule: InviteRule): string[] {
  const { inviterPoints, friendPoints, leastFen, windowDays } = rule
  const least = leastFen > 0 ? `且实付满 ${formatFen(leastFen)}` : ''
  const gifts = [
    ...(inviterPoints > 0 ? [`您获得 ${inviterPoints} 积分`] : []),
    ...(friendPoints > 0 ? [`好友获得 ${friendPoints} 积分`] : []),
  ]
  return [
    `好友通过您的链接注册，首个订单付清${least}后，${gifts.join('，') || '没有积分奖励'}。`,
    windowDays > 0 ? `积分在付款 ${windowDays} 天后发放，期间退款的不发放。` : '积分在付款后发放。',
    '发放后订单退款的，积分收回。',
    '不能邀请自己；同一设备注册的账号不计奖励。',
    '邀请人是推广合伙人的，按推广规则计返利，不再计邀请积分。',
  ]
}

export interface InviteRule {
  from: string
  inviterPoints: number
  friendPoints: number
  leastFen: number
  windowDays: number
}

/** What both sides get for a first order of this amount; undefined when it is too small. */
export function inviteReward(
  { inviterPoints, friendPoints, leastFen }: Omit<InviteRule, 'from' | 'windowDays'>,
  paidFen: number,
): { inviterPoints: number; friendPoints: number } | undefined {
  return paidFen < leastFen ? undefined : { inviterPoints, friendPoints }
}

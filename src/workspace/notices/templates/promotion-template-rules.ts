import { inviteRewarded, inviteRewardLost } from '../../../billing/rewards/events.ts'
import { rebateAvailable, rebateTakenBack } from '../../../money/promotion/events.ts'
import { promoterLifecycle } from '../../../money/promotion/rules.ts'
import { EVERYWHERE, plain, type TemplatesFor } from '../notice-rules.ts'
import { sum } from '../wordings/wording-rules.ts'

// Messages about invitations and promotion. Orders of others are named by a masked number only.

const PROMOTION = '/member/promotion'
const INVITE = '/member/invite'

export const promotionEvents = [
  promoterLifecycle.events.approve,
  promoterLifecycle.events.reject,
  promoterLifecycle.events.suspend,
  promoterLifecycle.events.resume,
  rebateAvailable,
  rebateTakenBack,
  inviteRewarded,
  inviteRewardLost,
] as const

export const promotionTemplates: TemplatesFor<(typeof promotionEvents)[number]> = {
  'promoter.approve': plain(
    '推广合伙人申请已通过',
    EVERYWHERE,
    PROMOTION,
    () => '您已成为推广合伙人，通过您的链接注册的新客户将与您绑定，订单付清后计返利。',
  ),
  'promoter.reject': plain(
    '推广合伙人申请未通过',
    EVERYWHERE,
    PROMOTION,
    () => '您的推广合伙人申请未通过，可修改后重新提交。',
  ),
  'promoter.suspend': plain(
    '推广资格已暂停',
    EVERYWHERE,
    PROMOTION,
    () => '您的推广资格已暂停：期间不绑定新客户、不计返利，待结算的返利暂缓结算。',
  ),
  'promoter.resume': plain('推广资格已恢复', EVERYWHERE, PROMOTION, () => '您的推广资格已恢复，到期的返利将照常结算。'),
  'rebate.available': plain(
    '返利可以提现',
    ['inbox', 'mail'],
    PROMOTION,
    ({ orderNo, amountFen }) => `订单 ${orderNo} 的返利${sum(amountFen)}等待期已满，可以提现。`,
  ),
  'rebate.takenBack': plain(
    '返利已追回',
    ['inbox', 'mail'],
    PROMOTION,
    ({ orderNo, amountFen, owedFen }) =>
      `订单 ${orderNo} 已退款或减免，返利${sum(amountFen)}已追回${owedFen ? `，其中${sum(owedFen)}从之后的返利中抵扣` : ''}。`,
  ),
  'invite.rewarded': plain('邀请积分已到账', ['inbox'], INVITE, ({ side, points }) =>
    side === 'friend'
      ? `您受邀注册后的首单奖励 ${points} 积分已到账。`
      : `您邀请的好友已完成首单，奖励 ${points} 积分已到账。`,
  ),
  'invite.rewardLost': plain('邀请积分已收回', ['inbox'], INVITE, ({ side, points }) =>
    side === 'friend'
      ? `您的首单已退款，奖励的 ${points} 积分已收回。`
      : `您邀请的好友的首单已退款，奖励的 ${points} 积分已收回。`,
  ),
}

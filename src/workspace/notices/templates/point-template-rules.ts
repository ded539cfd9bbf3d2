import { claimLifecycle } from '../../../money/points/claims/claim-rules.ts'
import { pointsExpiring, pointsOffered } from '../../../money/points/events.ts'
import { exchangeLifecycle } from '../../../money/points/goods/exchange-rules.ts'
import { pointTransferLifecycle } from '../../../money/points/transfers/transfer-rules.ts'
import { plain, QUIET, type TemplatesFor } from '../notice-rules.ts'

// Messages about points.

export const pointEvents = [
  pointsExpiring,
  pointsOffered,
  exchangeLifecycle.events.ship,
  exchangeLifecycle.events.cancelByStaff,
  claimLifecycle.events.approve,
  claimLifecycle.events.reject,
  claimLifecycle.events.revoke,
  pointTransferLifecycle.events.accept,
  pointTransferLifecycle.events.lapse,
] as const

const PAGE = '/member/integral'

export const pointTemplates: TemplatesFor<(typeof pointEvents)[number]> = {
  'points.expiring': plain(
    '积分即将到期',
    QUIET,
    PAGE,
    ({ points, until }) => `您有 ${points ?? 0} 积分${until ? `将在 ${until} 之后失效` : '即将失效'}，请及时使用。`,
  ),
  'points.offered': plain(
    '收到积分转赠',
    ['inbox'],
    `${PAGE}?tab=transfers`,
    ({ from, points, until }) =>
      `${from ?? '其他客户'} 向您转赠 ${points ?? 0} 积分，${until ? `请在 ${until} 前` : '请'}领取，过期退回对方。`,
  ),
  'pointExchange.ship': plain(
    '兑换的商品已发货',
    ['inbox'],
    `${PAGE}?tab=exchanges`,
    ({ name, courier, waybill }) =>
      `您用积分兑换的「${name ?? '商品'}」已发货${courier ? `，${courier} ${waybill ?? ''}` : ''}。`,
  ),
  'pointExchange.cancelByStaff': plain(
    '积分兑换已取消',
    ['inbox'],
    `${PAGE}?tab=exchanges`,
    ({ name, points }) => `您兑换的「${name ?? '商品'}」已取消，${points ?? ''} 积分已退回。`,
  ),
  'pointClaim.approve': plain(
    '致谢积分已发放',
    QUIET,
    `${PAGE}?tab=claims`,
    ({ title, points }) => `论文「${title ?? ''}」的致谢已核实，${points ?? 0} 积分已发放。感谢您的引用。`,
  ),
  'pointClaim.reject': plain(
    '致谢积分申请未通过',
    QUIET,
    `${PAGE}?tab=claims`,
    ({ title }) => `论文「${title ?? ''}」的积分申请未通过。`,
  ),
  'pointClaim.revoke': plain(
    '致谢积分已收回',
    QUIET,
    `${PAGE}?tab=claims`,
    ({ title, points }) =>
      `论文「${title ?? ''}」的 ${points ?? 0} 致谢积分已收回，已用掉的部分从之后获得的积分中扣除。如有疑问请联系我们。`,
  ),
  'pointTransfer.accept': plain(
    '积分转赠已领取',
    ['inbox'],
    `${PAGE}?tab=transfers`,
    ({ phone, points }) => `${phone ?? '对方'} 已领取您转赠的 ${points ?? 0} 积分。`,
  ),
  'pointTransfer.lapse': plain(
    '积分转赠已退回',
    ['inbox'],
    `${PAGE}?tab=transfers`,
    ({ phone, points }) => `您转赠给 ${phone ?? '对方'} 的 ${points ?? 0} 积分未被领取，已退回。`,
  ),
}

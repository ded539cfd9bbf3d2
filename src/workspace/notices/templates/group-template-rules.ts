import {
  factorDemanded,
  groupApplied,
  groupInvited,
  limitsChanged,
  roleChanged,
  transferOffered,
} from '../../../people/groups/events.ts'
import { groupLifecycle, groupTransferLifecycle, memberLifecycle } from '../../../people/groups/rules.ts'
import { EVERYWHERE, plain, QUIET, type TemplatesFor } from '../notice-rules.ts'
import type { Has } from '../wordings/wording-rules.ts'

// Messages about groups: to the owner and managers, to applicants and members.

export const groupEvents = [
  groupApplied,
  groupInvited,
  transferOffered,
  roleChanged,
  limitsChanged,
  factorDemanded,
  groupLifecycle.events.verify,
  groupLifecycle.events.refuse,
  memberLifecycle.events.approve,
  memberLifecycle.events.reject,
  memberLifecycle.events.agree,
  memberLifecycle.events.decline,
  memberLifecycle.events.remove,
  memberLifecycle.events.leave,
  memberLifecycle.events.dissolve,
  groupTransferLifecycle.events.agree,
  groupTransferLifecycle.events.refuse,
  groupTransferLifecycle.events.withdraw,
] as const

const MANAGE = '/member/communityMg'
const JOIN = '/member/communityJn'
const group = ({ groupName }: Has<'groupName'>) => `课题组「${String(groupName ?? '')}」`
const who = ({ memberName }: Has<'memberName'>) => String(memberName ?? '')
const other = (facts: Has<'other'>) => String(facts.other ?? '')
const hasReader = { when: ({ customerId }: Has<'customerId'>) => typeof customerId === 'number' }

export const groupTemplates: TemplatesFor<(typeof groupEvents)[number]> = {
  'group.applied': plain(
    '有人申请加入课题组',
    QUIET,
    MANAGE,
    (facts) => `${who(facts)}申请加入${group(facts)}，请到课题组管理中处理。`,
  ),
  'group.invited': plain(
    '课题组邀请',
    EVERYWHERE,
    JOIN,
    (facts) => `${other(facts)}邀请您加入${group(facts)}，同意后可由课题组付款下单；不认识对方时请拒绝。`,
  ),
  'group.transferOffered': plain(
    '课题组转让待您同意',
    EVERYWHERE,
    JOIN,
    (facts) => `${other(facts)}请您接收${group(facts)}，同意后您成为所有者，对课题组的订单与付款负责。`,
  ),
  'group.roleChanged': plain(
    '课题组角色已变更',
    QUIET,
    JOIN,
    (facts) => `您在${group(facts)}中的角色已变更为${String(facts.roleName ?? '')}。`,
  ),
  'group.limitsChanged': plain(
    '课题组额度已变更',
    ['inbox'],
    JOIN,
    (facts) => `您在${group(facts)}中的额度已变更，请查看。`,
  ),
  'group.factorDemanded': plain(
    '课题组要求开启两步验证',
    QUIET,
    '/member/information',
    (facts) => `${group(facts)}要求成员开启两步验证，开启后才能为课题组下单或以课题组身份操作，请到我的资料中开启。`,
  ),
  'group.verify': plain(
    '课题组已通过核验',
    EVERYWHERE,
    MANAGE,
    (facts) => `您的${group(facts)}已通过核验，成员可以由课题组付款下单。`,
  ),
  'group.refuse': plain(
    '课题组未通过核验',
    EVERYWHERE,
    MANAGE,
    (facts) => `您的${group(facts)}未通过核验，修改后可重新提交。`,
  ),
  'groupMember.approve': plain('已加入课题组', EVERYWHERE, JOIN, (facts) => `${group(facts)}已通过您的加入申请。`),
  'groupMember.reject': plain('加入申请未通过', QUIET, JOIN, (facts) => `${group(facts)}没有通过您的加入申请。`),
  'groupMember.agree': plain('邀请已被接受', QUIET, MANAGE, (facts) => `${who(facts)}已加入${group(facts)}。`),
  'groupMember.decline': plain('邀请已被拒绝', QUIET, MANAGE, (facts) => `${who(facts)}拒绝了${group(facts)}的邀请。`),
  'groupMember.remove': plain(
    '已被移出课题组',
    EVERYWHERE,
    JOIN,
    (facts) => `您已被移出${group(facts)}，由该课题组付款的订单与款项仍归课题组。`,
  ),
  'groupMember.leave': plain('成员退出课题组', QUIET, MANAGE, (facts) => `${who(facts)}已退出${group(facts)}。`),
  'groupMember.dissolve': {
    ...plain('课题组已解散', EVERYWHERE, JOIN, (facts) => `${group(facts)}已由所有者解散。`),
    // The owner did it, and an invitation to a phone without an account has nobody to tell.
    ...hasReader,
  },
  'groupTransfer.agree': plain(
    '课题组转让已完成',
    EVERYWHERE,
    MANAGE,
    (facts) => `${other(facts)}已接收${group(facts)}，您现在是管理员。`,
  ),
  'groupTransfer.refuse': plain(
    '课题组转让被拒绝',
    EVERYWHERE,
    MANAGE,
    (facts) => `${other(facts)}没有同意接收${group(facts)}。`,
  ),
  'groupTransfer.withdraw': plain(
    '课题组转让已撤回',
    QUIET,
    JOIN,
    (facts) => `${other(facts)}已撤回${group(facts)}的转让。`,
  ),
}

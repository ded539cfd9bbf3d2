import { defineRefusals } from '../../platform/contract/refusal.ts'

export const groupErrors = defineRefusals({
  notForGroup: ['此操作仅限个人身份，请先返回个人身份', 403],
  notInGroup: ['您已不在该课题组，或没有以课题组身份操作的权限', 403],
  ownerOnly: ['仅课题组所有者可以进行此操作', 403],
  notVerified: '课题组尚未通过核验，暂不能为课题组下单',
  memberLimit: '超出您在课题组的额度',
  profileFirst: '请先完善资料，再创建课题组',
  tooManyGroups: '您创建的课题组已达上限',
  groupDissolved: ['课题组已解散', 409],
})

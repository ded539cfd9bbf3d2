import { defineRefusals } from '../../platform/contract/refusal.ts'

export const addressErrors = defineRefusals({
  unknownRegion: '[所在地区]不存在，请重新选择',
  tooMany: '地址数量已达上限，请先删除不用的地址',
  noAccount: ['没有这个手机号的客户', 409],
  thereAlready: ['该客户已有相同的地址', 409],
  removedSince: ['导入之后地址已被删除', 409],
  changedSince: ['导入之后地址已被修改，不能撤销', 409],
})

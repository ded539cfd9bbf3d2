import { defineRefusals } from '../../platform/contract/refusal.ts'

export const addressErrors = defineRefusals({
  unknownRegion: '[所在地区]不存在，请重新选择',
  tooMany: '地址数量已达上限，请先删除不用的地址',
})

import { defineRefusals } from '../../platform/contract/refusal.ts'

export const sampleErrors = defineRefusals({
  unknownNumber: ['没有这个样品编号，请检查标签', 404],
  alreadyReceived: ['该样品已收样', 409],
  notSendable: ['所选样品当前不能填写快递单号', 409],
  notReturnable: ['所选样品当前不能申请寄回', 409],
  choiceNotOpen: ['所选样品的状态已变化，请刷新后重新选择', 409],
  stillKept: ['留样期未满，还不能销毁', 409],
  unknownShelf: '没有这个架位，请从列表选择',
  shelfOverlaps: '架位编号重复',
  shelfInUse: ['架位上有样品，请先移走', 409],
  shelfChanged: ['架位已被他人修改，请刷新后重试', 409],
  notInLaboratory: ['有样品不在实验室', 409],
  movedSince: ['样品之后已被移到别处', 409],
  photoKind: '样品照片请使用 JPEG 或 PNG 格式',
  tooManyPhotos: '每个样品最多 6 张照片，请先删除不需要的照片',
  photoKept: ['检测已开始，照片不能再删除', 409],
  waybillChanged: ['样品已收到或快递单号已被修改，不能撤销', 409],
  notReturned: ['样品尚未寄回，没有可更正的单号', 409],
  notPaidYet: ['费用付清后才能寄回，请先确认收款', 409],
})

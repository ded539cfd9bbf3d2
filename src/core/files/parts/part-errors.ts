import { defineRefusals } from '../../../platform/contract/refusal.ts'

export const partErrors = defineRefusals({
  noPrograms: ['不接受可执行程序，请上传数据文件或压缩包', 415],
  tooManyOpen: ['未传完的文件过多，请先传完或取消其中一些', 429],
  uploadFinished: ['该文件已传完，不能再修改', 409],
  noSuchPart: ['分片序号超出文件范围', 400],
  wrongPartSize: ['分片大小与文件不符，请重新选择文件', 400],
  partDamaged: ['分片在传输中损坏，请重新发送', 422],
  partDiffers: ['选择的文件与之前上传的部分不一致，请取消后重新上传', 409],
  partsMissing: ['文件还没有传完', 409],
  notDirect: ['请刷新页面后重新选择该文件上传', 409],
  isDirect: ['该文件正由浏览器直接传到存储服务，请刷新页面后继续', 409],
  wholeHashMissing: ['缺少整个文件的校验值，请刷新页面后继续上传', 400],
  storeKeepsNoHash: ['存储服务没有核对文件内容，请联系客服', 409],
  checksumDiffers: ['文件校验值不一致，请取消后重新上传', 422],
})

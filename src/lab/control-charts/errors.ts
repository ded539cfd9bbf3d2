import { defineRefusals } from '../../platform/contract/refusal.ts'

export const controlErrors = defineRefusals({
  unknownInstrument: '所选仪器不存在',
  chartTwice: ['该仪器已有这个参考量的质控图', 409],
  chartStopped: ['质控图已停用', 409],
  wrongUnit: '单位与质控图不一致',
  inFuture: '测量时间不能晚于当前时间',
  measuredTwice: ['该时间的测量已登记', 409],
  tooFewMeasurements: '测量次数不足，不能确定界限',
  noSpread: '这些测量的数值完全相同，不能确定标准差',
  alreadyTakenBack: ['该测量已撤销', 409],
})

import { defineRefusals } from '../../platform/contract/refusal.ts'

export const reportErrors = defineRefusals({
  notTesting: ['订单不在检测中，不能修改检测记录或数据', 409],
  unknownSample: '该样品不属于此订单',
  foreignInstrument: '该仪器不服务于此项目',
  /** The text names the charts. */
  outOfControl: ['质控失控，继续请填写原因', 409],
  recordChanged: ['同事已保存这个项目的检测记录，请核对后再保存', 409],
  unknownLine: '该项目不属于此订单',
  /** The text names the samples. */
  hasData: ['该样品已有数据文件，不能注明无数据', 409],
  foreignSample: ['文件名中的编号不属于此订单，请核对', 409],
  notResultKind: '不支持这种文件。请上传仪器数据、表格、图片、PDF 或压缩包',
  valueTwice: '同一样品的同一结果项填写了两次',
  endBeforeStart: '实验结束时间不能早于开始时间',
  inFuture: '实验时间不能晚于当前时间',
  /** The text names the item. */
  uncheckedItem: ['核对清单有未勾选的项目', 409],
  incomplete: '数据尚不完整，不能提交审核',
  nothingToPublish: ['订单不在检测或审核中，没有可以预览的报告', 409],
  noReport: ['该订单没有有效的报告', 409],
  seriesPending: '曲线读取未完成，系统正在自动重试，请稍后查看',
  seriesFailed: '曲线暂时无法读取，文件可正常下载',
  noSeries: '该文件没有可以绘制的数据',
})

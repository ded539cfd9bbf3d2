import { defineRefusals } from '../../platform/contract/refusal.ts'

export const importErrors = defineRefusals({
  noSuchKind: ['没有这种导入', 404],
  tooManyAtOnce: ['您已有 3 个导入在进行，请等待完成或取消后再导入', 409],
  faultyLeft: ['有误的行不会导入，请选择「只导入正确的行」，或改正后重新上传', 409],
  nothingToWrite: ['没有可导入的行', 409],
  nothingToUndo: ['没有可撤销的行', 409],
  noUndo: ['这种导入不能撤销', 409],
  rowsGone: ['超过 30 天，行内容已删除，不能撤销或下载', 409],
  notYours: ['只有上传文件的人可以下载这些行', 403],
  tooManyForXlsx: ['行数超过 20000，请选择 CSV 格式', 409],
  noRows: ['没有这样的行', 409],
})

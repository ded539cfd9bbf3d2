import { defineRefusals } from '../../platform/contract/refusal.ts'

export const fileErrors = defineRefusals({
  wrongType: ['不支持的文件类型', 415],
  misnamed: ['文件内容与扩展名不符，请换成正确的文件或改正扩展名后重新上传', 415],
  tooLargeForPurpose: ['文件过大', 413],
  tooManyUnattached: ['待提交的文件过多，请先提交或稍后重试', 429],
  fileAttached: ['该文件已提交，请重新上传', 409],
  linkExpired: ['下载链接已失效，请返回页面重新下载', 403],
  linkNotYours: ['该下载链接只能由本人打开，请登录后重新下载', 403],
  fileMissing: ['文件暂时无法读取，请联系客服', 404],
  noPreview: ['这个文件不能预览，请下载后查看', 415],
  previewBusy: ['预览请求较多，请稍后重试', 429],
  nothingToPack: ['还没有可以打包下载的文件', 409],
})

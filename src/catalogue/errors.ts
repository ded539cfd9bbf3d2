import { defineRefusals } from '../platform/contract/refusal.ts'

export const catalogueErrors = defineRefusals({
  invalidParameters: '测试参数填写有误，请检查后重试',
  projectUnavailable: ['项目不存在或已下架', 404],
  formVersionUnknown: ['项目参数已更新，请刷新后重新填写', 409],
  unpublishable: '项目尚不完整，无法发布',
})

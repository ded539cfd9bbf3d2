import { defineRefusals } from '../../platform/contract/refusal.ts'

export const webhookErrors = defineRefusals({
  tooManyWebhooks: ['推送地址已达上限，请先删除不用的', 409],
  webhookAddress: '推送地址不正确，请填写完整的网址，不含用户名和密码',
  webhookHttps: '推送地址须以 https:// 开头',
  webhookPrivate: '推送地址须是公网地址',
  webhookDelivered: ['此消息已送达或正在等待送达', 409],
  webhookNotActive: ['推送地址未启用，请先启用', 409],
})

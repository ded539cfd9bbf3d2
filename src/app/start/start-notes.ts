import type { Config } from '../../config.ts'

/** Warnings about missing services of an installation without DEMO, printed at the start so that the operator notices before customers do. */
export function startNotes(config: Config): string[] {
  if (config.demo) return []
  const notes: string[] = []
  if (!config.ALIYUN_ACCESS_KEY_ID)
    notes.push(
      '未配置短信服务（ALIYUN_…）：验证码和短信通知只写入 DATA_DIR/outbox.jsonl，客户收不到，无法注册或用验证码登录',
    )
  if (!config.SMTP_URL)
    notes.push('未配置邮件服务（SMTP_URL）：邮件通知和安全告警只写入 DATA_DIR/outbox.jsonl，没有人收到')
  if (!config.PUBLIC_URL) notes.push('未配置 PUBLIC_URL：短信、邮件和二维码中的链接只能在本机打开')
  if (!config.WECHAT_APPID) notes.push('未配置微信服务号（WECHAT_…）：微信扫码登录不开放')
  if (!config.WECHATPAY_MCHID && !config.ALIPAY_APP_ID)
    notes.push('未配置支付渠道（WECHATPAY_…、ALIPAY_…）：客户只能用预存款和银行转账付款')
  return notes
}

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'

/** Warnings about missing services of an installation without DEMO, printed at the start so that the operator notices before customers do. */
export function startNotes(config: Config): string[] {
  if (config.demo) return []
  const notes: string[] = []
  if (!config.ALIYUN_ACCESS_KEY_ID)
    notes.push(
      '未配置短信服务（ALIYUN_…）：验证码和短信通知只写入 DATA_DIR/outbox.jsonl，客户收不到，无法注册或用验证码登录',
    )
  if (hasOwnFiles(config))
    notes.push(
      '多个进程分工（SERVICES）而未配置对象存储（S3_…）：每个进程只看得到自己 DATA_DIR/files 里的文件，上传的文件和生成的报告在其他进程打不开',
    )
  if (!config.SMTP_URL)
    notes.push('未配置邮件服务（SMTP_URL）：邮件通知和安全告警只写入 DATA_DIR/outbox.jsonl，没有人收到')
  if (!config.PUBLIC_URL) notes.push('未配置 PUBLIC_URL：短信、邮件和二维码中的链接只能在本机打开')
  if (!config.WECHAT_APPID) notes.push('未配置微信服务号（WECHAT_…）：微信扫码登录不开放')
  if (!config.WECHATPAY_MCHID && !config.ALIPAY_APP_ID)
    notes.push('未配置支付渠道（WECHATPAY_…、ALIPAY_…）：客户只能用预存款和银行转账付款')
  return notes
}

/** One of several processes whose files lie in a folder that the others do not see. A folder that is mounted or linked there may be shared. */
function hasOwnFiles({ DATABASE_URL, S3_BUCKET, SERVICES, DATA_DIR }: Config): boolean {
  if (!DATABASE_URL || S3_BUCKET || (SERVICES.includes('web') && SERVICES.includes('worker'))) return false
  const [data, files] = [DATA_DIR, join(DATA_DIR, 'files')].map((path) => lstatSync(path, { throwIfNoEntry: false }))
  return !files?.isSymbolicLink() && (!files || files.dev === data?.dev)
}

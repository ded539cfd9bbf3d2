import { verifyMail } from '../../../platform/mail/mail.ts'
import { error, type HostCheck, ok } from '../finding.ts'
import { faultOf } from '../reach.ts'

/** Connects, greets, encrypts and signs in, and sends nothing. */
export const mailCheck: HostCheck = {
  key: 'mail',
  cheap: false,
  find: async ({ config }) => {
    if (!config.SMTP_URL) return []
    const { host } = new URL(config.SMTP_URL)
    try {
      await verifyMail(config.SMTP_URL)
      return [ok('邮件服务', `可以登录 ${host}`)]
    } catch (fault) {
      const { code = '', responseCode } = fault as { code?: string; responseCode?: number }
      if (code === 'EAUTH')
        return [
          error(
            '邮件服务',
            `${host} 拒绝了账号或密码（${responseCode ?? ''}）`,
            '核对 SMTP_URL 中的用户名与密码（特殊字符须按 URL 编码）',
          ),
        ]
      if (code === 'ETLS') return [error('邮件服务', `${host} 不支持加密连接`, '改用 smtps:// 或支持 STARTTLS 的端口')]
      return [error('邮件服务', `无法连接 ${host}：${faultOf(fault)}`, '检查 SMTP_URL 的主机与端口，以及防火墙')]
    }
  },
}

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { error, type Finding, type Host, type HostCheck, ok, warning } from '../finding.ts'
import { faultOf, servedCertificate } from '../reach.ts'

const DAY_MS = 86_400_000
const SERVED_DAYS = 14
/** WeChat Pay hands out the next platform certificate some weeks before the present one ends. */
const PLATFORM_DAYS = 30

/** The certificates that visitors of PUBLIC_URL and CONSOLE_URL get. */
export const certificateCheck: HostCheck = {
  key: 'certificate',
  cheap: false,
  find: async (host) => {
    const found = await Promise.all((['PUBLIC_URL', 'CONSOLE_URL'] as const).map((name) => servedFinding(host, name)))
    return found.flatMap((finding) => finding ?? [])
  },
}

async function servedFinding(
  { config, clock, trusted }: Host,
  name: 'PUBLIC_URL' | 'CONSOLE_URL',
): Promise<Finding | undefined> {
  const url = config[name]
  if (!url?.startsWith('https:')) return undefined
  const what = `${name} 的证书`
  try {
    const { validTo, fault } = await servedCertificate(url, trusted)
    const todo = '在代理上更新证书（如 certbot renew、Caddy 自动更新）'
    const ends = endFinding(what, validTo, clock.now(), SERVED_DAYS, todo)
    if (ends.level === 'error' || !fault) return ends
    return error(what, faultOf({ code: fault }), '在代理上配置完整且为此域名签发的证书链')
  } catch (fault) {
    return error(what, `无法读取：${faultOf(fault)}`, '检查域名解析与代理是否监听 443 端口')
  }
}

/** Certificates in settings. */
export const platformCertificateCheck: HostCheck = {
  key: 'certificate.platform',
  cheap: true,
  find: async ({ config, clock }) => {
    const setting = config.WECHATPAY_PLATFORM_CERTIFICATE
    if (!setting) return []
    const todo = '在微信支付商户平台下载新的平台证书，或改用微信支付公钥（WECHATPAY_PUBLIC_KEY）'
    return certificatesIn(setting).map((certificate) =>
      endFinding(
        `微信支付平台证书 ${certificate.serialNumber.slice(0, 8)}`,
        new Date(certificate.validTo),
        clock.now(),
        PLATFORM_DAYS,
        todo,
      ),
    )
  },
}

function certificatesIn(setting: string): X509Certificate[] {
  const text = setting.includes('BEGIN') ? setting.replaceAll('\\n', '\n') : readFileSync(setting, 'utf8')
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return blocks.map((pem) => new X509Certificate(pem))
}

function endFinding(name: string, validTo: Date, now: Date, warningDays: number, todo: string): Finding {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return error(name, `已于 ${validTo.toISOString().slice(0, 10)} 过期`, todo)
  const seen = `还有 ${days} 天到期`
  return days < warningDays ? warning(name, seen, todo) : ok(name, seen)
}

import type { Config } from '../../../config.ts'
import { trusts } from '../../../platform/http/connections/trusted.ts'
import { closeProbe, openProbe, type SeenRequest } from '../../../platform/http/reach-probe.ts'
import { error, type Finding, type Host, type InstallationCheck, ok, warning } from '../finding.ts'
import { faultOf, reach } from '../reach.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'

/** Of a network for documentation (RFC 5737): no visitor has it. */
export const INVENTED = '203.0.113.77'
const NAME = '公开地址'
const PROXY = '反向代理'

/**
 * Asks the server itself through PUBLIC_URL, once as a visitor would and once with an invented X-Forwarded-For, and compares what it saw with what
 * is true. Then through CONSOLE_URL, whose pages and calls depend on the host that the server sees.
 */
export const addressCheck: InstallationCheck = {
  key: 'address',
  cheap: false,
  find: async (host) => {
    const { PUBLIC_URL, CONSOLE_URL } = host.config
    if (!PUBLIC_URL) return []
    return [
      ...(await siteFindings(host, PUBLIC_URL)),
      ...(CONSOLE_URL ? [await consoleFinding(host, CONSOLE_URL)] : []),
    ]
  },
}

async function siteFindings(host: Probing, publicUrl: string): Promise<Finding[]> {
  const plain = await probed(host, 'PUBLIC_URL', publicUrl, {})
  if ('level' in plain) return [plain]
  const forged = await probed(host, 'PUBLIC_URL', publicUrl, { 'x-forwarded-for': INVENTED })
  if ('level' in forged) return [forged]
  return [ok(NAME, `${publicUrl} 到达本服务`), ...proxyFindings(host.config, new URL(publicUrl), plain, forged)]
}

async function consoleFinding(host: Probing, consoleUrl: string): Promise<Finding> {
  const seen = await probed(host, 'CONSOLE_URL', consoleUrl, {})
  if ('level' in seen) return seen
  const { host: expected } = new URL(consoleUrl)
  if (seen.host === expected) return ok(NAME, `${consoleUrl} 到达本服务`)
  return error(
    NAME,
    `${consoleUrl} 到达本服务，但服务看到的主机名是 ${seen.host}，后台无法登录`,
    `在代理中传递主机名（nginx：proxy_set_header Host $http_host;）。${BEHIND}`,
  )
}

type Probing = Host & { ctx: Ctx }

async function probed(
  { ctx, trusted }: Probing,
  name: 'PUBLIC_URL' | 'CONSOLE_URL',
  url: string,
  headers: Record<string, string>,
): Promise<SeenRequest | Finding> {
  const { token, path } = await openProbe(ctx)
  try {
    const { status, location } = await reach(url.replace(/\/+$/, '') + path, { trusted, headers })
    const seen = await closeProbe(ctx, token)
    if (seen) return seen
    if (location)
      return error(NAME, `${url} 跳转到 ${new URL(location, url).origin}`, `把 ${name} 改为最终的地址，或取消跳转`)
    const todo = '确认服务正在运行，代理把请求转到它的端口，并且它使用同一个数据库'
    return error(NAME, `${url} 回答 ${status}，请求没有到达本服务`, todo)
  } catch (fault) {
    await closeProbe(ctx, token)
    const todo = '检查域名解析、证书、代理与防火墙；服务器本身也须能访问这个地址'
    return error(NAME, `无法访问 ${url}：${faultOf(fault)}`, todo)
  }
}

const BEHIND = '见 docs/OPERATIONS.md「Behind a proxy」'

/** `plain` came without X-Forwarded-For of ours, so the first address in it is true; `forged` began with an invented one. */
export function proxyFindings(
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
  publicUrl: URL,
  plain: SeenRequest,
  forged: SeenRequest,
): Finding[] {
  const chain = plain.forwardedFor.split(',').flatMap((each) => each.trim() || [])
  const visitor = chain[0] ?? plain.peer
  const found: Finding[] = []
  if (chain.length > 0 && TRUST_PROXY === false) {
    const todo = `设置 TRUST_PROXY=${plain.peer === '127.0.0.1' ? 'loopback' : plain.peer}；否则所有访客共用一个地址，限流会误伤所有人。${BEHIND}`
    return [error(PROXY, `请求经过代理 ${plain.peer}，但没有设置 TRUST_PROXY`, todo)]
  }
  if (chain.length === 0 && TRUST_PROXY !== false && plain.ip === plain.peer && forged.forwardedFor === INVENTED)
    found.push(
      warning(
        PROXY,
        '设置了 TRUST_PROXY，但请求没有经过代理，或代理没有传递 X-Forwarded-For',
        `检查代理的配置，或去掉 TRUST_PROXY。${BEHIND}`,
      ),
    )
  if (forged.ip === INVENTED && trusts(TRUST_PROXY)(visitor))
    found.push(ok(PROXY, `本机地址 ${visitor} 在 TRUST_PROXY 之内，不能从这里检验伪造的 X-Forwarded-For`))
  else if (forged.ip === INVENTED)
    found.push(
      error(
        PROXY,
        'TRUST_PROXY 过宽：伪造的 X-Forwarded-For 被相信，访客可以绕过限流',
        `只写代理自己的地址，或改正代理的个数。${BEHIND}`,
      ),
    )
  else if (plain.ip !== visitor)
    found.push(
      error(
        PROXY,
        `访客地址应为 ${visitor}，服务看到的是 ${plain.ip}`,
        `TRUST_PROXY 缺少一层代理：把 ${plain.ip} 也写入，或把个数加一。${BEHIND}`,
      ),
    )
  if (plain.scheme !== publicUrl.protocol.replace(':', ''))
    found.push(
      warning(
        PROXY,
        `服务看到的协议是 ${plain.scheme}，不是 ${publicUrl.protocol.replace(':', '')}`,
        '在代理中设置 X-Forwarded-Proto（nginx：proxy_set_header X-Forwarded-Proto $scheme;）',
      ),
    )
  if (plain.host !== publicUrl.host)
    found.push(
      warning(
        PROXY,
        `服务看到的主机名是 ${plain.host}，不是 ${publicUrl.host}`,
        '在代理中传递主机名（nginx：proxy_set_header Host $host;）',
      ),
    )
  return found.length > 0 ? found : [ok(PROXY, `访客地址、协议与主机名正确（${visitor}）`)]
}

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config.ts'
import { commonErrors, refuse } from '../../contract/refusal.ts'

// With CONSOLE_URL the console has a host of its own. Browsers keep what a page stores by host, so a script that got into a page of the site
// could neither read the session of a member of staff nor make a staff call (OWASP ASVS 5.0, V3.5.4). Every other host is the site's.

type Hosts = Pick<Config, 'CONSOLE_URL' | 'consoleUrl' | 'siteUrl'>

/** Only the Host header counts, which a page cannot choose. A proxy may pass on an X-Forwarded-Host that a page has sent. */
export function isConsoleHost({ CONSOLE_URL }: Pick<Hosts, 'CONSOLE_URL'>, host = ''): boolean {
  return CONSOLE_URL !== undefined && new URL(CONSOLE_URL).hostname === host.replace(/:\d+$/, '').toLowerCase()
}

/** Where a page is that was asked for on the wrong host; undefined when it is on this one. A preview is shown in the console and at an address of the site. */
export function pageElsewhere(hosts: Hosts, { url = '/', headers }: IncomingMessage): string | undefined {
  if (hosts.CONSOLE_URL === undefined || !url.startsWith('/')) return undefined
  const atConsole = isConsoleHost(hosts, headers.host)
  const ofConsole = /^\/console(?:[/.]|$)/i.test(readable(url.split('?', 1)[0] ?? ''))
  if (atConsole === ofConsole || (atConsole && /[?&]preview=/.test(url))) return undefined
  if (atConsole && url === '/') return `${hosts.consoleUrl}/console`
  return (ofConsole ? hosts.consoleUrl : hosts.siteUrl) + url
}

/** Leads to the pages of the other host, and refuses its calls: those of staff on the host of the site, those of customers on the host of the console. */
export function keepHostsApart(server: FastifyInstance, config: Hosts): void {
  if (config.CONSOLE_URL === undefined) return
  server.addHook('onRequest', async (request, reply) => {
    const { method, headers, routeOptions, raw } = request
    // A file that is the same on both hosts has a route of its own.
    const location = routeOptions.url === '/*' ? pageElsewhere(config, raw) : undefined
    if (location !== undefined && (method === 'GET' || method === 'HEAD'))
      return reply.code(302).headers({ location, 'cache-control': 'no-store' }).send()
    const area = /^\/api\/(auth|staff)\//.exec(routeOptions.url ?? '')?.[1]
    const isElsewhere = area !== undefined && isConsoleHost(config, headers.host) !== (area === 'staff')
    if (location !== undefined || isElsewhere) throw refuse(commonErrors.otherHost)
  })
}

/** The router reads an escaped path like an unescaped one. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

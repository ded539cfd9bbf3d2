import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookType } from '../../src/workspace/webhooks/rules.ts'
import type { World } from './world.ts'

export type Habit = 'answers' | 'falters' | 'refuses' | 'hangs up'

/** An address that a program of a customer registered, with what its owner knows about it. */
export interface Hook {
  id: number
  path: string
  ownerId: number
  types: readonly WebhookType[]
  secret: string
  /** The former secrets. The last one signs for a day more, unless a fault left open whether it was the last. */
  formers: { secret: string; until: Date; isKnown: boolean }[]
  state: 'active' | 'paused' | 'disabled' | 'deleted'
  /** Since when it was active without a break. */
  since: Date
  habit: Habit
  /** Since when it answers. */
  answersSince: Date
  /** The first and the latest request that failed, since the last one that was answered. */
  failing: { first: Date; last: Date } | undefined
  everFailed: boolean
}

export interface Arrival {
  hook: Hook
  messageId: string
  type: string
  /** The number of the order, settlement or invoice application. */
  no: string
  answered: boolean
}

const KEEP_OLD_MS = 24 * 3_600_000
const TOLERANCE_MS = 300_000

/** The computers of customers to which the laboratory sends what happened. They answer, falter, refuse for days or hang up. */
export class Receiver {
  readonly hooks = new Map<string, Hook>()
  readonly arrivals: Arrival[] = []
  /** What a receiver would complain about. */
  readonly complaints: string[] = []
  url = ''
  readonly #world: World
  readonly #server: Server
  readonly #ids = new Map<string, string>()
  #requests = 0

  constructor(world: World) {
    this.#world = world
    this.#server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        const hook = this.hooks.get(request.url ?? '')
        const status = hook ? this.#takes(hook, request.headers, body) : 404
        if (!hook) this.complaints.push(`a message for ${request.url}, which nobody registered`)
        if (status === 0) request.socket.destroy()
        else response.writeHead(status).end()
      })
    })
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  rotated(hook: Hook, secret: string, isFormerKnown: boolean): void {
    const until = new Date(this.#world.now.getTime() + KEEP_OLD_MS)
    hook.formers.push({ secret: hook.secret, until, isKnown: isFormerKnown })
    hook.secret = secret
  }

  /** The status that is answered; 0 for none. */
  #takes(hook: Hook, headers: IncomingHttpHeaders, body: string): number {
    const { now } = this.#world
    const { id, type, data } = JSON.parse(body) as { id: string; type: string; data: Record<string, string> }
    const no = data.orderNo ?? data.settlementNo ?? data.applicationNo ?? ''
    const place = `${hook.path} ${type} ${no}`
    if (hook.state !== 'active') this.complaints.push(`${place}: the address is ${hook.state}`)
    if (type !== 'ping' && !hook.types.includes(type as WebhookType)) this.complaints.push(`${place} was not chosen`)
    if (!this.#signed(hook, headers, body)) this.complaints.push(`${place} is not signed`)
    if (headers['webhook-id'] !== id) this.complaints.push(`${place} has two ids`)
    const known = this.#ids.get(`${hook.path} ${id}`)
    if (known !== undefined && known !== body) this.complaints.push(`${place}: one id for two messages`)
    this.#ids.set(`${hook.path} ${id}`, body)
    this.#requests += 1
    const falters = hook.habit === 'falters' && this.#requests % 3 === 0
    const answered = hook.habit === 'answers' || (hook.habit === 'falters' && !falters)
    this.arrivals.push({ hook, messageId: id, type, no, answered })
    if (answered) hook.failing = undefined
    else {
      hook.failing = { first: hook.failing?.first ?? now, last: now }
      hook.everFailed = true
    }
    return answered ? 204 : hook.habit === 'hangs up' ? 0 : 503
  }

  /** As a program checks it that knows one of the secrets: the newest, or for a day the one before. No older secret signs. */
  #signed(hook: Hook, headers: IncomingHttpHeaders, body: string): boolean {
    const { now } = this.#world
    const [id, sentAt] = [headers['webhook-id'], headers['webhook-timestamp']]
    if (Math.abs(Number(sentAt) * 1000 - now.getTime()) > TOLERANCE_MS) return false
    const given = String(headers['webhook-signature'] ?? '').split(' ')
    const isSigned = (secret: string) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      return given.includes(`v1,${createHmac('sha256', key).update(`${id}.${sentAt}.${body}`).digest('base64')}`)
    }
    const last = hook.formers.at(-1)
    if (last?.isKnown && last.until > now && !isSigned(last.secret)) return false
    const ended = hook.formers.filter((each) => each !== last || now.getTime() - each.until.getTime() > TOLERANCE_MS)
    return isSigned(hook.secret) && !ended.some(({ secret }) => isSigned(secret))
  }
}

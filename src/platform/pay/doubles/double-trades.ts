import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import type { Clock } from '../../clock.ts'
import { shanghaiDate } from '../../time.ts'

/** What a double remembers of a charge, whatever its protocol. Times are epoch milliseconds, so that it survives in a file. */
export interface DoubleTrade {
  tradeNo: string
  amountFen: number
  subject: string
  notifyUrl: string
  returnUrl?: string
  expiresAt: number
  state: 'open' | 'paid' | 'closed'
  /** Whether somebody has scanned its QR code; before that, Alipay knows no trade. */
  opened: boolean
  providerNo: string
  paidAt?: number
  closedAt?: number
  refunds: DoubleRefund[]
}

export interface DoubleRefund {
  refundNo: string
  amountFen: number
  reason: string
  providerNo: string
  state: 'processing' | 'done' | 'failed'
  at: number
  notifyUrl?: string
}

/** So that the file of a long demo stays small. A channel refunds what was paid within a year. */
const KEPT_DAYS = 366

/**
 * The trades of a double. With a file they survive a restart, and several processes of a demo see the same ones; a trade that is lost reads as
 * one that the channel does not know.
 */
export class DoubleTrades {
  readonly #clock: Clock
  readonly #file: string | undefined
  #trades = new Map<string, DoubleTrade>()
  #read = 0

  constructor(clock: Clock, file?: string) {
    this.#clock = clock
    this.#file = file
  }

  /** A charge whose time is over is closed by the channel itself. */
  find(tradeNo: string): DoubleTrade | undefined {
    this.#load()
    const trade = this.#trades.get(tradeNo)
    const over = trade?.state === 'open' && this.now() >= trade.expiresAt
    if (over) this.save({ ...trade, state: 'closed', closedAt: trade.expiresAt })
    return this.#trades.get(tradeNo)
  }

  save(trade: DoubleTrade): DoubleTrade {
    this.keep([trade])
    return trade
  }

  keep(trades: readonly DoubleTrade[]): void {
    this.#load()
    for (const trade of trades) this.#trades.set(trade.tradeNo, trade)
    this.#store()
  }

  /** Pays an open charge; undefined when it can no longer be paid. */
  pay(tradeNo: string): DoubleTrade | undefined {
    const trade = this.find(tradeNo)
    if (trade?.state !== 'open') return undefined
    return this.save({ ...trade, state: 'paid', opened: true, paidAt: this.now() })
  }

  refund(refundNo: string): { trade: DoubleTrade; refund: DoubleRefund } | undefined {
    this.#load()
    for (const trade of this.#trades.values()) {
      const refund = trade.refunds.find((one) => one.refundNo === refundNo)
      if (refund) return { trade, refund }
    }
    return undefined
  }

  /** Paid charges and refunds of a day in Shanghai. */
  ofDay(day: string): { trade: DoubleTrade; refund?: DoubleRefund }[] {
    this.#load()
    const on = (at: number | undefined) => at !== undefined && shanghaiDate(new Date(at)) === day
    return [...this.#trades.values()].flatMap((trade) => [
      ...(on(trade.paidAt) ? [{ trade }] : []),
      ...trade.refunds.filter(({ at }) => on(at)).map((refund) => ({ trade, refund })),
    ])
  }

  now(): number {
    return this.#clock.now().getTime()
  }

  #load(): void {
    if (!this.#file) return
    try {
      const changed = statSync(this.#file).mtimeMs
      if (changed === this.#read) return
      this.#trades = new Map(JSON.parse(readFileSync(this.#file, 'utf8')) as [string, DoubleTrade][])
      this.#read = changed
    } catch {
      // No file yet, or one that nobody can read: the demo then starts without trades.
    }
  }

  #store(): void {
    if (!this.#file) return
    const oldest = this.now() - KEPT_DAYS * 86_400_000
    for (const [tradeNo, { expiresAt }] of this.#trades) if (expiresAt < oldest) this.#trades.delete(tradeNo)
    writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#trades]))
    renameSync(`${this.#file}.new`, this.#file)
    this.#read = statSync(this.#file).mtimeMs
  }
}

/** What the channel keeps of a payment: 0.6 %, rounded to fen. */
export function doubleFee(amountFen: number): number {
  return Math.round((amountFen * 6) / 1000)
}

export function doubleNumber(prefix: string): string {
  return (
    prefix +
    BigInt(`0x${randomBytes(8).toString('hex')}`)
      .toString()
      .padStart(20, '0')
  )
}

import type { DemoPay } from '../../src/platform/pay/doubles/demo-channels.ts'
import { notifyInto } from '../../src/platform/pay/doubles/demo-cashier.ts'
import { demoPayOf } from '../../src/platform/pay/channels.ts'
import type { ChannelKey } from '../../src/platform/pay/channel.ts'
import type { TestClock } from '../../src/platform/clock.ts'
import { Parcels } from './parcels.ts'
import type { World } from './world.ts'

export interface OpenPayment {
  paymentNo: string
  channel: ChannelKey
  accountId: number
  amountFen: number
}

/** What the laboratory does not control: payment channels, the bank and the courier. It knows what money really moved. */
export class Outside {
  readonly openPayments: OpenPayment[] = []
  readonly paid: (OpenPayment & { at: Date })[] = []
  /** Money on the laboratory's bank account, of which finance has not heard. */
  readonly bankRows: { serial: string; amountFen: number; payer: string; memo: string; at: Date }[] = []
  readonly parcels: Parcels
  #serial = 0
  readonly #world: World
  #doubles: DemoPay['doubles'][] = []
  #clocks: TestClock[] = []

  constructor(world: World) {
    this.#world = world
    this.parcels = new Parcels(world)
  }

  /** A new server has new doubles, which read the trades of the old ones; the reports of the old ones still come. */
  serverOpened(): void {
    const { app } = this.#world
    const demo = demoPayOf(app.services.config, app.clock)
    if (demo) this.#doubles.push(demo.doubles)
    this.#clocks.push(app.clock)
    this.parcels.serverOpened()
  }

  get doubles(): DemoPay['doubles'] {
    return this.#doubles.at(-1) as DemoPay['doubles']
  }

  /** The customer pays in the channel's app. */
  pays(payment: OpenPayment): boolean {
    const { doubles } = this
    if (payment.channel === 'alipay') doubles.alipay.scan(payment.paymentNo)
    this.openPayments.splice(this.openPayments.indexOf(payment), 1)
    if (!doubles[payment.channel].pay(payment.paymentNo)) return false
    this.paid.push({ ...payment, at: this.#world.now })
    return true
  }

  /** The channels report what is due. */
  async reports(): Promise<number> {
    for (const clock of this.#clocks) clock.set(this.#world.now)
    let accepted = 0
    for (const doubles of this.#doubles)
      for (const channel of ['wechatpay', 'alipay'] as const)
        accepted += await doubles[channel].notifies.deliver(notifyInto(this.#world.app.server))
    return accepted
  }

  transfers(amountFen: number, payer: string, memo: string): void {
    this.#serial += 1
    const serial = `SIM-${String(this.#serial).padStart(5, '0')}`
    this.bankRows.push({ serial, amountFen, payer, memo, at: this.#world.now })
  }

  /** What the channel says about a refund: the truth about money that went back. */
  refund(refundNo: string): { amountFen: number; state: string } | undefined {
    const { wechatpay, alipay } = this.doubles
    return (wechatpay.trades.refund(refundNo) ?? alipay.trades.refund(refundNo))?.refund
  }
}

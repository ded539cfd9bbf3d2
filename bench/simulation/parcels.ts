import { type Courier, CourierUnavailable } from '../../src/platform/courier/courier.ts'
import { courierService } from '../../src/platform/courier/courier-service.ts'
import type { SfDouble } from '../../src/platform/courier/sf-double.ts'
import type { TestClock } from '../../src/platform/clock.ts'
import type { World } from './world.ts'

export type ScanKind = 'collected' | 'moving' | 'delivering' | 'signed' | 'problem'
export interface Scan {
  kind: ScanKind
  at: Date
}

/** Operation codes and words of the courier. */
const codes: Record<ScanKind, [string, string]> = {
  collected: ['50', '已收取快件'],
  moving: ['31', '快件到达中转场'],
  delivering: ['44', '正在派送'],
  signed: ['80', '已签收'],
  problem: ['70', '派送不成功，收件人拒收'],
}
const LAB_PHONE = '4000000000'

/** The courier: it alone knows where a parcel is, and tells it to who asks. Its pushes come late, twice or never. */
export class Parcels {
  readonly scans = new Map<string, Scan[]>()
  /** Pushes that are under way. */
  readonly queued: string[] = []
  /** When the laboratory last asked for each parcel. */
  readonly asked = new Map<string, Date>()
  /** When it last tried to, also when no question arrived; it pauses after that too. */
  readonly tried = new Map<string, Date>()
  /** What the courier would complain about. */
  readonly complaints: string[] = []
  readonly #world: World
  #courier: Courier | undefined
  #double: SfDouble | undefined
  #clock: TestClock | undefined

  constructor(world: World) {
    this.#world = world
  }

  /** A new server asks the same courier. */
  serverOpened(): void {
    const { app } = this.#world
    const service = courierService(app.services)
    if (!service?.double) return
    this.#courier ??= service.courier
    this.#double ??= service.double
    this.#clock ??= app.clock
    const { routes } = this.#courier
    service.courier = {
      ...this.#courier,
      routes: (parcels) => {
        for (const { waybill } of parcels) this.tried.set(waybill, this.#world.now)
        return this.#world.faults.at(
          'courier.routes',
          async () => {
            this.#clock?.set(this.#world.now)
            for (const { waybill } of parcels) this.#isAsked(waybill)
            return routes(parcels)
          },
          () => new CourierUnavailable('simulated: no answer'),
        )
      },
    }
  }

  #isAsked(waybill: string): void {
    const { now, model } = this.#world
    const before = this.asked.get(waybill)
    // A parcel that was entered again begins anew.
    const isAgain = (model.entered.get(waybill) ?? 0) > 1
    if (before && !isAgain && now.getTime() - before.getTime() < 300_000)
      this.complaints.push(`${waybill} was asked for twice within five minutes`)
    this.asked.set(waybill, now)
  }

  /** Somebody of the courier scans the parcel. */
  scan(waybill: string, kind: ScanKind): void {
    const { now } = this.#world
    this.#clock?.set(now)
    const [code, text] = codes[kind]
    this.#double?.parcel(waybill, [LAB_PHONE])
    this.#double?.scan(waybill, code, text)
    this.scans.set(waybill, [...(this.scans.get(waybill) ?? []), { kind, at: now }])
  }
}

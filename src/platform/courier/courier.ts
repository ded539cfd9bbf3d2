// The port behind which parcels are ordered from a courier and followed. Without a provider, waybills are ordered elsewhere and typed in.

export interface ParcelParty {
  name: string
  phone: string
  province: string
  city: string
  area: string
  address: string
}

export interface ParcelOrder {
  /** Our number; sending it again never orders a second parcel. */
  orderNo: string
  sender: ParcelParty
  receiver: ParcelParty
  /** What is in the parcel, as printed on the waybill. */
  goods: string
  pieces: number
  /** The courier rings at the sender's door from this time on. Undefined: nobody is called. */
  callFrom: Date | undefined
  remark: string
}

export interface RouteNode {
  waybill: string
  /** The provider's number of this node; empty when it has none. */
  nodeNo: string
  at: Date
  place: string
  text: string
  /** 已揽收 … 已签收. Signing at the door is not the receipt of a sample. */
  kind: 'collected' | 'moving' | 'delivering' | 'signed' | 'problem'
}

export interface Tracked {
  waybill: string
  /** The last four digits of the sender's or the receiver's phone, which prove that we know the parcel. */
  phoneEnd: string
}

export interface Courier {
  key: 'sf'
  label: string
  /** Whether a typed name of a courier is this one. */
  carries(name: string): boolean
  /** Also answers for an order that was accepted before. */
  order(order: ParcelOrder): Promise<{ waybill: string }>
  /** Cancelling again does no harm. */
  cancel(orderNo: string): Promise<void>
  /** In the order of time, for at most ten parcels. Parcels that the provider does not know have no nodes. */
  routes(parcels: readonly Tracked[]): Promise<RouteNode[]>
}

/** Network, time limit or an error of the provider's server: the outcome is not known, and the same request is sent again. */
export class CourierUnavailable extends Error {}

/** The provider refused, with its code and text. Nothing was done. */
export class CourierRefused extends Error {
  readonly code: string

  constructor(code: string, text: string) {
    super(text)
    this.code = code
  }
}

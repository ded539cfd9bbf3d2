import { fromShanghai, shanghaiTime } from '../time.ts'
import { type Courier, CourierRefused, type ParcelOrder, type ParcelParty, type RouteNode } from './courier.ts'
import { fieldsOf, type SfClient } from './sf-client.ts'

/** The order number was used before, and the order stands. */
const DUPLICATE = '8016'
const ALREADY_CANCELLED = '8037'
const MOST_PARCELS = 10

/** Operation codes of the provider's table of routes; all others mean that the parcel moves. */
const KINDS: Record<string, RouteNode['kind']> = {
  '50': 'collected',
  '54': 'collected',
  '44': 'delivering',
  '80': 'signed',
  '8000': 'signed',
  '33': 'problem',
  '70': 'problem',
  '99': 'problem',
  '648': 'problem',
}

export interface SfTerms {
  /** 月结卡号: who is billed. Undefined: the receiver pays at the door. */
  monthlyCard: string | undefined
}

export function sfCourier(client: SfClient, terms: SfTerms): Courier {
  return {
    key: 'sf',
    label: '顺丰速运',
    carries: (name) => /顺丰|^sf/i.test(name.trim()),
    async order(order) {
      try {
        return { waybill: waybillOf(await client.call('EXP_RECE_CREATE_ORDER', orderOf(order, terms))) }
      } catch (error) {
        if (!(error instanceof CourierRefused && error.code === DUPLICATE)) throw error
        // The answer to an earlier request was lost.
        return { waybill: waybillOf(await client.call('EXP_RECE_SEARCH_ORDER_RESP', { orderId: order.orderNo })) }
      }
    },
    async cancel(orderNo) {
      try {
        await client.call('EXP_RECE_UPDATE_ORDER', { orderId: orderNo, dealType: 2 })
      } catch (error) {
        if (!(error instanceof CourierRefused && error.code === ALREADY_CANCELLED)) throw error
      }
    },
    async routes(parcels) {
      if (parcels.length === 0) return []
      if (parcels.length > MOST_PARCELS) throw new RangeError(`at most ${MOST_PARCELS} parcels in one question`)
      const found = await client.call('EXP_RECE_SEARCH_ROUTES', {
        language: '0',
        trackingType: '1',
        trackingNumber: parcels.map(({ waybill }) => waybill),
        checkPhoneNo: [...new Set(parcels.map(({ phoneEnd }) => phoneEnd))].join(','),
      })
      const asked = new Set(parcels.map(({ waybill }) => waybill))
      return routesOf(found)
        .filter(({ waybill }) => asked.has(waybill))
        .toSorted(byTime)
    },
  }
}

/** Scans of the same second keep the order of their numbers. */
function byTime(a: RouteNode, b: RouteNode): number {
  return a.at.getTime() - b.at.getTime() || a.nodeNo.localeCompare(b.nodeNo, 'en', { numeric: true })
}

function orderOf({ orderNo, sender, receiver, goods, pieces, callFrom, remark }: ParcelOrder, terms: SfTerms) {
  return {
    language: 'zh-CN',
    orderId: orderNo,
    cargoDetails: [{ name: goods, count: pieces }],
    contactInfoList: [contactOf(1, sender), contactOf(2, receiver)],
    ...(terms.monthlyCard === undefined ? { payMethod: 2 } : { payMethod: 1, monthlyCard: terms.monthlyCard }),
    expressTypeId: 1,
    parcelQty: pieces,
    isReturnRoutelabel: 1,
    remark,
    ...(callFrom ? { isDocall: 1, sendStartTm: shanghaiTime(callFrom) } : { isDocall: 0 }),
  }
}

function contactOf(contactType: 1 | 2, { name, phone, province, city, area, address }: ParcelParty) {
  return { contactType, contact: name, mobile: phone, country: 'CN', province, city, county: area, address }
}

function waybillOf(answer: unknown): string {
  const list = fieldsOf(answer).waybillNoInfoList
  // Type 1 is the parcel itself; others are its further pieces and the receipt.
  const main = Array.isArray(list) ? list.map(fieldsOf).find(({ waybillType }) => Number(waybillType) === 1) : undefined
  if (typeof main?.waybillNo !== 'string' || main.waybillNo === '')
    throw new CourierRefused('waybill', '顺丰没有返回快递单号')
  return main.waybillNo
}

function responsesOf(answer: unknown): Record<string, unknown>[] {
  const list = fieldsOf(answer).routeResps
  return Array.isArray(list) ? list.map(fieldsOf) : []
}

function routesOf(answer: unknown): RouteNode[] {
  return responsesOf(answer).flatMap(({ mailNo, routes }) =>
    (Array.isArray(routes) ? routes.map(fieldsOf) : []).flatMap((route) => nodeOf(String(mailNo ?? ''), route) ?? []),
  )
}

/** Undefined for a node without a readable time: one broken node must not hide the others. */
function nodeOf(waybill: string, { id, acceptTime, acceptAddress, remark, opCode }: Record<string, unknown>) {
  const typed = String(acceptTime ?? '')
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(typed)) return undefined
  const at = fromShanghai(typed)
  if (Number.isNaN(at.getTime())) return undefined
  return {
    waybill,
    nodeNo: String(id ?? ''),
    at,
    place: String(acceptAddress ?? '').slice(0, 100),
    text: String(remark ?? '').slice(0, 500),
    kind: KINDS[String(opCode ?? '')] ?? ('moving' as const),
  }
}

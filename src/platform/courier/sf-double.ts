import { fromShanghai, shanghaiTime } from '../time.ts'
import type { Clock } from '../clock.ts'
import { sfDigest } from './sf-digest.ts'
import { fieldsOf } from './sf-client.ts'

export interface SfDoubleAccount {
  partnerId: string
  checkWord: string
  clock: Clock
}

interface Order {
  waybill: string
  cancelled: boolean
  content: Record<string, unknown>
}

interface Scan {
  id: string
  at: Date
  place: string
  text: string
  opCode: string
}

const SENT_WITHIN_MS = 10 * 60_000
const MOST_PARCELS = 10

/**
 * Simulates the gateway of SF Express: partner, digest over the exact text, age of the request, repeated request ids, unique order numbers, cancellation
 * before the parcel is fetched, and routes that are answered only to who knows the end of a phone of the parcel.
 */
export class SfDouble {
  readonly #account: SfDoubleAccount
  readonly #orders = new Map<string, Order>()
  readonly #scans = new Map<string, Scan[]>()
  readonly #phones = new Map<string, string[]>()
  readonly #requests = new Set<string>()
  #numbers = 0
  /** Requests are lost before (`request`) or after (`answer`) they take effect. */
  broken: 'request' | 'answer' | undefined
  /** The orders as they arrived. */
  readonly received: Record<string, unknown>[] = []

  constructor(account: SfDoubleAccount) {
    this.#account = account
  }

  /** A parcel that was ordered elsewhere, such as by a customer at the counter. */
  parcel(waybill: string, phones: readonly string[]): void {
    this.#phones.set(
      waybill,
      phones.map((phone) => phone.slice(-4)),
    )
  }

  /** Somebody scans the parcel now. */
  scan(waybill: string, opCode: string, text: string, place = '上海市'): void {
    const scans = this.#scans.get(waybill) ?? []
    const at = this.#account.clock.now()
    this.#scans.set(waybill, [...scans, { id: String(scans.length + 1), at, place, text, opCode }])
  }

  readonly fetch = async (_url: string, init: RequestInit): Promise<Response> => {
    if (this.broken === 'request') throw new TypeError('fetch failed')
    const answer = this.#answer(new URLSearchParams(String(init.body)))
    if (this.broken === 'answer') throw new TypeError('fetch failed')
    return Response.json(answer)
  }

  #answer(form: URLSearchParams) {
    const given = (name: string) => form.get(name) ?? ''
    const gateway = (apiResultCode: string, apiErrorMsg: string) => ({ apiResultCode, apiErrorMsg, apiResultData: '' })
    const { partnerId, checkWord } = this.#account
    const missing = ['partnerID', 'requestID', 'serviceCode', 'timestamp', 'msgData'].find((name) => !given(name))
    if (missing) return gateway('A1001', '必传参数不可为空')
    if (given('partnerID') !== partnerId) return gateway('A1004', '无对应服务权限')
    const age = Math.abs(this.#account.clock.now().getTime() - Number(given('timestamp')))
    if (!(age <= SENT_WITHIN_MS)) return gateway('A1002', '请求时效已过期')
    if (given('msgDigest') !== sfDigest(given('msgData'), given('timestamp'), checkWord))
      return gateway('A1006', '数字签名无效')
    if (this.#requests.has(given('requestID'))) return gateway('A1011', 'requestID 重复')
    this.#requests.add(given('requestID'))
    const data = this.#serve(given('serviceCode'), fieldsOf(JSON.parse(given('msgData'))))
    return { apiResultCode: 'A1000', apiErrorMsg: '', apiResultData: JSON.stringify(data) }
  }

  #serve(service: string, content: Record<string, unknown>) {
    const orderId = String(content.orderId ?? '')
    switch (service) {
      case 'EXP_RECE_CREATE_ORDER':
        return this.#order(orderId, content)
      case 'EXP_RECE_SEARCH_ORDER_RESP': {
        const order = this.#orders.get(orderId)
        return order ? done(waybillsOf(orderId, order)) : refused('20012', '订单不存在')
      }
      case 'EXP_RECE_UPDATE_ORDER':
        return this.#cancel(orderId, content)
      case 'EXP_RECE_SEARCH_ROUTES':
        return this.#routes(content)
      default:
        return refused('S0002', '接口不存在')
    }
  }

  #order(orderId: string, content: Record<string, unknown>) {
    if (this.#orders.has(orderId)) return refused('8016', '重复下单')
    const contacts = Array.isArray(content.contactInfoList) ? content.contactInfoList.map(fieldsOf) : []
    const complete = (type: number) =>
      contacts.some(({ contactType, mobile, address, city }) => contactType === type && mobile && address && city)
    if (!orderId || !complete(1) || !complete(2)) return refused('20002', '寄件人或收件人信息不完整')
    if (content.payMethod === 1 && !content.monthlyCard) return refused('20011', '月结卡号不能为空')
    const asked = content.isDocall === 1 ? fromShanghai(String(content.sendStartTm ?? '')) : this.#account.clock.now()
    if (Number.isNaN(asked.getTime())) return refused('20028', '上门时间格式不正确')
    this.#numbers += 1
    const waybill = `SF${String(7_000_000_000_000 + this.#numbers)}`
    const order = { waybill, cancelled: false, content }
    this.#orders.set(orderId, order)
    this.parcel(
      waybill,
      contacts.map(({ mobile }) => String(mobile)),
    )
    this.received.push(content)
    return done(waybillsOf(orderId, order))
  }

  #cancel(orderId: string, { dealType }: Record<string, unknown>) {
    const order = this.#orders.get(orderId)
    if (dealType !== 2) return refused('20013', '操作类型不正确')
    if (!order) return refused('8018', '未获取到订单信息')
    if (order.cancelled) return refused('8037', '已消单')
    if (this.#scans.has(order.waybill)) return refused('8252', '已收件，不能取消')
    order.cancelled = true
    return done({ orderId, resStatus: 2 })
  }

  #routes({ trackingType, trackingNumber, checkPhoneNo }: Record<string, unknown>) {
    const numbers = Array.isArray(trackingNumber) ? trackingNumber.map(String) : []
    if (trackingType !== '1' || numbers.length === 0) return refused('20020', '查询方式不正确')
    if (numbers.length > MOST_PARCELS) return refused('20021', '单号数量超过 10 个')
    const ends = String(checkPhoneNo ?? '').split(',')
    const routeResps = numbers.map((mailNo) => ({
      mailNo,
      routes: this.#phones.get(mailNo)?.some((end) => ends.includes(end)) ? this.#shown(mailNo) : [],
    }))
    return done({ routeResps })
  }

  #shown(waybill: string) {
    const shown = (this.#scans.get(waybill) ?? []).map(({ id, at, place, text, opCode }) => ({
      id,
      acceptTime: shanghaiTime(at),
      acceptAddress: place,
      remark: text,
      opCode,
    }))
    // The provider promises no order.
    return shown.toReversed()
  }
}

function waybillsOf(orderId: string, { waybill }: Order) {
  return { orderId, waybillNoInfoList: [{ waybillType: 1, waybillNo: waybill }], filterResult: 2 }
}

function done(msgData: object) {
  return { success: true, errorCode: 'S0000', errorMsg: null, msgData }
}

function refused(errorCode: string, errorMsg: string) {
  return { success: false, errorCode, errorMsg, msgData: null }
}

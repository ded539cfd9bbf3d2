import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { CourierRefused, CourierUnavailable, type ParcelOrder } from './courier.ts'
import { SfClient } from './sf-client.ts'
import { sfCourier } from './sf-courier.ts'
import { sfDigest } from './sf-digest.ts'
import { SfDouble } from './sf-double.ts'

const account = { partnerId: 'LAB', checkWord: 'check-word' }
let now: Date
let double: SfDouble
const clock = { now: () => now }

beforeEach(() => {
  now = new Date('2026-03-02T02:00:00Z')
  double = new SfDouble({ ...account, clock })
})

function courier(own: Partial<typeof account> & { clock?: typeof clock } = {}) {
  const { clock: ownClock = clock, ...keys } = own
  const client = new SfClient(
    { ...account, ...keys, url: 'https://sf.test/std/service', fetch: double.fetch },
    ownClock,
  )
  return sfCourier(client, { monthlyCard: '7551234567' })
}

const party = (name: string, phone: string) => ({
  name,
  phone,
  province: '上海市',
  city: '上海市',
  area: '徐汇区',
  address: '漕溪路 1 号',
})
const parcel: ParcelOrder = {
  orderNo: 'QY26030200001',
  sender: party('王同学', '13800138000'),
  receiver: party('收样室', '13900000008'),
  goods: '检测样品',
  pieces: 2,
  callFrom: new Date('2026-03-02T03:00:00Z'),
  remark: '轻放 (玻璃) a*b~c',
}

describe('the digest', () => {
  it('is taken over the text as Java encodes it: a space is a plus, brackets and tildes are escaped, a star is not', () => {
    const expected = createHash('md5')
      .update('%7B%22a%22%3A%22b+*%28%7E%21%27%29%E6%A0%B7%22%7D1700000000000word')
      .digest('base64')
    expect(sfDigest(`{"a":"b *(~!')样"}`, '1700000000000', 'word')).toBe(expected)
  })

  it('is refused with another check word, another partner, or a timestamp that is too old', async () => {
    const fails = async (code: string, own: Parameters<typeof courier>[0]) =>
      expect(
        await courier(own)
          .order(parcel)
          .catch((error: unknown) => error),
      ).toMatchObject({ code })
    await fails('A1006', { checkWord: 'other' })
    await fails('A1004', { partnerId: 'OTHER' })
    await fails('A1002', { clock: { now: () => new Date(now.getTime() - 11 * 60_000) } })
    expect(double.received).toEqual([])
  })
})

describe('a parcel', () => {
  it('is ordered with the time of the call and the card that pays', async () => {
    const { waybill } = await courier().order(parcel)
    expect(waybill).toMatch(/^SF\d{13}$/)
    expect(double.received).toMatchObject([
      { orderId: 'QY26030200001', isDocall: 1, sendStartTm: '2026-03-02 11:00:00', monthlyCard: '7551234567' },
    ])
  })

  it('is ordered once although the answer was lost', async () => {
    double.broken = 'answer'
    await expect(courier().order(parcel)).rejects.toBeInstanceOf(CourierUnavailable)
    double.broken = undefined
    const { waybill } = await courier().order(parcel)
    expect(await courier().order(parcel)).toEqual({ waybill })
    expect(double.received).toHaveLength(1)
  })

  it('is cancelled once or twice, but not after it was fetched', async () => {
    await courier().order(parcel)
    await courier().cancel(parcel.orderNo)
    await courier().cancel(parcel.orderNo)
    const other = { ...parcel, orderNo: 'QY26030200002' }
    const { waybill } = await courier().order(other)
    double.scan(waybill, '50', '已收取快件')
    await expect(courier().cancel(other.orderNo)).rejects.toBeInstanceOf(CourierRefused)
  })

  it('with an incomplete address is refused with the words of the courier', async () => {
    const order = { ...parcel, receiver: { ...parcel.receiver, address: '' } }
    await expect(courier().order(order)).rejects.toThrow('寄件人或收件人信息不完整')
  })
})

describe('routes', () => {
  it('of a typed waybill are answered in the order of time to who knows the phone, and to nobody else', async () => {
    const waybill = 'SF1234567890123'
    double.parcel(waybill, ['13800138000'])
    double.scan(waybill, '50', '已收取快件')
    now = new Date('2026-03-02T09:00:00Z')
    double.scan(waybill, '31', '快件到达中转场')
    double.scan(waybill, '80', '已签收')
    const routes = await courier().routes([{ waybill, phoneEnd: '8000' }])
    expect(routes.map(({ kind, nodeNo }) => [nodeNo, kind])).toEqual([
      ['1', 'collected'],
      ['2', 'moving'],
      ['3', 'signed'],
    ])
    expect(routes[0]?.at).toEqual(new Date('2026-03-02T02:00:00Z'))
    expect(await courier().routes([{ waybill, phoneEnd: '0001' }])).toEqual([])
  })

  it('of no parcels are not asked for, and of eleven are a mistake of ours', async () => {
    double.broken = 'request'
    expect(await courier().routes([])).toEqual([])
    const eleven = Array.from({ length: 11 }, (_, i) => ({ waybill: `SF${i}`, phoneEnd: '8000' }))
    await expect(courier().routes(eleven)).rejects.toBeInstanceOf(RangeError)
    await expect(courier().routes(eleven.slice(1))).rejects.toBeInstanceOf(CourierUnavailable)
  })
})

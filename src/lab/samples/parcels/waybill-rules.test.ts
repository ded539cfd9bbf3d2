import { expect, test } from 'vitest'
import { courierOf, waybillsAmong } from './waybill-rules.ts'

test.each([
  ['SF1234567890123', '顺丰速运'],
  ['JD0123456789012', '京东快递'],
  ['JDVB12345678901', '京东快递'],
  ['YT1234567890123', '圆通速递'],
  ['78123456789012', '中通快递'],
  ['771234567890123', '申通快递'],
  ['431234567890123', '韵达快递'],
  ['DPK123456789012', '德邦快递'],
  ['JT1234567890123', '极兔速递'],
  ['EA123456789CN', 'EMS'],
  ['1012345678901', 'EMS'],
])('the number %s tells its courier', (number, courier) => {
  expect(courierOf(number)).toBe(courier)
})

test.each(['123456789012', '9812345678901', 'ABC', 'SF123', ''])('the number „%s“ tells no courier', (number) => {
  expect(courierOf(number)).toBeUndefined()
})

test('of the codes on a parcel only numbers remain, each once, known couriers first', () => {
  const codes = [
    'https://example.com/app?x=1',
    'A-01',
    '1234567890123456',
    ' sf1234567890123 ',
    'SF1234567890123',
    'JD0123456789012-1-2-',
    '{"k":"v"}',
  ]
  expect(waybillsAmong(codes)).toEqual(['SF1234567890123', 'JD0123456789012', '1234567890123456'])
})

test('a parcel without a number has none', () => {
  expect(waybillsAmong(['A-01', 'weixin://dl'])).toEqual([])
})

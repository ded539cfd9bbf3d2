import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userInfo } from '../customers/person-contract.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { addressAdd, addressDefault, addressDel, addressEdit, addressList } from './contract.ts'
import { openRegions } from '../../core/regions/contract.ts'
import { isAllowedRegion, regionText } from '../../core/regions/region-rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const home = { name: '张三', phone: '138 0013 8000', address_code: '320102', address: '中山路1号' }

async function defaults(person: TestPerson): Promise<string[]> {
  const { list } = await app.call(addressList, {}, { as: person })
  return list.filter((row) => row.default).map((row) => row.address)
}

describe('addresses', () => {
  it('[P-03] exactly one address is the default while any exist: the first, the chosen one, or the next after a deletion', async () => {
    const person = await app.customer(3)
    const first = await app.call(addressAdd, home, { as: person, form: true })
    expect(first).toMatchObject({
      default: true,
      phone: '13800138000',
      province: '江苏省',
      city: '南京市',
      area: '玄武区',
    })
    const second = await app.call(addressAdd, { ...home, address: '二号' }, { as: person })
    expect(await defaults(person)).toEqual(['中山路1号'])
    const third = await app.call(addressAdd, { ...home, address: '三号', default: true }, { as: person, form: true })
    expect(await defaults(person)).toEqual(['三号'])
    await app.call(addressDefault, { address_rid: second.address_rid }, { as: person, form: true })
    expect(await defaults(person)).toEqual(['二号'])
    await app.call(addressDel, { address_rid: second.address_rid }, { as: person, form: true })
    expect(await defaults(person)).toHaveLength(1)
    await app.call(
      addressEdit,
      { ...home, address_rid: first.address_rid, address: '一号', default: true },
      { as: person },
    )
    expect(await defaults(person)).toEqual(['一号'])
    await app.call(
      addressEdit,
      { ...home, address_rid: first.address_rid, address: '一号', default: false },
      { as: person },
    )
    expect(await defaults(person)).toEqual(['一号'])
    const info = await app.call(userInfo, {}, { as: person })
    expect(info.addressList.map((row) => row.address)).toEqual(['一号', '三号'])
    for (const { address_rid } of [first, third]) await app.call(addressDel, { address_rid }, { as: person })
    expect(await defaults(person)).toEqual([])
  })

  it('[P-03] the first missing field is named, in order', async () => {
    const person = await app.customer(3)
    const order = ['name', 'phone', 'address_code', 'address'] as const
    const messages = ['[姓名]不能为空', '[手机]不能为空', '[所在地区]不能为空', '[详细地址]不能为空']
    for (const [i, message] of messages.entries()) {
      const sent = Object.fromEntries(order.slice(0, i).map((field) => [field, home[field]]))
      expect((await app.refusal(addressAdd, sent, { as: person })).msg).toBe(message)
    }
    expect(await app.refusal(addressAdd, { ...home, address_code: '320199' }, { as: person })).toMatchObject({
      error: 'unknownRegion',
      fields: { address_code: expect.any(String) },
    })
  })

  it('[P-03] a customer can save fifty addresses; the next one is refused with a message', async () => {
    const person = await app.customer(3)
    for (let i = 1; i <= 50; i += 1) await app.call(addressAdd, { ...home, address: `${i}号` }, { as: person })
    expect(await app.refusal(addressAdd, home, { as: person })).toMatchObject({
      error: 'tooMany',
      msg: '地址数量已达上限，请先删除不用的地址',
    })
    expect(await defaults(person)).toEqual(['1号'])
  })

  it('[P-02] the region is stored once: it is removed from the detail, and placeholder cities are left out', async () => {
    const person = await app.customer(3)
    const whole = { ...home, address_code: '320106', address: '江苏省南京市鼓楼区汉口路22号' }
    expect(await app.call(addressAdd, whole, { as: person })).toMatchObject({ area: '鼓楼区', address: '汉口路22号' })
    const elsewhere = { ...whole, address_code: '320102' }
    expect(await app.call(addressAdd, elsewhere, { as: person })).toMatchObject({ address: whole.address })
    for (const [address_code, text] of [
      ['500233', '重庆市忠县'],
      ['429004', '湖北省仙桃市'],
      ['659001', '新疆维吾尔自治区石河子市'],
      ['110108', '北京市海淀区'],
    ] as const) {
      const kept = await app.call(addressAdd, { ...home, address_code }, { as: person })
      expect([regionText(kept), kept.address_code]).toEqual([text, address_code])
    }
  })

  it('[T-40] an address of another customer is not found by any call', async () => {
    const [owner, stranger] = [await app.customer(3), await app.customer(3)]
    const { address_rid } = await app.call(addressAdd, home, { as: owner })
    for (const [call, input] of [
      [addressDel, { address_rid }],
      [addressDefault, { address_rid }],
      [addressEdit, { ...home, address_rid }],
    ] as const) {
      expect(await app.refusal(call, input, { as: stranger })).toMatchObject({ status: 404, error: 'notFound' })
    }
    expect(await defaults(owner)).toEqual(['中山路1号'])
  })
})

describe('regions', () => {
  it('[F-54] [P-02] the list has every county with its city and province, once each, and the successor of every retired code', async () => {
    const { names, retired } = await app.call(openRegions, {})
    expect(Object.keys(names).length).toBeGreaterThan(3500)
    for (const code of Object.keys(names)) {
      expect(code).toMatch(/^\d{6}$/)
      expect(names[`${code.slice(0, 2)}0000`]).toBeTruthy()
      if (!code.endsWith('00')) expect(names[`${code.slice(0, 4)}00`]).toBeTruthy()
    }
    // A place is offered once; an address with the other code keeps its place under the code in use.
    const suzhou = Object.entries(names).filter(([code, name]) => code.startsWith('3205') && name.endsWith('工业园区'))
    expect(suzhou).toEqual([['320571', '苏州工业园区']])
    expect(retired['320590']).toMatchObject({ successor: '320571' })
    for (const { successor } of Object.values(retired)) expect(names[successor]).toBeTruthy()
  })

  it('[K-04] a region is allowed by its own code, its city or its province', () => {
    expect(isAllowedRegion('320102', ['320100'])).toBe(true)
    expect(isAllowedRegion('320102', ['320000'])).toBe(true)
    expect(isAllowedRegion('320102', ['320104', '310000'])).toBe(false)
  })
})

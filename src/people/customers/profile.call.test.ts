import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressList } from '../addresses/contract.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffLogin } from '../../core/staff/contract.ts'
import { login } from '../sign-in/contract.ts'
import { seedAccounts } from '../../../demo/accounts.ts'
import { userUpdateInfo, userUpdateProfile } from './profile-contract.ts'
import { userInfo } from './person-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const profile = {
  name: '张三',
  email: 'zhang@example.com',
  organization: 0 as number,
  company: '某大学',
  teacher: '李四',
  address_code: '320102',
  address: '中山路1号',
}

describe('the profile', () => {
  it('[P-01] the first missing field is named, in the order of the dialog', async () => {
    const person = await app.customer()
    const firsts = ['name', 'email', 'organization', 'company', 'teacher', 'address_code', 'address'] as const
    const messages = ['姓名', '邮箱', '用户类型', '公司/单位', '导师/负责人', '所在地区', '详细地址']
    for (const [i, field] of firsts.entries()) {
      // Fields before this one are filled in; this one and those after it are empty.
      const sent = Object.fromEntries(firsts.slice(0, i).map((name) => [name, profile[name]]))
      const refused = await app.refusal(userUpdateProfile, { ...sent }, { as: person, form: true })
      expect([field, refused.msg]).toEqual([field, `「${messages[i]}」不能为空`])
    }
  })

  it('[P-01] [P-02] the region names belong to the code, one event is emitted, and the type can no longer change', async () => {
    const person = await app.customer()
    const named = { ...profile, province: '海南省', city: '三亚市', area: '天涯区' }
    await app.call(userUpdateProfile, named, { as: person, form: true })
    const { userInfo: me } = await app.call(userInfo, {}, { as: person })
    expect(me).toMatchObject({
      name: '张三',
      organization: 0,
      province: '江苏省',
      city: '南京市',
      area: '玄武区',
      address_code: '320102',
      profileComplete: true,
      group: 'institute',
    })
    const { list } = await app.call(addressList, {}, { as: person })
    expect(list).toMatchObject([{ name: '张三', phone: person.phone, address: '中山路1号', default: true }])
    await app.call(userUpdateProfile, { ...profile, company: '另一所大学' }, { as: person })
    const events = await app.db.rows(
      sql`select payload from jobs where kind = 'event' and name = 'profile.completed' and payload->>'customerId' = ${String(person.id)}`,
    )
    expect(events).toEqual([{ payload: { customerId: person.id, userType: 0 } }])
    expect(
      await app.refusal(userUpdateProfile, { ...profile, email: 'other@example.com' }, { as: person }),
    ).toMatchObject({ error: 'emailByCode', fields: { email: expect.stringContaining('验证码') } })
    expect(await app.refusal(userUpdateProfile, { ...profile, organization: 3 }, { as: person })).toMatchObject({
      error: 'typeFixed',
    })
  })

  it('[P-02] a retired region code is replaced by its successor, and an unknown one is refused', async () => {
    const person = await app.customer()
    await app.call(userUpdateProfile, { ...profile, address_code: '500105' }, { as: person })
    expect((await app.call(userInfo, {}, { as: person })).userInfo).toMatchObject({
      address_code: '500157',
      province: '重庆市',
      area: '两江新区',
    })
    for (const address_code of ['999999', '320000', '320100']) {
      expect(await app.refusal(userUpdateProfile, { ...profile, address_code }, { as: person })).toMatchObject({
        error: 'unknownRegion',
      })
    }
  })

  it('[P-04] nickname and notification choices change independently', async () => {
    const person = await app.customer(3)
    await app.call(userUpdateInfo, { nickname: '阿三' }, { as: person })
    await app.call(userUpdateInfo, { noticeChoices: { sms: false, mail: true } }, { as: person })
    expect((await app.call(userInfo, {}, { as: person })).userInfo).toMatchObject({
      nickname: '阿三',
      noticeChoices: { sms: false, mail: true },
    })
    expect(await app.refusal(userUpdateInfo, { avatar: 'javascript:alert(1)' }, { as: person })).toMatchObject({
      error: 'invalid',
    })
  })
})

describe('the numbers of the header', () => {
  it('[N-07] the header counts the lines of the plan', async () => {
    const scene = await orderScene(app)
    const person = await scene.buyer(0)
    expect((await app.call(userInfo, {}, { as: person })).cartNum).toBe(0)
    await scene.plan(person)
    expect((await app.call(userInfo, {}, { as: person })).cartNum).toBe(1)
  })
})

describe('the demo accounts', () => {
  it('exist once however often the seed runs, each with profile, address and an advisor', async () => {
    await seedAccounts(app.system)
    await seedAccounts(app.system)
    for (const last of [1, 2, 3, 4]) {
      const me = await app.call(login, { account: `1380000000${last}`, password: 'Mingxi-demo-2026' })
      const info = await app.call(userInfo, {}, { as: me })
      expect(info.userInfo.profileComplete).toBe(true)
      expect(info.advisor?.name).toBe('周敏')
      expect((await app.call(addressList, {}, { as: me })).list).toHaveLength(1)
    }
    for (const account of [
      'manager',
      'lab',
      'lab2',
      'reviewer',
      'reviewer2',
      'finance',
      'logistics',
      'editor',
      'admin',
    ]) {
      await app.call(staffLogin, { account: `${account}@demo`, password: 'Mingxi-demo-2026' })
    }
  })

  it('are refused when the demo is off, by the seed and at sign-in', async () => {
    const { config } = app.services
    config.demo = false
    try {
      await expect(seedAccounts(app.system)).rejects.toThrow('DEMO is off')
      expect(await app.refusal(login, { account: '13800000001', password: 'Mingxi-demo-2026' })).toMatchObject({
        error: 'wrongPassword',
      })
      expect(await app.refusal(staffLogin, { account: 'admin@demo', password: 'Mingxi-demo-2026' })).toMatchObject({
        error: 'wrongPassword',
      })
    } finally {
      config.demo = true
    }
  })
})

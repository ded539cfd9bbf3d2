import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { importCommit, importDetail, importRows, importStart, importUndo } from '../../core/imports/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { addressAdd, addressDel, addressEdit, addressList } from './contract.ts'

let app: TestApp
let manager: TestPerson
let customer: TestPerson
let phone: string
beforeAll(async () => {
  app = await testApp()
  manager = await app.staff('manager')
  customer = await app.customer(0)
  phone = (await app.db.one<{ phone: string }>(sql`select phone from customers where id = ${customer.id}`)).phone
})
afterAll(() => app.close())

async function checked(lines: string[]) {
  const content = ['客户手机号,收件人,收件电话,省市区,详细地址,默认地址', ...lines].join('\n')
  const file = { name: '地址.csv', content }
  const { id } = await app.call(importStart, { kind: 'addresses' }, { as: manager, file })
  await app.drain()
  return app.call(importDetail, { id }, { as: manager })
}

it('addresses of customers are imported by the rules of the form, and taken back while they are unchanged', async () => {
  const run = await checked([
    `${phone},王一,13900001111,江苏省南京市玄武区,某路 1 号,是`,
    `${phone},王二,025-84591234,北京市东城区,某路 2 号,`,
    `${phone},王三,13900001111,江苏省,某路 3 号,`,
    `${phone},王四,123,江苏省南京市玄武区,某路 4 号,也许`,
    '13900009999,王五,13900001111,江苏省南京市玄武区,某路 5 号,',
  ])
  expect(run).toMatchObject({ newRows: 2, faultyRows: 3 })
  const { list } = await app.call(importRows, { id: run.id, state: 'faulty' }, { as: manager })
  expect(list.map(({ faults }) => faults.map(({ head, reason }) => `${head} ${reason}`))).toEqual([
    ['省市区 请写全省、市、区县，例如江苏省南京市玄武区'],
    ['收件电话 [手机]格式不正确', '默认地址 请填写是或否'],
    ['客户手机号 没有这个手机号的客户，请先导入客户'],
  ])
  const { id, version } = run
  await app.call(importCommit, { id, version, skipFaulty: true }, { as: manager })
  await app.drain()
  const own = async () => (await app.call(addressList, {}, { as: customer })).list
  expect(await own()).toMatchObject([
    { name: '王一', area: '玄武区', default: true },
    { name: '王二', phone: '02584591234', area: '东城区', default: false },
  ])
  expect(await checked([`${phone},王一,13900001111,江苏省南京市玄武区,某路 1 号,`])).toMatchObject({ unchangedRows: 1 })
  const [first] = await own()
  if (!first) return expect.fail('the address is missing')
  const { address_rid, name, phone: to, address_code } = first
  await app.call(addressEdit, { address_rid, name, phone: to, address_code, address: '别处' }, { as: customer })
  const before = await app.call(importDetail, { id }, { as: manager })
  await app.call(importUndo, { id, version: before.version }, { as: manager })
  await app.drain()
  expect(await app.call(importDetail, { id }, { as: manager })).toMatchObject({ undoneRows: 1, keptRows: 1 })
  expect(await own()).toMatchObject([{ name: '王一', address: '别处' }])
  await app.call(addressDel, { address_rid }, { as: customer })
})

const OWN = '某路 1 号'
const anotherCustomer = async () => {
  const as = await app.customer(0)
  const row = { name: '本人', phone: '13900001111', address_code: '320102', address: OWN }
  await app.call(addressAdd, row, { as })
  return { as, own: async () => (await app.call(addressList, {}, { as })).list }
}
const written = async ({ id, version }: { id: number; version: number }) => {
  await app.call(importCommit, { id, version, skipFaulty: true }, { as: manager })
  await app.drain()
  return app.call(importDetail, { id }, { as: manager })
}

it('[Q-130] an address is added once, also when two tables with it were checked before either was written', async () => {
  const { as, own } = await anotherCustomer()
  const line = `${as.phone},王一,13900001111,江苏省南京市玄武区,某路 2 号,`
  const [first, second] = [await checked([line]), await checked([line, line.replace('2 号', '3 号')])]
  expect(await written(first)).toMatchObject({ writtenRows: 1 })
  expect(await written(second)).toMatchObject({ writtenRows: 1, refusedRows: 1 })
  const { list } = await app.call(importRows, { id: second.id, state: 'refused' }, { as: manager })
  expect(list.map(({ faults }) => faults[0]?.reason)).toEqual(['该客户已有相同的地址'])
  expect((await own()).map(({ address }) => address)).toEqual([OWN, '某路 3 号', '某路 2 号'])
})

it('[Q-131] two rows of which one repeats the region in the detail are one address', async () => {
  const { as } = await anotherCustomer()
  const line = `${as.phone},王一,13900001111,江苏省南京市玄武区,某路 2 号,`
  expect(await checked([line, line.replace('某路', '江苏省南京市玄武区某路')])).toMatchObject({
    newRows: 0,
    faultyRows: 2,
  })
})

it('[Q-132] an import that is taken back leaves the default address that the customer had before', async () => {
  const { as, own } = await anotherCustomer()
  const chosen = (await own())[0]?.address_rid
  app.clock.advance({ minutes: 5 })
  await app.call(
    addressAdd,
    { name: '本人', phone: '13900001111', address_code: '320102', address: '某路 9 号' },
    { as },
  )
  const line = `${as.phone},王一,13900001111,江苏省南京市玄武区,某路 2 号,是`
  const { id, version } = await written(await checked([line, line.replace('2 号', '3 号')]))
  expect((await own())[0]).toMatchObject({ address: '某路 3 号', default: true })
  await app.call(importUndo, { id, version }, { as: manager })
  await app.drain()
  expect(await own()).toMatchObject([{ address_rid: chosen, default: true }, { default: false }])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../app/seed.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sampleOf } from '../../app/testing/scenes/order-scene.ts'
import { readConfig } from '../../config.ts'
import { firstAgreementVersion as agreementVersion } from '../../core/agreements/agreement-rules.ts'
import { changeSetting } from '../../core/settings/actions.ts'
import { staffInvoiceSaveSettings, staffInvoiceSettings } from '../../billing/invoices/staff-contract.ts'
import { bellList } from '../../core/staff-notices/contract.ts'
import { instrumentAdd } from '../../lab/instruments/contract.ts'
import { fundSaveSettings, fundSettings } from '../../money/fund-settings/contract.ts'
import { openCredit } from '../../money/credit/actions.ts'
import { planAdd } from '../../lab/plans/contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { projectCopy } from '../../shop/editing/copy-contract.ts'
import { contentItem, contentPublish, contentSave } from '../../shop/editing/revisions/revision-contract.ts'
import { deviceSearch } from '../../shop/catalogue/contract.ts'
import { deviceDetail } from '../../shop/site/contract.ts'
import { setupAddExample, setupHide, setupRead, setupRemoveExample } from './contract.ts'

let app: TestApp
let admin: TestPerson
let exampleRid: number
beforeAll(async () => {
  app = await testApp()
  admin = await app.staff('admin')
  // As the first start of an installation with its own database and without the demo.
  await seed({
    ...app.system,
    config: readConfig({ LOG_LEVEL: 'silent', DATABASE_URL: 'postgres://127.0.0.1/mingxi' }),
  })
})
afterAll(() => app.close())

const guide = (person = admin) => app.call(setupRead, {}, { as: person })
const missing = async () => (await guide()).steps.filter((step) => !step.done).map(({ key }) => key)
const onSale = async () => (await app.call(deviceSearch, { size: 10 })).list.map(({ name }) => name)

/** What an editor does with nothing but the example to start from: a category, and a copy of the example in it. */
async function publishOwnProject(): Promise<number> {
  const as = await app.staff('editor')
  const look = { img: '', sketch: '', tags: [] }
  const category = { kind: 'category' as const, data: { name: '自己的分类', parentId: 1, ...look } as never }
  const { id, version } = await app.call(contentSave, { ...category, baseVersion: 0 }, { as })
  await app.call(contentPublish, { kind: 'category', id, version }, { as })
  const copy = await app.call(projectCopy, { rid: exampleRid }, { as })
  const { data } = await app.call(contentItem, { kind: 'project', id: copy.rid }, { as })
  const own = { ...data, name: '自己的项目', categoryId: id } as never
  const saved = await app.call(
    contentSave,
    { kind: 'project', id: copy.rid, baseVersion: copy.version, data: own },
    { as },
  )
  await app.call(contentPublish, { kind: 'project', id: saved.id, version: saved.version }, { as })
  expect(await onSale()).toEqual(['自己的项目'])
  return saved.id
}

/** A trial order as a customer of an institute places it. */
async function placeOrder(rid: number): Promise<void> {
  const customer = await app.customer(0)
  await openCredit(app.system, customer.id, 5_000_000)
  const parameters = { speed: 'usual', to: 80 }
  const plan = await app.call(planAdd, { rid, parameters, sampleCount: 1, urgent: false }, { as: customer })
  await app.call(
    orderAdd,
    {
      planIds: [plan.id],
      samples: [sampleOf(plan.id, '1')],
      contact: { name: '王同学', phone: '13800138000', email: '' },
      delivery: { kind: 'self_send' },
      invoice: { type: 0 },
      remark: '',
      agreementVersion,
      agreed: true,
    },
    { as: customer },
  )
}

describe('the guide of a new laboratory', () => {
  it('lists what is missing before the first order, and who may do it', async () => {
    const { shown, steps, example } = await guide()
    expect({ shown, example, done: steps.filter((step) => step.done) }).toEqual({
      shown: true,
      example: 'none',
      done: [],
    })
    expect(steps.find(({ key }) => key === 'account')?.by).toBe('财务')
    expect(steps.filter((step) => step.mine).map(({ key }) => key)).toEqual(['staff', 'contact', 'parcel', 'order'])
  })

  it('shows an example in the shop, whose page opens, until it is removed', async () => {
    const { rid } = await app.call(setupAddExample, {}, { as: admin })
    exampleRid = rid
    expect(await onSale()).toEqual(['粉末衍射（示例）'])
    expect((await app.call(deviceDetail, { rid })).name).toBe('粉末衍射（示例）')
    expect(await guide()).toMatchObject({ example: 'stands' })
    expect(await missing()).toContain('project')
    expect(await app.refusal(setupAddExample, {}, { as: admin })).toMatchObject({ msg: '示例项目已放入' })
    await app.call(setupRemoveExample, {}, { as: admin })
    expect(await onSale()).toEqual([])
    expect(await guide()).toMatchObject({ example: 'none' })
    expect(await app.refusal(setupRemoveExample, {}, { as: admin })).toMatchObject({ msg: '没有示例项目' })
  })

  it('[Q-127] marks each step when what it asks for is there, and goes with the last one', async () => {
    const finance = await app.staff('finance')
    const manager = await app.staff('manager')
    await changeSetting(app.system, 'localInfo', { address: '科研路 1 号', phone: '400', email: '', express: '' })
    await changeSetting(app.system, 'labAddress', {
      receiver: '收样组',
      phone: '400',
      address: '科研路 1 号',
      postcode: '',
    })
    const account = { holder: '某某检测有限公司', bank: '某某银行', account: '6222 0000 1111 2222' }
    const before = await app.call(fundSettings, {}, { as: finance })
    await app.call(fundSaveSettings, { ...before, ...account }, { as: finance })
    expect(await app.call(fundSettings, {}, { as: finance })).toEqual({ ...before, ...account })
    const told = async (as: TestPerson) =>
      (await app.call(bellList, { page: 1, size: 10 }, { as })).list.map(({ title }) => title)
    expect(await told(admin)).toEqual([])
    await app.call(fundSaveSettings, { ...before, ...account, account: '6222 9999 1111 2222' }, { as: finance })
    expect(await told(admin)).toEqual(['测试finance 修改了对公收款账户，请核对'])
    expect(await told(finance)).toEqual([])
    const text = { location: 'A101', keeper: '陈立', specification: '', calibrationRule: 'warn' } as const
    await app.call(
      instrumentAdd,
      { instrumentNo: 'XRD-01', name: '衍射仪', model: 'D8', projectIds: [], ...text },
      { as: manager },
    )
    expect(await missing()).toEqual(['invoice', 'project', 'order'])
    const seller = {
      sellerName: '某某检测有限公司',
      sellerTaxNo: '91310000MA1K00000X',
      categoryCode: '3040300000000000000',
    }
    const invoicing = await app.call(staffInvoiceSettings, {}, { as: finance })
    await app.call(staffInvoiceSaveSettings, { ...invoicing, ...seller }, { as: finance })
    expect(await missing()).toEqual(['project', 'order'])
    const rid = await publishOwnProject()
    expect(await missing()).toEqual(['order'])
    expect(await app.refusal(setupAddExample, {}, { as: admin })).toMatchObject({
      msg: expect.stringContaining('已有自己的项目'),
    })
    await placeOrder(rid)
    expect(await guide()).toMatchObject({ shown: false })
  })

  it('can be put away by who runs the laboratory, and shown again', async () => {
    await app.call(setupHide, { hidden: true }, { as: admin })
    expect(await guide()).toEqual({ shown: false, steps: [], example: 'notNeeded' })
    await app.call(setupHide, { hidden: false }, { as: admin })
    expect((await guide()).steps).not.toEqual([])
    expect(await app.refusal(setupHide, { hidden: true }, { as: await app.staff('logistics') })).toMatchObject({
      status: 403,
    })
  })
})

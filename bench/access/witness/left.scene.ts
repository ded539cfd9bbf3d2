import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedSettings } from '../../../demo/settings.ts'
import { orderSteps } from '../../../src/app/testing/order-steps.ts'
import { type TestApp, testApp } from '../../../src/app/testing/test-app.ts'
import { exportCancel, exportStart } from '../../../src/core/exports/contract.ts'
import {
  importCancel,
  importCommit,
  importDetail,
  importRows,
  importSheet,
  importStart,
  importStop,
  importTemplate,
  importUndo,
} from '../../../src/core/imports/contract.ts'
import { viewList, viewSave } from '../../../src/core/views/contract.ts'
import { staffSampleReceiveAll } from '../../../src/lab/intake/slip-contract.ts'
import { creditPrestore } from '../../../src/money/prestore/actions.ts'
import { staffWithdrawMake } from '../../../src/money/withdrawals/contract.ts'
import { staffRebateRuleDrop, staffRebateRuleSave } from '../../../src/money/promotion/contract.ts'
import { testRules } from '../../../src/app/testing/scenes/reward-scene.ts'
import type { KindName } from '../../../src/shop/editing/kinds/kind-rules.ts'
import {
  contentDiscard,
  contentItem,
  contentItemList,
  contentPreview,
  contentPreviewTyped,
  contentPublish,
  contentRestore,
  contentSave,
  contentSchedule,
  contentUnschedule,
  contentVersion,
} from '../../../src/shop/editing/revisions/revision-contract.ts'
import { todoAdd } from '../../../src/workspace/notes/todo-contract.ts'

// What the tests of the product make as one role and not as another, so that each role that may is answered (decision 0128).

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
  await seedSettings(app.system)
})
afterAll(() => app.close())

/** All steps of a version: a draft is kept, looked at, scheduled, put away, restored and published. */
async function edited(as: { token: string }, kind: KindName, id: number, change: Record<string, unknown>) {
  await app.call(contentItemList, { kind }, { as })
  const { version, data } = await app.call(contentItem, { kind, id }, { as })
  const wanted = { ...data, ...change }
  await app.call(contentPreviewTyped, { kind, id, data: wanted }, { as })
  const saved = await app.call(contentSave, { kind, id, baseVersion: version, data: wanted }, { as })
  const draft = { kind, id, version: saved.version }
  await app.call(contentVersion, draft, { as })
  await app.call(contentPreview, draft, { as })
  await app.call(contentSchedule, { ...draft, at: '2026-03-09 10:00' }, { as })
  await app.call(contentUnschedule, draft, { as })
  await app.call(contentDiscard, draft, { as })
  const again = await app.call(contentRestore, { ...draft, baseVersion: saved.version }, { as })
  await app.call(contentPublish, { kind, id, version: again.version }, { as })
}

it('an administrator edits a setting', async () => {
  await edited(await app.staff('admin'), 'settingContact', 1, { phone: '010-0000-1234' })
})

it('a manager edits the price of a project', async () => {
  const as = await app.staff('manager')
  const id = steps.scene.rids.xrd
  const { data } = await app.call(contentItem, { kind: 'project', id }, { as })
  await edited(as, 'project', id, {
    rule: { ...(data.rule as object), startUpFen: { institute: 1_000, individual: 1_000, enterprise: 1_000 } },
  })
})

it('an editor writes down a task of their own', async () => {
  await app.call(todoAdd, { title: '换首页图片', dueAt: '2026-03-04T10:00' }, { as: await app.staff('editor') })
})

it.each([
  ['manager', 'customers'],
  ['lab', 'samples'],
  ['finance', 'settlements'],
  ['editor', 'redirects'],
  ['admin', 'audit'],
] as const)('a %s keeps a view of %s and exports it', async (role, index) => {
  const as = await app.staff(role)
  await app.call(viewSave, { index, name: '本周', address: '' }, { as })
  await app.call(viewList, { index }, { as })
  const { id } = await app.call(exportStart, { index, address: '' }, { as })
  await app.call(exportCancel, { id }, { as })
})

it('a logistics person takes a whole parcel in', async () => {
  const { orderNo, sampleNos } = await steps.approved(2)
  const samples = sampleNos.map((sampleNo) => ({ sampleNo, mark: 'good' as const }))
  const as = steps.staff.logistics
  await app.call(staffSampleReceiveAll, { orderNo, condition: '完好', shelf: 'A-01-02', samples }, { as })
})

it('finance pays a small balance back to the bank', async () => {
  const { id: customerId, phone } = await app.customer(1)
  const funding = { kind: 'test', businessId: 'small', operation: 'fund', memo: '' }
  await creditPrestore(app.system, { customerId, amountFen: 1_000, ...funding })
  const payout = { holder: '测试客户', bank: '某银行某支行', account: '6222 0000 1111 2222' }
  const made = { customer: phone, amountFen: 1_000, ...payout, reason: '合同终止' }
  await app.call(staffWithdrawMake, made, { as: await app.staff('finance') })
})

it('finance drops a rule of rebates that has not begun', async () => {
  const as = await app.staff('finance')
  const rule = { ...testRules.rebateRules[0], from: '2099-01-01', taxNote: '' }
  await app.call(staffRebateRuleSave, rule as never, { as })
  await app.call(staffRebateRuleDrop, { from: rule.from }, { as })
})

it('waybills are imported, stopped, written, taken back and cancelled', async () => {
  const as = steps.staff.logistics
  const { orderNo } = await steps.approved(1)
  const content = `订单号,样品编号,快递公司,快递单号\n${orderNo},,顺丰速运,SF1000000000001\nMX1,,顺丰速运,SF1`
  const kind = 'incomingWaybills'
  await app.call(importTemplate, { kind, format: 'csv' }, { as })
  const started = async () => {
    const { id } = await app.call(importStart, { kind }, { as, file: { name: '快递.csv', content } })
    return id
  }
  const seen = (id: number) => app.call(importDetail, { id }, { as })
  const commit = async (id: number) => {
    const { version } = await seen(id)
    await app.call(importCommit, { id, version, skipFaulty: true }, { as })
  }
  await app.call(importCancel, { id: await started() }, { as })
  const id = await started()
  await app.drain()
  await app.call(importRows, { id, state: 'faulty' }, { as })
  await app.call(importSheet, { id, state: 'faulty', format: 'csv' }, { as })
  await commit(id)
  await app.call(importStop, { id }, { as })
  await app.drain()
  await commit(id)
  await app.drain()
  const { version } = await seen(id)
  await app.call(importUndo, { id, version }, { as })
  expect((await seen(id)).stage).toBe('undoing')
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
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
import { deviceSearch } from '../../../src/shop/catalogue/contract.ts'
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
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
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
  const { list } = await app.call(deviceSearch, { kw: 'xrd' })
  const id = list[0]?.rid ?? 0
  const { data } = await app.call(contentItem, { kind: 'project', id }, { as })
  await edited(as, 'project', id, { rule: { ...(data.rule as object), startUpFen: 1_000 } })
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

it('waybills are imported, stopped, written, taken back and cancelled', async () => {
  const steps = await orderSteps(app)
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

import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditWords } from '../../app/audit-words.ts'
import { handlers } from '../../app/calls.ts'
import { lifecycles } from '../../app/lifecycles.ts'
import { cellsOf } from '../../app/testing/sheet-cells.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { exportList, exportStart } from '../../core/exports/contract.ts'
import { staffFileLink } from '../../core/files/contract.ts'
import { mayReadPersonal } from '../../core/safety/actions.ts'
import { releaseRead } from '../../core/releases/contract.ts'
import { bellRead } from '../../core/staff-notices/contract.ts'
import { staffLogin, staffLoginConfirm, staffLoginEnrol, staffLoginPassword } from '../../core/staff/contract.ts'
import { staffAdd, staffChangeRole } from '../../core/staff/manage-contract.ts'
import { staffWithdrawList } from '../../money/withdrawals/list-contract.ts'
import { totpCodeAt } from '../../platform/auth/totp.ts'
import { sql } from '../../platform/db/sql.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { sealAuditLog } from '../../platform/audit/seal.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { staffAuditChain, staffAuditList, staffSignInList } from './list-contract.ts'
import { shortSummary } from './rules.ts'
import { actionName } from './words-actions.ts'

let app: TestApp
let admin: TestPerson
let manager: TestPerson & { role: 'manager' }
let customer: TestPerson

beforeAll(async () => {
  app = await testApp()
  admin = await app.staff('admin')
  manager = (await app.staff('manager')) as typeof manager
  customer = await app.customer(3)
  await app.db.run(sql`
    insert into orders (id, order_no, customer_id, payer_id, customer_group, service_type, stage, sample_count, title, contact, delivery, invoice,
      agreement_version, agreed_at, created_at) overriding system value
    values (900001, 'MX26030200001', ${customer.id}, ${customer.id}, 'individual', 1, 'review', 1, '', '{}', '{}', '{}', '1', ${app.clock.now()}, ${app.clock.now()})`)
})
afterAll(() => app.close())

const asManager = (): Ctx => ({
  ...app.staffCtx(manager.id, 'manager'),
  request: { id: 'request-1', ip: '10.1.2.3', userAgent: '', browser: '', proof: '' },
})
const list = (input: object = {}) => app.call(staffAuditList, input as never, { as: admin })
const found = async (input: object) => (await list(input)).list.map(({ action }) => action)

describe('the audit log as a list', () => {
  beforeAll(async () => {
    await recordAudit(asManager(), {
      action: 'order.approve',
      subject: 'order:900001',
      before: { stage: 'review' },
      after: { stage: 'prepay' },
      reason: '=cmd|calc 资料齐全',
    })
    await recordAudit(asManager(), {
      action: 'call:order/logCall',
      subject: 'call:order/logCall',
      after: { orderNo: 'MX26030200001', note: '客户 13812345678 已接听' },
    })
    app.clock.advance({ days: 3 })
    admin = await app.staff('admin')
    await mayReadPersonal(asManager(), { subject: `customer:${customer.id}`, about: { orderNo: 'MX26030200001' } })
    const added = await app.call(staffAdd, { account: 'auditee', name: '被审人', role: 'lab' }, { as: admin })
    await app.call(staffChangeRole, { id: added.id, role: 'finance', confirm: 'auditee' }, { as: admin })
  })

  it('says in Chinese who did what to which record, from where, before and after, and why', async () => {
    const [row] = (await list({ filters: { action: '通过', subject: 'MX26030200001' } })).list
    expect(row).toMatchObject({
      kind: 'staff',
      who: '测试manager',
      action: 'order.approve',
      actionName: lifecycles.find(({ entity }) => entity === 'order')?.transitions.approve?.label,
      subjectName: '订单 MX26030200001',
      // An administrator takes no part in orders, so the number is no link.
      subjectTo: '',
      changes: [{ field: '状态', before: '待审核', after: '待预付' }],
      reason: '=cmd|calc 资料齐全',
      ip: '10.1.2.3',
      requestId: 'request-1',
      sealed: false,
    })
    const [role] = (await list({ filters: { action: '修改角色' } })).list
    expect(role).toMatchObject({
      subjectName: '员工 被审人',
      subjectTo: '/console/staff',
      changes: [{ field: '角色', before: '实验员', after: '财务' }],
    })
  })

  it('has a row for each write by staff, and none for what they read', async () => {
    const rows = async () =>
      (await app.db.one<{ n: number }>(sql`select count(*) as n from audit_log where action like 'call:%'`)).n
    const before = await rows()
    await app.call(staffSignInList, {}, { as: admin })
    await list()
    expect(await rows()).toBe(before)
    await app.call(staffAdd, { account: 'written', name: '新同事', role: 'lab' }, { as: admin })
    expect(await rows()).toBe(before + 1)
  })

  it('[Q-358] has no rows for what a person marks as read in their own console, and for no other call that writes', async () => {
    const left = handlers.map(({ call }) => call).filter((call) => call.ownLooks)
    expect(left.map(({ name }) => name).toSorted()).toEqual(['bell/read', 'release/read'])
    const rows = async () => (await app.db.one<{ n: number }>(sql`select count(*) as n from audit_log`)).n
    const before = await rows()
    await app.call(bellRead, {}, { as: admin })
    await app.call(releaseRead, {}, { as: admin })
    expect(await rows()).toBe(before)
  })

  it('shows the newest first by time, also rows of a century whose count of seconds has fewer digits', async () => {
    await app.db.run(sql`
      insert into audit_log (at, actor_kind, action, subject, ip, request_id)
      values ('1999-12-31T00:00:00Z', 'system', 'job.discard', 'job:1', '', '-')`)
    const times = (await list({ size: 100 })).list.map(({ at }) => at)
    expect(times.at(-1)).toMatch(/^1999-12-31/)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('finds by person, record, day, group and word, and takes wildcards as letters', async () => {
    expect(await found({ filters: { who: '测试manager' } })).toEqual([
      'personal.read',
      'call:order/logCall',
      'order.approve',
    ])
    expect(await found({ filters: { subject: 'mx26030200001' } })).toEqual([
      'personal.read',
      'call:order/logCall',
      'order.approve',
    ])
    expect(await found({ filters: { subject: `客户 ${customer.id}` } })).toEqual(['personal.read'])
    expect(await found({ filters: { subject: 'order:900001' } })).toEqual(['order.approve'])
    const day = shanghaiDate(app.clock.now())
    expect(await found({ filters: { at: { from: day, to: day } }, tab: 'personal' })).toEqual(['personal.read'])
    expect(await found({ filters: { at: { to: day }, group: ['call'], who: '测试manager' } })).toEqual([
      'call:order/logCall',
    ])
    expect(await found({ filters: { group: ['work'], who: '测试manager' } })).toEqual(['order.approve'])
    expect(await found({ kw: '资料齐全' })).toEqual(['order.approve'])
    for (const kw of ['%', '_', '%%_', "' or true --", '\\'])
      for (const input of [{ kw }, { filters: { who: kw } }, { filters: { subject: kw } }, { filters: { action: kw } }])
        expect([input, await found(input)]).toEqual([input, []])
  })

  it('shows phone numbers in what was sent only masked', async () => {
    const [row] = (await list({ filters: { group: ['call'], who: '测试manager' } })).list
    expect(row?.actionName).toBe(handlers.find(({ call }) => call.name === 'order/logCall')?.call.summary)
    expect(JSON.stringify(row)).not.toContain('13812345678')
    expect(row?.changes).toContainEqual({ field: '备注', before: '', after: '客户 138****5678 已接听' })
  })

  it('[T-58] is refused to every role without the action, and to customers; so is its export', async () => {
    for (const role of ['manager', 'finance', 'lab', 'reviewer', 'logistics', 'editor'] as const) {
      const as = await app.staff(role)
      for (const call of [staffAuditList, staffAuditChain, staffSignInList])
        expect([role, (await app.refusal(call, {}, { as })).status]).toEqual([role, 403])
      expect((await app.refusal(exportStart, { index: 'audit', address: '' }, { as })).status).toBe(403)
    }
    for (const call of [staffAuditList, staffAuditChain, staffSignInList]) {
      expect((await app.refusal(call, {}, { as: customer })).status).toBe(403)
      expect((await app.refusal(call, {})).status).toBe(401)
    }
  })

  it('[T-59] [T-53] is exported as it is filtered, without formulas, and the export is itself in the log', async () => {
    const { id } = await app.call(exportStart, { index: 'audit', address: 'subject=order:900001' }, { as: admin })
    await app.drain()
    const one = (await app.call(exportList, {}, { as: admin })).list.find((each) => each.id === id)
    const { url } = await app.call(staffFileLink, { id: one?.fileId ?? 0 }, { as: admin })
    const file = await app.server.inject({ method: 'GET', url, headers: { token: admin.token } })
    const [head, ...rows] = cellsOf(file.rawPayload, 1)
    expect(head).toEqual(['时间', '操作人', '操作', '对象', '变化', '原因', 'IP'])
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['测试manager', '审核通过', '订单 MX26030200001', '状态：待审核 → 待预付', "'=cmd|calc 资料齐全", '10.1.2.3'],
    ])
    expect(await found({ tab: 'exports' })).toEqual(['file.download', 'file.read', 'export.made', 'export.start'])
  })

  it('[T-58] every reading of personal data by staff is one row', async () => {
    const before = (await list({ tab: 'personal' })).total
    await mayReadPersonal(asManager(), { subject: `customer:${customer.id}`, about: {} })
    await mayReadPersonal(asManager(), { subject: `customer:${customer.id}`, about: {} })
    const after = await list({ tab: 'personal' })
    expect(after.total).toBe(before + 2)
    expect(after.list[0]).toMatchObject({ actionName: '查看个人信息', subjectName: '客户 测试客户' })
  })

  it('[T-58] a list that shows accounts in full leaves one row while it is open, naming what it showed', async () => {
    const finance = await app.staff('finance')
    await app.db.run(sql`
      insert into withdrawals (withdrawal_no, customer_id, source, stage, amount_fen, holder, bank, account, created_at)
      values ('TX26030200001', ${customer.id}, 'prestore', 'pending', 500, '', '', '6222', ${app.clock.now()})`)
    const reads = async () =>
      (await list({ filters: { who: '测试finance' }, tab: 'personal' })).list.map(({ changes }) => changes[0]?.after)
    for (let i = 0; i < 3; i++) await app.call(staffWithdrawList, { tab: 'all' }, { as: finance })
    expect(await reads()).toEqual(['TX26030200001'])
    const { list: rows } = await list({ tab: 'personal' })
    expect(rows.map(({ subjectName }) => subjectName)).toContain('列表 提现')
    app.clock.advance({ minutes: 11 })
    await app.call(staffWithdrawList, { tab: 'all' }, { as: finance })
    expect(await reads()).toHaveLength(2)
  })

  it('[Q-380] a word finds the same rows in a small log by indexes and along a large one, counted alike', async () => {
    await app.db.run(sql`
      insert into audit_log (at, actor_kind, actor_id, action, subject, reason, ip, request_id)
      select ${app.clock.now()}::timestamptz - n * interval '1 minute', 'customer', ${customer.id}, 'order.cancel', 'order:900001', case when n % 2 = 0 then '重复　下单' end, '', '-'
      from generate_series(1, 40) n`)
    const asLarge = (rows: number) =>
      app.db.run(sql`
        update pg_class set reltuples = ${rows} where oid in (select relid from pg_partition_tree('audit_log') where isleaf)`)
    for (const kw of ['测试客户', '重复下单', '取消', 'mx26030200001', '测试manager', '没有这个词', '%', '单']) {
      const read = async () => {
        const { ids, total } = await list({ kw, size: 100 })
        return { ids, total }
      }
      await asLarge(100)
      const small = await read()
      await asLarge(1_000_000)
      expect([kw, await read()]).toEqual([kw, small])
    }
    expect((await list({ kw: '重复下单' })).total).toBe(20)
    await asLarge(100)
  })

  it('[I-22] shows the end of the chain, and which rows are in it', async () => {
    expect(await app.call(staffAuditChain, {}, { as: admin })).toEqual({ links: 0, hash: '', sealedAt: null })
    await sealAuditLog(app.system)
    const chain = await app.call(staffAuditChain, {}, { as: admin })
    expect(chain).toMatchObject({ links: (await list()).total, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect((await list()).list.every(({ sealed }) => sealed)).toBe(true)
  })
})

describe('the words of the audit log', () => {
  const root = `${import.meta.dirname}/../..`
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => readFileSync(`${root}/${name}`, 'utf8'))

  it('has words for every action that the sources write', () => {
    const written = sources.flatMap((text) =>
      [...text.matchAll(/recordAudit\([^;]*?action: '([\w.]+)'|\baudit\(ctx, '([\w.]+)'/g)].map(
        ([, a, b]) => a ?? b ?? '',
      ),
    )
    expect(written.length).toBeGreaterThan(30)
    const moves = lifecycles.flatMap(({ entity, transitions }) =>
      Object.keys(transitions).map((verb) => `${entity}.${verb}`),
    )
    const calls = handlers.map(({ call }) => `call:${call.name}`)
    for (const action of [...written, ...moves, ...calls])
      expect([action, actionName(auditWords, action)]).toEqual([action, expect.stringMatching(/\p{Script=Han}/u)])
  })

  it('ends the description of a call where explanations begin', () => {
    expect(shortSummary('上传数据文件，按文件名中的样品编号对应样品')).toBe('上传数据文件')
    expect(shortSummary('登记已致电客户')).toBe('登记已致电客户')
  })

  it('has words for every kind of record that the sources name', () => {
    const named = sources.flatMap((text) =>
      [...text.matchAll(/subject: `(\w+):\$\{/g)].map(([, entity]) => entity ?? ''),
    )
    const known = auditWords.subjects.map(({ entity }) => entity)
    expect(new Set(known).size).toBe(known.length)
    const wanted = [...named.filter((entity) => entity !== 'call'), ...lifecycles.map(({ entity }) => entity)]
    expect([...new Set(wanted)].filter((entity) => !known.includes(entity))).toEqual([])
  })
})

it('[Q-51] names fields and coded values in Chinese by what the row is about', async () => {
  const said = async (action: string, subject: string, after: object) => {
    await recordAudit(asManager(), { action, subject, after })
    return (await list({ size: 1 })).list[0]?.changes.map(({ field, after }) => `${field}：${after}`)
  }
  expect(await said('file.download', 'file:1569', { purpose: 'result', attachedTo: 'sample:3' })).toEqual([
    '用途：检测数据',
    '所属记录：sample:3',
  ])
  expect(await said('group.setRole', 'groupMember:2', { role: 'manager' })).toEqual(['角色：管理员'])
  expect(await said('group.setLimits', 'groupMember:2', { monthLimitFen: 300_000 })).toEqual(['每月额度：¥3,000.00'])
  expect(await said('role.limits', 'role:finance', { refund: 50_000 })).toEqual(['退款：¥500.00'])
  expect(await said('refund.make', 'refund:4', { way: 'balance' })).toEqual(['方式：退至预存余额'])
  expect(await said('call:sample/dispose', 'call:sample/dispose', { action: 'keep' })).toEqual(['操作：留样'])
  expect(await said('export.start', 'export:5', { list: 'orders' })).toEqual(['列表：订单'])
  // What somebody typed stays as it is, also when it reads like a code.
  expect(await said('export.start', 'export:5', { name: 'orders' })).toEqual(['名称：orders'])
})

describe('names in the audit log', () => {
  it('[Q-116] names the kind of content that an editor published, and the person who set up an app at the first sign-in', async () => {
    await recordAudit(asManager(), {
      action: 'call:content/publish',
      subject: 'call:content/publish',
      after: { kind: 'settingHours', id: 1, version: 4 },
    })
    const [published] = (await list({ filters: { action: '发布' } })).list
    expect(published?.changes).toContainEqual({ field: '类型', before: '', after: '工作时间' })
    const { id, password } = await app.call(staffAdd, { account: 'enroller', name: '初登', role: 'lab' }, { as: admin })
    const login = await app.call(staffLogin, { account: 'enroller', password })
    const ticket = login.next === 'done' ? '' : login.ticket
    await app.call(staffLoginPassword, { ticket, password: 'three quiet lakes' })
    const { secret } = await app.call(staffLoginEnrol, { ticket })
    await app.call(staffLoginConfirm, { ticket, code: totpCodeAt(secret, app.clock.now()) })
    const [enrolled] = (await list({ filters: { action: '绑定动态验证器' } })).list
    expect(enrolled).toMatchObject({ kind: 'staff', who: '初登', subject: `staff:${id}` })
  })
})

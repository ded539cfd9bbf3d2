import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areaOf, checkAreas } from '../money/books/rules.ts'
import { runCheck } from '../platform/book-check.ts'
import type { Db } from '../platform/db/db.ts'
import { type Sql, sql } from '../platform/db/sql.ts'
import { bookChecks } from './book-checks.ts'
import { type TestApp, testApp } from './testing/test-app.ts'

// Every check of the books sees the fault it is for: the data is broken by hand, in a transaction that is taken back.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

class TakenBack extends Error {}

/** What the check finds after these statements, which run without triggers, and without the constraints that they name. */
async function foundAfter(key: string, breaks: readonly Sql[]): Promise<string[]> {
  let found: string[] = []
  await app.db
    .tx(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`)
      for (const each of breaks) await tx.run(each)
      found = await faultsOf(tx, key)
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  return found
}

async function faultsOf(db: Db, key: string): Promise<string[]> {
  const check = bookChecks.find((each) => each.key === key)
  if (!check) throw new Error(`no check ${key}`)
  return (await runCheck(db, check, app.clock.now())).faults
}

it('the page of the books names the area of each check in Chinese', () => {
  const areas = new Set(bookChecks.map(({ key }) => areaOf(key)))
  expect([...areas].filter((area) => checkAreas[area] === undefined)).toEqual([])
})

const at = '2026-03-01T00:00:00Z'
const transfer = (kind: string, businessId: string, operation: string, id = 900001) => sql`
  insert into ledger_transfers (id, kind, business_id, operation, memo, actor_kind, at) overriding system value
  values (${id}, ${kind}, ${businessId}, ${operation}, '', 'system', ${at})`
const account = (owner: string, kind: string, balanceFen: number | null, id: number) => sql`
  insert into ledger_accounts (id, owner, kind, balance_fen) overriding system value
  values (${id}, ${owner}, ${kind}, ${balanceFen}::bigint)`
const entry = (accountId: number, amountFen: number, afterFen: number | null, transferId = 900001) => sql`
  insert into ledger_entries (transfer_id, account_id, amount_fen, balance_after_fen)
  values (${transferId}, ${accountId}, ${amountFen}, ${afterFen}::bigint)`
const house = (kind: string, amountFen: number, transferId = 900001) => sql`
  insert into ledger_entries (transfer_id, account_id, amount_fen, balance_after_fen)
  select ${transferId}::bigint, id, ${amountFen}::bigint, null from ledger_accounts where owner = 'laboratory' and kind = ${kind}`
const payment = (id: number, amountFen: number, refundedFen = 0) => sql`
  insert into payments (id, payment_no, customer_id, channel, scene, kind, about, amount_fen, stage, created_at, expires_at, provider_no, paid_at,
    outcome, refunded_fen) overriding system value
  values (${id}, ${`P${id}`}, 7, 'alipay', 'qr', 'prestore', '', ${amountFen}, 'paid', ${at}, ${at}, ${`pr${id}`}, ${at}, 'applied', ${refundedFen})`
const refund = (id: number, way: 'channel' | 'balance', stage: string) => sql`
  insert into refunds (id, refund_no, customer_id, way, subject_no, payment_id, channel, stage, amount_fen, reason, proposed_by, created_at)
  overriding system value
  values (${id}, ${`TK${id}`}, 7, ${way}, 'x', case when ${way} = 'channel' then 1 end, case when ${way} = 'channel' then 'alipay' end, ${stage}, 500, '', 1, ${at})`
const withdrawal = (id: number, stage: string) => sql`
  insert into withdrawals (id, withdrawal_no, customer_id, source, stage, amount_fen, holder, bank, account, approved_by, paid_by, bank_serial, paid_on,
    created_at) overriding system value
  values (${id}, ${`TX${id}`}, 7, 'prestore', ${stage}, 500, '', '', '', 1, case when ${stage} = 'paid' then 1 end,
    case when ${stage} = 'paid' then 's' end, case when ${stage} = 'paid' then date '2026-03-01' end, ${at})`
const bankLine = sql`
  insert into bank_lines (id, serial, amount_fen, payer, received_at, imported_by, imported_at) overriding system value
  values (9001, 'S9001', 500, '', ${at}, 1, ${at})`
const received = (id: number) => sql`
  insert into received_money (id, bank_line_id, customer_id, stage, amount_fen, rest_fen, reason, kept_by, kept_at) overriding system value
  values (${id}, 9001, 7, 'open', 500, 500, '', 1, ${at})`
const paidOrder = (prepaidFen: number, settledFen: number, invoicedFen: number) => sql`
  insert into paid_orders (order_id, customer_id, prepaid_fen, settled_fen, invoiced_fen, paid_at)
  values (900001, 7, ${prepaidFen}, ${settledFen}, ${invoicedFen}, ${at})`
const campaign = (issued: number, uses: number) => sql`
  insert into coupon_campaigns (id, name, kind, value_fen, valid_days, issued, uses, created_at) overriding system value
  values (9001, '春季', 'amount', 100, 30, ${issued}, ${uses}, ${at})`
const coupon = (id: number, usedFor: string) => sql`
  insert into coupons (id, campaign_id, customer_id, stage, source, source_key, valid_from, expires_at, issued_at, used_for, used_no)
  overriding system value values (${id}, 9001, 7, 'locked', 'staff', ${`k${id}`}, ${at}, ${at}, ${at}, ${usedFor}, 'x')`
const rebate = (customerId: number, promoterId: number, amountFen: number, pendingFen: number, owedFen: number) => sql`
  insert into rebates (order_id, order_no, customer_id, promoter_id, base_fen, amount_fen, pending_fen, owed_fen, paid_at, due_at)
  values (900001, 'MX900001', ${customerId}, ${promoterId}, 10000, ${amountFen}, ${pendingFen}, ${owedFen}, ${at}, ${at})`
const order = (discountFen: number, final: { grossFen: number; discountFen: number; netFen: number } | null) => sql`
  insert into orders (id, order_no, customer_id, payer_id, customer_group, service_type, stage, sample_count, title, contact, delivery, invoice,
    agreement_version, agreed_at, created_at, discount_fen, final_gross_fen, final_discount_fen, final_fen) overriding system value
  values (900001, 'MX900001', 7, 7, 'individual', 1, 'cancelled', 1, '', '{}', '{}', '{}', '1', ${at}, ${at}, ${discountFen},
    ${final?.grossFen ?? null}::bigint, ${final?.discountFen ?? 0}, ${final?.netFen ?? null}::bigint)`
const groupOrder = sql`
  insert into orders (id, order_no, customer_id, payer_id, group_id, customer_group, service_type, stage, sample_count, title, contact, delivery, invoice,
    agreement_version, agreed_at, created_at) overriding system value
  values (900001, 'MX900001', 7, 8, 9, 'institute', 1, 'cancelled', 1, '', '{}', '{}', '{}', '1', ${at}, ${at})`
const groupSpend = (ofProject: number) => sql`
  insert into group_spend (order_id, group_id, member_id, month, amount_fen, projects, state, created_at)
  values (900001, 9, 7, '2026-03', 500, ${`{"1003": ${ofProject}}`}::jsonb, 'held', ${at})`
const settlement = (stage: string) => sql`
  insert into settlements (id, settlement_no, customer_id, payer_name, stage, total_fen, due_at, created_at) overriding system value
  values (9001, 'JS9001', 7, '', ${stage}, 500, ${at}, ${at})`
const settlementRow = (amountFen: number) => sql`
  insert into settlement_rows (order_id, customer_id, owed_by, kind, amount_fen, estimate_fen, due_at, settlement_id, fixed_by, fixed_at)
  values (900001, 7, 7, 'credit', ${amountFen}, 500, ${at}, 9001, 1, ${at})`
const application = sql`
  insert into invoice_applications (id, application_no, customer_id, stage, type, title, natural_person, tax_no, bank, bank_account, address, phone,
    email, amount_fen, created_at) overriding system value
  values (9001, 'FP9001', 7, 'pending', 1, '', false, '', '', '', '', '', '', 500, ${at})`
const invoiceLine = (amountFen: number) => sql`
  insert into invoice_lines (application_id, order_id, order_no, about, amount_fen) values (9001, 900001, '', '', ${amountFen})`
const step = (fromStage: string | null, version: number, action = 'confirm') => sql`
  insert into stage_history (entity, entity_id, version, from_stage, to_stage, action, actor_kind, actor_id, at)
  values ('refund', 900001, ${version}, ${fromStage}, 'checking', ${action}, 'staff', 1, ${at})`
const audit = sql`
  insert into audit_log (at, actor_kind, actor_id, action, subject, after) values (${at}, 'staff', 1, 'refund.confirm', 'refund:900001', '{"stage": "done"}')`

const lot = (remaining: number) => sql`
  insert into point_lots (id, customer_id, points, remaining, created_at, expires_at) overriding system value values (9001, 7, 5, ${remaining}, ${at}, ${at})`

const filled = sql`insert into figure_fill (filled_until) values (date '2026-03-02')`
const figure = (measure: string, amount: number, count = 1) => sql`
  insert into figure_days (measure, day, key, count, amount) values (${measure}, date '2026-03-01', 'individual', ${count}, ${amount})`

/** Breaks of the data by check: what is written by hand, and what the check then says. */
const seal = (n: number) => sql`
  insert into audit_seals (n, audit_id, hash, sealed_at) select ${n}::bigint, max(id), sha256('x'), ${at} from audit_log`
const breaks: Record<string, [said: RegExp, ...statements: Sql[]][]> = {
  'ledger.balanced': [
    [/只有 1 条/, transfer('x', '1', 'x'), house('bank', 5)],
    [/合计为 1 分（money）/, transfer('x', '1', 'x'), house('bank', 5), house('income', -4)],
  ],
  'ledger.running': [
    [/变动 5 分，却记为 6/, account('customer:7', 'prestore', 6, 9001), transfer('x', '1', 'x'), entry(9001, 5, 6)],
    [
      /属于实验室账户/,
      transfer('x', '1', 'x'),
      sql`insert into ledger_entries (transfer_id, account_id, amount_fen, balance_after_fen)
        select 900001, id, 5, 5 from ledger_accounts where kind = 'bank'`,
    ],
  ],
  'ledger.stored': [[/customer:7 prestore）余额 6 分，分录合计 0/, account('customer:7', 'prestore', 6, 9001)]],
  'ledger.floors': [[/预存款为 -6 分/, account('customer:7', 'prestore', -6, 9001)]],
  'ledger.credit': [[/相差 7 分/, account('customer:7', 'credit_available', 7, 9001)]],
  'ledger.total': [[/money：.*相差 6 分/, account('customer:7', 'prestore', 6, 9001)]],
  'ledger.once': [
    [
      /x 1 x 记账 2 次/,
      sql`alter table ledger_transfers drop constraint ledger_transfers_business`,
      transfer('x', '1', 'x'),
      transfer('x', '1', 'x', 900002),
    ],
  ],
  'books.days': [
    [
      /2026-03-01 bank：日结收 0 分、支 0 分，账上收 5 分/,
      sql`insert into day_figures (day, account, opening_fen, in_fen, out_fen, closing_fen) values ('2026-03-01', 'bank', 0, 0, 0, 0)`,
      transfer('x', '1', 'x'),
      house('bank', -5),
    ],
    [
      /的期初为 7 分，上日期末为 0 分/,
      sql`insert into day_figures (day, account, opening_fen, in_fen, out_fen, closing_fen) values ('2026-03-01', 'bank', 7, 0, 0, 7)`,
    ],
  ],
  'prestore.bank-in': [[/S9001 到账 500 分，入账 0 分/, bankLine, received(1)]],
  'prestore.bank-once': [
    [
      /S9001 使用 2 次/,
      sql`alter table received_money drop constraint received_money_bank_line_id_key`,
      bankLine,
      received(1),
      received(2),
    ],
  ],
  'prestore.unassigned': [[/待分配账户为 0 分，待分配记录为 500/, bankLine, received(1)]],
  'prestore.advance': [
    [/预付款账户为 6 分，各订单合计 0/, account('customer:7', 'advance', 6, 9001)],
    [
      /预付款为 -5 分/,
      account('customer:7', 'advance', -5, 9001),
      transfer('order.advance', '1', 'x'),
      entry(9001, -5, -5),
    ],
  ],
  'prestore.prepaid': [[/记预付 6 分，账上为 0/, paidOrder(6, 0, 0)]],
  'prestore.invoiced': [
    [/已付 6 分，已开票 7/, sql`alter table paid_orders drop constraint paid_orders_invoiced`, paidOrder(6, 0, 7)],
  ],
  'credit.held': [[/预占额度为 6 分，各订单合计 0/, account('customer:7', 'credit_held', 6, 9001)]],
  'payments.received': [
    [/P9001 已付 500 分，入账 0/, payment(9001, 500)],
    [
      /已付 0 分，入账 5 /,
      account('customer:7', 'prestore', 5, 9001),
      transfer('payment', '1', 'receive'),
      entry(9001, 5, 5),
    ],
  ],
  'payments.channel': [
    [/渠道为 alipay，入账记在 bank/, payment(9001, 500), transfer('payment', '9001', 'receive'), house('bank', -500)],
  ],
  'payments.provider-once': [
    [
      /渠道单号 pr9001 用于 2 张/,
      sql`alter table payments drop constraint payments_channel_provider_no_key`,
      payment(9001, 500),
      payment(9002, 500),
      sql`update payments set provider_no = 'pr9001'`,
    ],
  ],
  'refunds.counted': [[/已付 500 分，记退款 100 分，退款记录合计 0/, payment(9001, 500, 100)]],
  'refunds.held': [[/退款处理中账户为 0 分，未完成的退款为 500/, refund(9001, 'channel', 'processing')]],
  'refunds.posted': [
    [/应退至alipay 500 分，账上退至（无） 0/, refund(9001, 'channel', 'done')],
    [
      /应退至alipay 500 分/,
      refund(9001, 'channel', 'done'),
      transfer('refund', '9001', 'pay'),
      house('wechatpay', 500),
    ],
  ],
  'withdrawals.held': [[/提现处理中账户为 0 分，未完成的提现为 500/, withdrawal(9001, 'pending')]],
  'withdrawals.posted': [[/TX9001（pending）应扣 500 分，账上扣 0/, withdrawal(9001, 'pending')]],
  'withdrawals.paid': [[/TX9001 已打款 500 分，银行付出 0/, withdrawal(9001, 'paid')]],
  'promotion.once': [
    [/MX900001 的返利给了下单的客户 7/, sql`alter table rebates drop constraint rebates_check`, rebate(7, 7, 0, 0, 0)],
  ],
  'promotion.amounts': [
    [
      /返利 500 分，待结算 100、已结算 0、待抵扣 0/,
      sql`alter table rebates drop constraint rebates_check1`,
      rebate(7, 8, 500, 100, 0),
    ],
  ],
  'promotion.ledger': [[/MX900001 应记待结算 500、可提现 0 分，账上为 0、0 分/, rebate(7, 8, 500, 500, 0)]],
  'promotion.pending': [[/客户 8 的待结算返利账户为 0 分，返利合计 500 分/, rebate(7, 8, 500, 500, 0)]],
  'coupons.uses': [[/记使用 2 次，券上为 1 次/, campaign(1, 2), coupon(1, 'order:1')]],
  'coupons.issued': [[/记发放 2 张，实有 1 张/, campaign(2, 1), coupon(1, 'order:1')]],
  'coupons.together': [[/order:1 使用 2 张减价券/, campaign(2, 2), coupon(1, 'order:1'), coupon(2, 'order:1')]],
  'points.lots': [[/积分余额为 0，各批剩余合计 5/, lot(5)]],
  'points.earned': [
    [
      /应入账 3 积分，账上为 5/,
      sql`insert into point_holders (customer_id, owed) values (7, 3)`,
      account('customer:7', 'points', 5, 9001),
      transfer('points.earning', '1', 'set.1'),
      entry(9001, 5, 5),
    ],
  ],
  'points.owed': [
    [
      /欠 3 积分，却还有 5 积分/,
      sql`insert into point_holders (customer_id, owed) values (7, 3)`,
      account('customer:7', 'points', 5, 9001),
    ],
  ],
  'points.expired': [
    [
      /第 9001 批积分到期扣 6，该批共 5/,
      lot(0),
      account('customer:7', 'points', 0, 9001),
      transfer('points.expiry', '9001', 'expire'),
      entry(9001, -6, 0),
    ],
  ],
  'coupons.codes': [
    [
      /兑换码 ABC 使用 3 次，上限 2/,
      sql`alter table coupon_codes drop constraint coupon_codes_uses`,
      sql`insert into coupon_codes (campaign_id, code, use_limit, uses, created_at) values (9001, 'ABC', 2, 3, ${at})`,
    ],
  ],
  'orders.discount': [[/MX900001 优惠 5 分，明细合计 0/, order(5, null)]],
  'orders.final': [[/最终金额 100 分，优惠 10 分，应付 91/, order(0, { grossFen: 100, discountFen: 10, netFen: 91 })]],
  'orders.group-member': [
    [/MX900001 没有课题组额度记录/, groupOrder],
    [/MX900001 下单时下单人不是课题组成员/, groupOrder, groupSpend(500)],
  ],
  'orders.group-spend': [[/MX900001 应付 0 分，额度记录为 500 分（held），各项目 400 分/, groupOrder, groupSpend(400)]],
  'orders.coupons': [[/MX900001（cancelled）占用优惠券 1/, order(0, null), campaign(1, 1), coupon(1, 'order:900001')]],
  'settlements.total': [[/JS9001 合计 500 分、优惠 0 分，各行为 499/, settlement('unpaid'), settlementRow(499)]],
  'settlements.paid': [[/JS9001 合计 500 分，扣款 0/, settlement('paid')]],
  'settlements.credit': [[/已用额度为 0 分，未付的信用结算为 499/, settlement('unpaid'), settlementRow(499)]],
  'settlements.settled': [[/记结算已付 6 分，实际为 0/, paidOrder(0, 6, 0)]],
  'settlements.coupons': [
    [/JS9001（cancelled）占用优惠券 1/, settlement('cancelled'), campaign(1, 1), coupon(1, 'settlement:9001')],
  ],
  'invoices.lines': [[/FP9001 金额 500 分，各行合计 499/, application, invoiceLine(499)]],
  'invoices.live': [[/记开票 0 分，有效发票为 500/, application, invoiceLine(500)]],
  'invoices.reddened': [
    [
      /记红冲 0 分，各行合计 100 分/,
      application,
      invoiceLine(500),
      sql`update invoice_lines set reddened_fen = 100 where application_id = 9001`,
    ],
  ],
  'reports.files': [
    [
      /文件 abc 不存在/,
      sql`insert into reports (order_id, order_no, title, customer_id, code, edition, stage, checksums, published_at)
        values (1, '', '', 7, 'R1', 1, 'valid', array['abc'], ${at})`,
    ],
  ],
  'figures.income': [
    [/2026-03-01 看板收入 500 分，账上 0 分/, filled, figure('income.group', 500)],
    [/2026-03-01 看板收入 0 分，账上 500 分/, filled, transfer('x', '1', 'x'), house('income', 500)],
  ],
  'figures.days': [
    [/2026-03-01 的 order.placed（individual）记为 3 条、0，实际为 0 条/, filled, figure('order.placed', 0, 3)],
    [/2026-03-01 的 order.placed（individual）记为 0 条、0，实际为 1 条/, filled, order(0, null)],
    [
      /2026-03-01 的 income.group（other）记为 0 条、0，实际为 1 条、500/,
      filled,
      transfer('x', '1', 'x'),
      house('income', 500),
    ],
  ],
  'platform.history': [
    [/第 3 版从 （新建） 开始，上一版不存在/, step(null, 3)],
    [/第 2 版从 done 开始，上一版（第 1 版）到 checking/, step(null, 1), step('done', 2)],
    [/第 3 版从 checking 开始，上一版（第 1 版）到 checking/, step(null, 1), step('checking', 3)],
  ],
  'platform.steps': [
    [/staff 的操作 confirm 不能从 done 到 checking/, step('done', 2)],
    [/staff 的操作 vanish 不能从 checking 到 checking/, step('checking', 2, 'vanish')],
    [/staff 的操作 confirm 不能从 （新建） 到 checking/, step(null, 1)],
  ],
  'platform.stages': [
    [
      /refund 900001 为 done（第 1 版），状态历史到 checking（第 1 版）/,
      refund(900001, 'channel', 'done'),
      step(null, 1),
    ],
    [
      /refund 900001 为 done（第 1 版），状态历史到 checking（第 2 版）/,
      refund(900001, 'channel', 'done'),
      step('done', 2),
    ],
    [
      /refund 900001 为 done（第 2 版），状态历史到 （无）/,
      refund(900001, 'channel', 'done'),
      sql`update refunds set version = 2 where id = 900001`,
    ],
  ],
  'platform.audited': [
    [/员工 1 操作 1 次，操作日志 0 条/, step(null, 1)],
    [/员工 1 操作 1 次，操作日志 2 条/, step(null, 1), audit, audit],
  ],
  'platform.auditChain': [
    [/被改动过：refund.confirm refund:900001/, audit, seal(1)],
    [/（第 1 环）已被删除/, audit, seal(1), sql`delete from audit_log`],
    [/缺少第 1 环/, audit, seal(2)],
    [/不在校验链中：refund.confirm/, audit, seal(1), audit],
  ],
  'platform.delivered': [
    [
      /（lost）未送达/,
      sql`insert into jobs (kind, name, payload, state, run_at, created_at, done_at) values
        ('event', 'lost', '{}', 'waiting', timestamptz '2026-03-01 00:00Z', ${at}, null),
        ('event', 'later', '{}', 'done', timestamptz '2026-03-01 02:00Z', ${at}, timestamptz '2026-03-01 02:00Z')`,
    ],
  ],
}

describe('the checks of the books', () => {
  it('[I-1] [I-2] [I-3] [I-4] [I-6] find nothing in an untouched installation', async () => {
    for (const { key } of bookChecks) expect([key, await faultsOf(app.db, key)]).toEqual([key, []])
  })

  it('each has its own key and a break that proves it', () => {
    const keys = bookChecks.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(Object.keys(breaks).toSorted()).toEqual(keys.toSorted())
  })

  for (const { key, title, invariant } of bookChecks)
    it(`[${invariant}] ${key} sees data that was broken by hand: ${title}`, async () => {
      for (const [said, ...statements] of breaks[key] ?? []) {
        const found = await foundAfter(key, statements)
        expect([key, found.filter((fault) => said.test(fault)).length > 0, found]).toEqual([key, true, found])
      }
    })
})

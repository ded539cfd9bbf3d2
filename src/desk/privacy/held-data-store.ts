import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

// The one place that knows where personal data stands, across slices: a copy for the person and the closing of an account
// must never disagree about it. A test compares it with the schema, so a new table cannot be forgotten.

export interface HeldTable {
  table: string
  /** What a person calls it. */
  title: string
  select: (customerId: number) => Sql
  /** What closing an account does: `gone`, or what of it stays and why. */
  closing: 'gone' | 'kept by law' | 'kept without contact' | 'kept as proof'
}

export const heldTables: HeldTable[] = [
  {
    table: 'customers',
    title: '账户资料',
    select: (id) => sql`select to_jsonb(t) - 'password_hash' as row from customers t where id = ${id}`,
    closing: 'kept without contact',
  },
  {
    table: 'consents',
    title: '同意记录',
    select: (id) => sql`select to_jsonb(t) as row from consents t where customer_id = ${id} order by id`,
    closing: 'kept as proof',
  },
  {
    table: 'sessions',
    title: '登录设备',
    select: (id) => sql`
      select jsonb_build_object('created_at', created_at, 'last_seen_at', last_seen_at, 'ip', ip, 'user_agent', user_agent, 'revoked_at', revoked_at) as row
      from sessions where kind = 'customer' and subject_id = ${id} order by id`,
    closing: 'gone',
  },
  {
    table: 'wechat_bindings',
    title: '微信绑定',
    select: (id) => sql`select to_jsonb(t) as row from wechat_bindings t where customer_id = ${id} order by id`,
    closing: 'gone',
  },
  {
    table: 'addresses',
    title: '地址簿',
    select: (id) => sql`select to_jsonb(t) as row from addresses t where customer_id = ${id} order by id`,
    closing: 'gone',
  },
  {
    table: 'messages',
    title: '站内信',
    select: (id) => sql`select to_jsonb(t) as row from messages t where customer_id = ${id} order by id`,
    closing: 'gone',
  },
  {
    table: 'notice_deliveries',
    title: '通知发送记录',
    select: (id) => sql`select to_jsonb(t) as row from notice_deliveries t where customer_id = ${id} order by id`,
    closing: 'gone',
  },
  {
    table: 'plan_lines',
    title: '实验方案',
    select: (id) => sql`select to_jsonb(t) as row from plan_lines t where customer_id = ${id} order by id`,
    closing: 'gone',
  },
  {
    table: 'order_drafts',
    title: '订单草稿',
    select: (id) => sql`select to_jsonb(t) as row from order_drafts t where customer_id = ${id}`,
    closing: 'gone',
  },
  {
    table: 'demands',
    title: '需求',
    select: (id) => sql`select to_jsonb(t) - 'answered_by' as row from demands t where customer_id = ${id} order by id`,
    closing: 'kept without contact',
  },
  {
    table: 'orders',
    title: '订单（含项目和过程：答复、复测与异议的原因、处理结果）',
    select: (id) => sql`
      select to_jsonb(t) - 'tester_id' - 'reviewer_id' - 'call_note' || jsonb_build_object(
        'lines', (select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from order_lines l where l.order_id = t.id),
        'history', (select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'action', h.action, 'stage', h.to_stage, 'by', h.actor_kind, 'reason', h.reason)
          order by h.version), '[]') from stage_history h where h.entity = 'order' and h.entity_id = t.id)) as row
      from orders t where customer_id = ${id} or payer_id = ${id} order by id`,
    closing: 'kept by law',
  },
  {
    table: 'test_records',
    title: '检测记录（已交付的）',
    select: (id) => sql`
      select to_jsonb(t) - 'operator_id' - 'order_version' || jsonb_build_object('order_no', o.order_no) as row
      from test_records t join orders o on o.id = t.order_id
      where o.customer_id = ${id} and t.released_at is not null order by t.id`,
    closing: 'kept by law',
  },
  {
    table: 'result_files',
    title: '数据文件（已交付的）',
    select: (id) => sql`
      select to_jsonb(t) - 'uploaded_by' - 'order_version' - 'foreign_reason' || jsonb_build_object('order_no', o.order_no) as row
      from result_files t join orders o on o.id = t.order_id
      where o.customer_id = ${id} and t.released_at is not null order by t.id`,
    closing: 'kept by law',
  },
  {
    table: 'samples',
    title: '样品',
    select: (id) => sql`select to_jsonb(t) - 'received_by' as row from samples t where customer_id = ${id} order by id`,
    closing: 'kept by law',
  },
  {
    table: 'reservations',
    title: '现场预约',
    select: (id) => sql`select to_jsonb(t) as row from reservations t where customer_id = ${id} order by id`,
    closing: 'kept by law',
  },
  {
    table: 'reports',
    title: '检测报告',
    select: (id) =>
      sql`select to_jsonb(t) - 'reviewer_id' - 'order_version' - 'issued_file_id' as row from reports t where customer_id = ${id} order by id`,
    closing: 'kept by law',
  },
  {
    table: 'files',
    title: '文件清单（文件本身可在订单中下载）',
    select: (id) => sql`
      select jsonb_build_object('name', name, 'size', size, 'sha256', sha256, 'purpose', purpose, 'attached_to', attached_to, 'created_at', created_at) as row
      from files where customer_id = ${id} or (uploaded_by_kind = 'customer' and uploaded_by = ${id}) order by id`,
    closing: 'kept by law',
  },
  {
    table: 'contracts',
    title: '合同',
    select: (id) => sql`
      select to_jsonb(t) - 'issued_by' - 'sealed_by' as row from contracts t where customer_id = ${id} order by id`,
    closing: 'kept by law',
  },
  {
    table: 'settlement_rows',
    title: '待结算款项',
    select: (id) => sql`select to_jsonb(t) as row from settlement_rows t where customer_id = ${id} order by id`,
    closing: 'kept by law',
  },
  {
    table: 'settlements',
    title: '结算单',
    select: (id) => sql`select to_jsonb(t) as row from settlements t where customer_id = ${id} order by id`,
    closing: 'kept by law',
  },
  {
    table: 'prestore_applications',
    title: '预存申请',
    select: (id) => sql`
      select to_jsonb(t) - 'matched_by' - 'confirmed_by' as row from prestore_applications t where customer_id = ${id} order by id`,
    closing: 'kept by law',
  },
  {
    table: 'received_money',
    title: '待分配到账',
    select: (id) => sql`
      select to_jsonb(t) - 'kept_by' - 'return_by' as row from received_money t where customer_id = ${id} order by id`,
    closing: 'kept by law',
  },
  {
    table: 'credit_applications',
    title: '额度申请',
    select: (id) => sql`
      select to_jsonb(t) - 'decided_by' - 'confirmed_by' as row from credit_applications t where customer_id = ${id} order by id`,
    closing: 'kept by law',
  },
  {
    table: 'credit_dues',
    title: '账期',
    select: (id) => sql`select to_jsonb(t) as row from credit_dues t where customer_id = ${id} order by due_at`,
    closing: 'kept by law',
  },
  {
    table: 'ledger_entries',
    title: '账户流水',
    select: (id) => sql`
      select jsonb_build_object('account', a.kind, 'amount_fen', e.amount_fen, 'balance_after_fen', e.balance_after_fen, 'memo', t.memo, 'at', t.at) as row
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
      where a.owner = ${`customer:${id}`} order by e.id`,
    closing: 'kept by law',
  },
  {
    table: 'personal_exports',
    title: '数据副本记录',
    select: (id) => sql`select to_jsonb(t) as row from personal_exports t where customer_id = ${id} order by id`,
    closing: 'gone',
  },
]

export async function heldRows(db: Db, table: HeldTable, customerId: number): Promise<Record<string, unknown>[]> {
  const rows = await db.rows<{ row: Record<string, unknown> }>(table.select(customerId))
  return rows.map(({ row }) => row)
}

const CLOSED_NAME = '已注销用户'

/**
 * Takes everything that tells who somebody was. Orders, contracts, settlements and the ledger stay as the law asks; their
 * contact goes. Contracts keep their signed text. The phone is free for another account.
 */
export async function anonymise(db: Db, customerId: number, phone: string, now: Date): Promise<void> {
  const owner = `customer:${customerId}`
  await db.run(sql`delete from addresses where customer_id = ${customerId}`)
  await db.run(sql`delete from messages where customer_id = ${customerId}`)
  await db.run(sql`delete from notice_deliveries where customer_id = ${customerId}`)
  await db.run(sql`delete from plan_lines where customer_id = ${customerId}`)
  await db.run(sql`delete from order_drafts where customer_id = ${customerId}`)
  await db.run(sql`
    update wechat_tickets set openid = null, ip = '', user_agent = ''
    where id in (select ticket_id from wechat_bindings where customer_id = ${customerId})
      or session_id in (select id from sessions where kind = 'customer' and subject_id = ${customerId})`)
  await db.run(sql`delete from wechat_bindings where customer_id = ${customerId}`)
  await db.run(sql`delete from file_links where actor_kind = 'customer' and actor_id = ${customerId}`)
  await db.run(sql`delete from sessions where kind = 'customer' and subject_id = ${customerId}`)
  await db.run(sql`delete from idempotency_keys where owner = ${owner}`)
  await db.run(sql`delete from sms_codes where phone = ${phone}`)
  await db.run(sql`delete from code_failures where phone = ${phone}`)
  await db.run(
    sql`delete from login_failures where account = ${`customer:${phone}`} or account like ${`customer:${phone}@%`}`,
  )
  // The sweeper takes the bytes of what belongs to nothing.
  await db.run(sql`
    update files set attached_to = null where id in (select file_id from personal_exports where customer_id = ${customerId})`)
  await db.run(sql`delete from personal_exports where customer_id = ${customerId}`)
  await db.run(sql`
    update files set attached_to = null where attached_to in (${`plan-of:${customerId}`}, ${`order-draft:${customerId}`})`)
  await db.run(sql`update files set customer_id = null where customer_id = ${customerId}`)
  await db.run(sql`
    update demands set contact_name = ${CLOSED_NAME}, contact_phone = '', company = '' where customer_id = ${customerId}`)
  await db.run(sql`
    update orders set contact = jsonb_build_object('name', ${CLOSED_NAME}::text, 'phone', '', 'email', ''), return_address = null
    where customer_id = ${customerId}`)
  await db.run(sql`
    update customers set phone = ${`closed-${customerId}`}, password_hash = '', name = ${CLOSED_NAME}, nickname = ${CLOSED_NAME}, avatar = '', email = '',
      company = '', teacher = '', teacher_phone = '', teacher_mail = '', area_code = '', province = '', city = '', area = '', address = '',
      inviter_code = '', invite_code = null, notice_choices = '{"sms": false, "mail": false}', disabled_at = ${now}, closed_at = ${now}, closes_at = null
    where id = ${customerId}`)
}

import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'
const given = '伟芳娜敏静强磊军洋勇艳杰娟涛明超秀霞平刚桂英华梅鑫雪琳晨博文宇轩梓涵'
const towns = '京津沪渝冀晋辽吉黑苏浙皖闽赣鲁豫鄂湘粤桂琼川贵云藏陕甘青宁新'
const methods = [
  'X 射线衍射（XRD）',
  '扫描电镜（SEM）',
  '透射电镜（TEM）',
  '拉曼光谱',
  'X 射线光电子能谱（XPS）',
  '比表面积',
  '同步热分析',
  '核磁共振',
]

const nth = (of: string, n: Sql) => sql`substr(${of}, (1 + (${n}) % ${of.length}::int)::int, 1)`
const method = (n: Sql) => sql`(${methods}::text[])[1 + (${n}) % ${methods.length}::int]`

/**
 * Inserts the given number of customers, orders and samples, and a tenth as many contracts, reports and demands, for tests and benchmarks of
 * code whose cost must not depend on these numbers. Each order has its own customer. Names repeat with realistic frequencies: a rare name occurs a few times, a
 * method in an eighth of the orders.
 */
export async function fillOrders(db: Db, count: number, now: Date): Promise<void> {
  await db.tx(
    async (tx) => {
      await tx.run(sql`
      insert into customers (phone, password_hash, user_type, name, email, company, created_at)
      select '199' || lpad(n::text, 8, '0'), '', 0, ${nth(surnames, sql`n`)} || ${nth(given, sql`n / 7`)} || ${nth(given, sql`n / 11`)},
        'user' || n || '@example.com', ${nth(towns, sql`n / 3`)} || ${nth(towns, sql`n / 5`)} || '大学材料学院', ${now}::timestamptz
      from generate_series(1, ${count}::int) n`)
      await tx.run(sql`
      insert into orders (order_no, customer_id, payer_id, customer_group, service_type, stage, estimate_fen, urgent, sample_count, title,
        contact, delivery, invoice, agreement_version, agreed_at, created_at)
      select 'MX2601' || lpad(n::text, 7, '0'), c.id, c.id, 'institute', 1, case when n % 10 = 0 then 'testing' else 'done' end, 1000,
        n % 5 = 0, 1, ${method(sql`n`)} || case when n % 3 = 0 then '、' || ${method(sql`n / 8`)} else '' end,
        jsonb_build_object('name', c.name), '{}', '{"type": 0}', '1', ${now}::timestamptz, ${now}::timestamptz
      from (select id, name, row_number() over (order by id) as n from customers where email like 'user%@example.com') c`)
      await tx.run(sql`
      insert into order_lines (order_id, rid, project_name, category_id, form_version, parameters, described, group_no, sample_count, urgent, price_lines)
      select id, 1, title, 1, 1, '{}', '[]', 1, 1, urgent, '[]' from orders where order_no like 'MX2601%'`)
      await tx.run(sql`
      insert into samples (order_id, order_no, line_id, customer_id, payer_id, sample_no, own_no, name, form, composition, hazards, storage,
        return_wanted, stage, created_at)
      select o.id, o.order_no, l.id, o.customer_id, o.payer_id, o.order_no || '01', 'S-' || o.id % 977, '氧化物粉末 ' || o.id % 313, 'powder', '', '{}',
        'room', false, 'stored', ${now}::timestamptz
      from orders o join order_lines l on l.order_id = o.id where o.order_no like 'MX2601%'`)
      await tx.run(sql`
      insert into contracts (contract_no, order_id, order_no, title, customer_id, edition, amount_fen, stage, body, sign_by, issued_by, issued_at)
      select 'HT2601' || lpad(id::text, 7, '0'), id, order_no, '合同', customer_id, 1, 1, 'effective', '{"customer": {"company": "滨湖材料"}}', ${now}::timestamptz, 1, ${now}::timestamptz
      from orders where order_no like 'MX2601%0'`)
      await tx.run(sql`
      insert into reports (order_id, order_no, title, customer_id, code, edition, stage, checksums, published_at)
      select id, order_no, '报告', customer_id, upper(left(md5(id::text), 8)), 1, 'valid', '{}', ${now}::timestamptz
      from orders where order_no like 'MX2601%0'`)
      await tx.run(sql`
      insert into demands (receipt_no, kind, customer_id, contact_name, contact_phone, company, title, body, file_ids, stage, created_at)
      select 'XQ2601' || lpad(id::text, 7, '0'), 'customer', id, name, phone, company, '求测 ' || company, '', '{}', 'closed', ${now}::timestamptz
      from customers where email like 'user%0@example.com'`)
    },
    { unlimited: true },
  )
  for (const table of [sql`customers`, sql`orders`, sql`samples`, sql`contracts`, sql`reports`, sql`demands`])
    await db.run(sql`vacuum (analyze) ${table}`)
}

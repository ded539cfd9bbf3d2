import type { Db } from '../../src/platform/db/db.ts'
import { json, sql } from '../../src/platform/db/sql.ts'
import { articleEntryOf } from '../../src/shop/articles/search-actions.ts'
import { addArticleEntries, outdatedTexts, searchedTexts } from '../../src/shop/articles/search-store.ts'

const materials =
  '钙钛矿 高熵合金 石墨烯 碳纳米管 氧化锌 二氧化钛 氮化硅 碳化硅 磷酸铁锂 硅碳负极 固态电解质 金属有机框架 分子筛 活性炭 水凝胶 聚酰亚胺 环氧树脂 不锈钢 铝合金 钛合金 水泥 催化剂 量子点 稀土荧光粉'.split(
    ' ',
  )
const methods =
  'XRD XPS 拉曼光谱 红外光谱 扫描电镜 透射电镜 原子力显微镜 热重 差示扫描量热 比表面积 核磁 质谱 电化学阻抗 纳米压痕'.split(
    ' ',
  )
const themes =
  '制样要点 参数选择 常见假象 数据处理 定量误差 谱图解读 设备上新 开放预约 方法对比 失效分析 批次比较 论文配图 送样清单 结果复核'.split(
    ' ',
  )

/** Number of texts that are indexed together. */
const INDEXED_AT_ONCE = 1000

/**
 * Adds `count` published articles, cases and acknowledgements each for benchmarks, with the texts of the demo and other titles.
 * Needs the demo content. Not for production.
 */
export async function fillContent(db: Db, count: number, now: Date): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`)
    const start = (await tx.one<{ n: number }>(sql`select count(*) as n from articles`)).n
    await insertTexts(tx, start, count, now)
    for (;;) {
      const ids = (await outdatedTexts(tx, INDEXED_AT_ONCE)).map(({ id }) => id)
      if (ids.length === 0) break
      const texts = await searchedTexts(tx, ids)
      await addArticleEntries(
        tx,
        texts.map((text) => articleEntryOf(text)),
      )
    }
  })
  // Index-only scans need an up-to-date visibility map, which autovacuum maintains in production.
  for (const table of [
    sql`articles`,
    sql`cases`,
    sql`acknowledgements`,
    sql`article_documents`,
    sql`article_postings`,
    sql`article_grams`,
  ]) {
    await db.run(sql`vacuum (analyze) ${table}`)
  }
}

async function insertTexts(tx: Db, start: number, count: number, now: Date): Promise<void> {
  const titles = json(Array.from({ length: count }, (_, i) => ({ i, title: titleOf(start + i) })))
  await tx.run(sql`
    insert into articles (type, title, sketch, tags, body, body_html, project_ids, published_at)
    select case when t.i % 2 = 0 then 'news' else 'course' end, t.title, a.sketch, a.tags, a.body, a.body_html, a.project_ids,
      ${now}::timestamptz - t.i * interval '37 minutes'
    from jsonb_to_recordset(${titles}::jsonb) as t (i integer, title text)
    join (select *, row_number() over (order by id) - 1 as place, count(*) over () as demos from articles where published) a
      on a.place = t.i % a.demos`)
  await tx.run(sql`
    insert into cases (title, sketch, source, body, body_html, figure, project_id, created_on)
    select t.title || '案例', c.sketch, '', c.body, c.body_html, c.figure, c.project_id,
      (${now}::timestamptz - t.i * interval '5 hours')::date
    from jsonb_to_recordset(${titles}::jsonb) as t (i integer, title text)
    join (select *, row_number() over (order by id) - 1 as place, count(*) over () as demos from cases where published) c
      on c.place = t.i % c.demos`)
  await tx.run(sql`
    insert into acknowledgements (company, title, code, content, sketch, source, published_on)
    select a.company, a.title, 'BULK-' || (${start}::integer + t.i), a.content, a.sketch, a.source,
      (${now}::timestamptz - t.i * interval '7 hours')::date
    from jsonb_to_recordset(${titles}::jsonb) as t (i integer, title text)
    join (select *, row_number() over (order by id) - 1 as place, count(*) over () as demos from acknowledgements where published) a
      on a.place = t.i % a.demos`)
}

/** Uses every combination once before it repeats any; the number makes titles unique. */
function titleOf(n: number): string {
  const at = (list: readonly string[], i: number) => list[i % list.length] ?? ''
  const method = at(methods, n)
  const material = at(materials, Math.floor(n / methods.length))
  const theme = at(themes, Math.floor(n / (methods.length * materials.length)))
  return `${material}的${method}${theme} ${n + 1}`
}

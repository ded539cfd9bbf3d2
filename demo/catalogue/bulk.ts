import type { Db } from '../../src/platform/db/db.ts'
import { json, sql } from '../../src/platform/db/sql.ts'
import { demoCategories } from './categories.ts'
import { ftir } from './spectroscopy/ftir.ts'
import { demoProjects } from './projects.ts'
import { filterScopes, priceScope } from '../../src/shop/catalogue/listing/filter-rules.ts'
import { pairScope, quotePriceFen, tagScope } from '../../src/shop/catalogue/listing/scope-rules.ts'
import { countFilters } from '../../src/shop/catalogue/listing/index-store.ts'
import { priceFrom } from '../../src/shop/catalogue/prices/price-rules.ts'
import { insertCategories } from '../../src/shop/catalogue/project-store.ts'
import { syllablesOf } from '../../src/shop/catalogue/publish-actions.ts'
import { documentText, searchDocument } from '../../src/shop/search/search-rules.ts'

const materials =
  '钙钛矿 高熵合金 石墨烯 碳纳米管 氧化锌 二氧化钛 氧化铝 氮化硅 碳化硅 磷酸铁锂 三元正极 硅碳负极 固态电解质 隔膜 金属有机框架 分子筛 活性炭 生物炭 水凝胶 聚酰亚胺 聚乙烯 聚丙烯 环氧树脂 橡胶 纤维素 蛋白质 不锈钢 铝合金 钛合金 镁合金 铜合金 高温合金 玻璃 水泥 陶瓷釉 催化剂 量子点 稀土荧光粉 磁性材料 液晶'.split(
    ' ',
  )
const states =
  '粉末 薄膜 块材 纤维 涂层 溶液 悬浮液 断口 截面 粉体压片 单晶 多晶 非晶 退火态 淬火态 循环后 老化后 掺杂 包覆 复合'.split(
    ' ',
  )
const purposes =
  '常规分析 失效分析 对比测试 工艺优化 批次检验 来料检验 论文补测 方法验证 老化评估 缺陷定位 成分核对 稳定性评价 质量追溯 研发支持'.split(
    ' ',
  )

type Part = { no: number; kind: string; name: string; text: string; grams: string[] }

/**
 * Adds `count` plausible published projects for benchmarks: every demo method for every material, state and purpose. Inserts in batches in
 * one transaction; 100,000 take about a minute on an idle PostgreSQL. Not for production.
 */
export async function fillProjects(db: Db, count: number, now: Date): Promise<void> {
  await insertCategories(db, demoCategories)
  await db.tx(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`)
    await tx.run(sql`set local work_mem = '128MB'`)
    await tx.run(sql`set local maintenance_work_mem = '256MB'`)
    await writeParts(tx)
    await drawProjects(tx, count)
    await tx.run(sql`analyze bulk_projects, bulk_parts, bulk_methods`)
    await insertProjects(tx, now)
    await indexProjects(tx)
    await tx.run(sql`drop table bulk_projects, bulk_parts, bulk_methods`)
  })
  // Index-only scans need an up-to-date visibility map, which autovacuum maintains in production.
  for (const table of [
    sql`projects`,
    sql`search_postings`,
    sql`search_grams`,
    sql`search_documents`,
    sql`listings`,
    sql`listing_scopes`,
    sql`listing_counts`,
    sql`form_versions`,
    sql`price_rules`,
  ]) {
    await db.run(sql`vacuum (analyze) ${table}`)
  }
}

async function writeParts(tx: Db): Promise<void> {
  const parts: Part[] = [
    ...demoProjects.map((project, no) => part('method', no, project.name, project.aliases.slice(0, 1), project.tags)),
    ...materials.map((name, no) => part('material', no, name)),
    ...states.map((name, no) => part('state', no, name)),
    ...purposes.map((name, no) => part('purpose', no, name)),
  ]
  const methods = demoProjects.map((project, no) => ({
    no,
    sketch: project.sketch,
    alias: project.aliases[0] ?? '',
    tags: project.tags,
    figure: project.figure,
    type_id: project.typeId,
    category_id: project.categoryId,
    child_id: project.childId,
    days_from: project.daysFrom,
    days_to: project.daysTo,
    price: priceFrom(project.rule)?.priceFromFen ?? null,
    unit: priceFrom(project.rule)?.unit ?? '',
    scopes: methodScopes(project),
  }))
  await tx.run(sql`create temp table bulk_parts (kind text, no integer, name text, text text, grams text[])`)
  await tx.run(sql`
    insert into bulk_parts select kind, no, name, text, array(select jsonb_array_elements_text(grams))
    from jsonb_to_recordset(${json(parts)}::jsonb) as x (kind text, no integer, name text, text text, grams jsonb)`)
  await tx.run(sql`
    create temp table bulk_methods (no integer, sketch text, alias text, tags text[], figure jsonb, type_id bigint, category_id bigint,
      child_id bigint, days_from smallint, days_to smallint, price bigint, unit text, scopes text[])`)
  await tx.run(sql`
    insert into bulk_methods select no, sketch, alias, array(select jsonb_array_elements_text(tags)), figure, type_id, category_id,
      child_id, days_from, days_to, price, unit, array(select jsonb_array_elements_text(scopes))
    from jsonb_to_recordset(${json(methods)}::jsonb) as x (no integer, sketch text, alias text, tags jsonb, figure jsonb, type_id bigint,
      category_id bigint, child_id bigint, days_from smallint, days_to smallint, price bigint, unit text, scopes jsonb)`)
}

/** Everything except the price, which differs between projects. */
function methodScopes({ typeId, categoryId, childId, tags, daysTo }: (typeof demoProjects)[number]): string[] {
  const nodes = [typeId, categoryId, childId].flatMap((node) => (node === null ? [] : `n${node}`))
  return [
    'all',
    ...nodes,
    ...tags.map(tagScope),
    ...nodes.flatMap((node) => tags.map((tag) => pairScope(node, tagScope(tag)))),
    ...filterScopes({ priceFromFen: null, daysTo }).filter((scope) => scope !== priceScope('quote')),
  ]
}

function part(kind: string, no: number, name: string, aliases: string[] = [], tags: string[] = []): Part {
  const document = searchDocument([name, ...aliases], tags, syllablesOf)
  return { kind, no, name, text: documentText(document), grams: document.grams }
}

/** Uses every combination once before it repeats any. A few projects have many orders, most have few. */
async function drawProjects(tx: Db, count: number): Promise<void> {
  await tx.run(sql`
    create temp table bulk_projects (id bigint, name text, text text, parts integer[], method integer, score bigint, price_fen bigint,
      scopes text[])`)
  await tx.run(sql`
    insert into bulk_projects
    select n.start + i, m.name || ' ' || a.name || ' ' || s.name || ' ' || p.name, m.text || a.text || s.text || p.text,
      array[m.no, a.no, s.no, p.no], m.no, 40000 / (20 + (i * 7919::bigint) % 9973),
      case when q.price is null then null else q.price + 500 * ((i * 31::bigint) % 40) end, q.scopes
    from (select coalesce(max(id), 0) as start from projects) n, generate_series(1, ${count}::integer) i
    join bulk_parts m on m.kind = 'method' and m.no = i % ${demoProjects.length}::integer
    join bulk_methods q on q.no = m.no
    join bulk_parts a on a.kind = 'material' and a.no = (i / ${demoProjects.length}::integer) % ${materials.length}::integer
    join bulk_parts s on s.kind = 'state' and s.no = (i / ${demoProjects.length * materials.length}::integer) % ${states.length}::integer
    join bulk_parts p on p.kind = 'purpose'
      and p.no = (i / ${demoProjects.length * materials.length * states.length}::integer) % ${purposes.length}::integer`)
  await tx.run(sql`
    update bulk_projects set scopes = scopes || case
      when price_fen is null then 'pquote' when price_fen <= 10000 then 'p100' when price_fen <= 30000 then 'p300'
      when price_fen <= 100000 then 'p1000' else 'pmore' end`)
}

async function insertProjects(tx: Db, now: Date): Promise<void> {
  await tx.run(sql`
    insert into projects (id, slug, name, aliases, sketch, tags, figure, type_id, category_id, child_id, price_from_fen, unit,
      days_from, days_to, order_count, content, published, created_at, updated_at)
    select b.id, 'bulk-' || b.id, b.name, array[m.alias], m.sketch, m.tags, m.figure, m.type_id, m.category_id, m.child_id, b.price_fen,
      m.unit, m.days_from, m.days_to, b.score, ${json(ftir.content)}::jsonb, true, ${now}::timestamptz, ${now}::timestamptz
    from bulk_projects b join bulk_methods m on m.no = b.method`)
  await tx.run(sql`
    insert into form_versions (project_id, version, stage, form, created_at)
    select id, 1, 'in_use', ${json(ftir.form)}::jsonb, ${now}::timestamptz from bulk_projects`)
  await tx.run(sql`
    insert into price_rules (project_id, version, stage, rule, created_at)
    select id, 1, 'in_use', ${json(ftir.rule)}::jsonb, ${now}::timestamptz from bulk_projects`)
  await tx.rows(sql`select setval(pg_get_serial_sequence('projects', 'id'), (select max(id) from projects))`)
}

async function indexProjects(tx: Db): Promise<void> {
  await tx.run(sql`
    insert into search_documents (project_id, score, text, grams, scopes)
    select b.id, b.score, b.text, array(select distinct unnest(m.grams || a.grams || s.grams || p.grams)), b.scopes
    from bulk_projects b
    join bulk_parts m on m.kind = 'method' and m.no = b.parts[1]
    join bulk_parts a on a.kind = 'material' and a.no = b.parts[2]
    join bulk_parts s on s.kind = 'state' and s.no = b.parts[3]
    join bulk_parts p on p.kind = 'purpose' and p.no = b.parts[4]`)
  // For millions of rows, building the index once is much faster than updating it row by row.
  await tx.run(sql`alter table search_postings drop constraint search_postings_pkey`)
  await tx.run(sql`
    insert into search_postings (gram, score, project_id)
    select g.gram, d.score, d.project_id
    from bulk_projects b join search_documents d on d.project_id = b.id, unnest(d.grams) as g (gram)`)
  await tx.run(
    sql`alter table search_postings add constraint search_postings_pkey primary key (gram, score, project_id)`,
  )
  await tx.run(sql`
    insert into search_grams (gram, projects)
    select g.gram, count(*) from bulk_projects b join search_documents d on d.project_id = b.id, unnest(d.grams) as g (gram) group by 1
    on conflict (gram) do update set projects = search_grams.projects + excluded.projects`)
  await tx.run(sql`
    insert into listings (scope, project_id, score, price_fen, days)
    select s.scope, b.id, b.score, coalesce(b.price_fen, ${quotePriceFen}), m.days_to
    from bulk_projects b join bulk_methods m on m.no = b.method, unnest(b.scopes) as s (scope)`)
  await tx.run(sql`
    insert into listing_scopes (scope, projects)
    select s.scope, count(*) from bulk_projects b, unnest(b.scopes) as s (scope) group by 1
    on conflict (scope) do update set projects = listing_scopes.projects + excluded.projects`)
  await countFilters(
    tx,
    await tx.rows<{ scopes: string[]; projects: number }>(
      sql`select scopes, count(*) as projects from bulk_projects group by scopes`,
    ),
  )
}

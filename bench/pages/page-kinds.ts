import type { Db } from '../../src/platform/db/db.ts'
import { type Sql, sql } from '../../src/platform/db/sql.ts'

/** The kinds of public pages, each with a function that makes different addresses from the data. `n` is the number of the request. */
export type PageKind = { name: string; path: (n: number) => string; status?: number }

/** Data of a filled database that addresses are made from. */
export async function pageKinds(db: Db): Promise<PageKind[]> {
  const facts = await factsOf(db)
  const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
  const { rids, nodes, tags, pairs, fours, words, articles, cases, totals, projectFiles, articleFiles } = facts
  const bands = ['100', '300', '1000', 'more', 'quote']
  const within = ['3', '5', '10']
  const sorts = ['hot', 'price', 'days']
  const lastPage = (list: string) => Math.ceil((totals.get(list) ?? 0) / 12)
  const somePage = (list: string, n: number) => 1 + ((n * 7919) % lastPage(list))
  const q = encodeURIComponent
  return [
    { name: 'home', path: () => '/' },
    { name: 'all projects', path: (n) => `/project?page=${1 + (n % 20)}&sort=${of(sorts, n)}` },
    { name: 'last page', path: (n) => `/project?page=50&sort=${of(sorts, n)}` },
    { name: 'beyond', path: (n) => `/project?page=${9000 + n}`, status: 404 },
    { name: 'category', path: (n) => `/project?typeId=${of(nodes, n)}&sort=${of(sorts, n)}` },
    { name: 'path form', path: (n) => `/project/${of(nodes, n)}/x` },
    { name: 'tag', path: (n) => `/project?tag=${q(of(tags, n))}` },
    { name: 'price', path: (n) => `/project?price=${of(bands, n)}&sort=${of(sorts, n)}` },
    { name: 'days', path: (n) => `/project?days=${of(within, n)}&sort=${of(sorts, n)}` },
    { name: 'type and tag', path: (n) => `/project?typeId=${1 + (n % 3)}&tag=${q(of(tags, n))}` },
    {
      name: 'type and price',
      path: (n) => `/project?typeId=${1 + (n % 3)}&price=${of(bands, n)}&sort=${of(sorts, n)}`,
    },
    {
      name: 'price and days',
      path: (n) => `/project?price=${of(bands, n)}&days=${of(within, n)}&sort=${of(sorts, n)}`,
    },
    {
      name: 'every filter',
      path: (n) =>
        `/project?typeId=${1 + (n % 3)}&tag=${q(of(tags, n))}&price=${of(bands, n)}&days=${of(within, n)}&sort=${of(sorts, n)}`,
    },
    { name: 'detail', path: (n) => `/detail/${of(rids, n)}` },
    {
      name: 'compare',
      path: (n) => `/project/compare?rid=${of(rids, n)}&rid=${of(rids, n + 7)}&rid=${of(rids, n + 31)}`,
    },
    { name: 'search 1', path: (n) => `/search?kw=${q(of(pairs, n).slice(0, 1))}` },
    { name: 'search 2', path: (n) => `/search?kw=${q(of(pairs, n))}` },
    { name: 'search 4', path: (n) => `/search?kw=${q(of(fours, n))}` },
    { name: 'search words', path: (n) => `/search?kw=${q(`${of(words, n)} ${of(words, n + 5)}`)}` },
    { name: 'search name', path: (n) => `/search?kw=${q(of(facts.names, n))}` },
    { name: 'search in vain', path: (n) => `/search?kw=${q(`${of(pairs, n)}zq${n}`)}` },
    { name: 'search page', path: (n) => `/search?kw=${q(of(facts.frequentPairs, n))}&in=project&page=${1 + (n % 3)}` },
    { name: 'search articles', path: (n) => `/search?kw=${q(of(facts.titlePairs, n))}&in=article` },
    { name: 'list/news', path: (n) => `/list/news?page=${somePage('news', n)}` },
    { name: 'list/course, last', path: () => `/list/course?page=${lastPage('course')}` },
    { name: 'list/service', path: (n) => `/list/service?page=${somePage('cases', n)}` },
    { name: 'list/thanks', path: (n) => `/list/thanks?page=${somePage('acknowledgements', n)}` },
    { name: 'televised', path: (n) => `/televised?page=${somePage('cases', n)}` },
    { name: 'article', path: (n) => `/article/${of(articles, n)}` },
    { name: 'case', path: (n) => `/article/${of(cases, n)}` },
    {
      name: 'texts',
      path: (n) => of(['/about/profile', '/about/culture', '/about/recruit', '/license', '/policy', '/guide'], n),
    },
    { name: 'contact, require', path: (n) => of(['/contact', '/require'], n) },
    { name: 'sitemap', path: () => '/sitemap.xml' },
    { name: 'sitemap pages', path: () => '/sitemaps/pages.xml' },
    { name: 'sitemap projects', path: (n) => `/sitemaps/projects-${of(projectFiles, n)}.xml` },
    { name: 'sitemap articles', path: (n) => `/sitemaps/articles-${of(articleFiles, n)}.xml` },
  ]
}

/** Prefixes that a person types into the search box, character by character, in Chinese, pinyin and Latin. */
export async function typedWords(db: Db): Promise<string[]> {
  const { names, words } = await factsOf(db)
  const typed = [
    'x',
    'xr',
    'xrd',
    'sem',
    'ys',
    'yanshe',
    'sm',
    'saomiao',
    'fenmo',
    'fm',
    'shimoxi',
    'smx',
    'raman',
    's',
    'f',
    'c',
  ]
  for (const name of names.slice(0, 120)) {
    const characters = [...name]
    for (const end of [1, 2, 3, 4, 6, 9, characters.length]) typed.push(characters.slice(0, end).join(''))
  }
  for (const [n, word] of words.slice(0, 80).entries()) typed.push(`${word} ${words[n + 3] ?? ''}`)
  return [...new Set(typed)]
}

async function factsOf(db: Db) {
  const numbers = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const names = (
    await db.rows<{ name: string }>(sql`select name from projects where published order by md5(id::text) limit 600`)
  ).map(({ name }) => name)
  const titles = await db.rows<{ title: string }>(
    sql`select title from articles where published order by md5(id::text) limit 200`,
  )
  const grams = (texts: string[], length: number) => [
    ...new Set(texts.flatMap((text) => text.match(new RegExp(`[\\u4e00-\\u9fff]{${length}}`, 'g')) ?? [])),
  ]
  return {
    names,
    rids: numbers(await db.rows(sql`select id from projects where published order by md5(id::text) limit 2000`)),
    nodes: numbers(
      await db.rows(
        sql`select substr(scope, 2)::bigint as id from listing_scopes where scope ~ '^n[0-9]+$' and projects > 0`,
      ),
    ),
    tags: (
      await db.rows<{ tag: string }>(
        sql`select substr(scope, 2) as tag from listing_scopes where scope ~ '^g' and projects > 0 order by projects desc limit 30`,
      )
    ).map(({ tag }) => tag),
    pairs: grams(names, 2),
    /** Those whose projects fill three pages of twelve. */
    frequentPairs: grams(names, 2).filter((pair) => names.filter((name) => name.includes(pair)).length >= 36),
    fours: grams(names, 4),
    titlePairs: grams(
      titles.map(({ title }) => title),
      2,
    ),
    words: [...new Set(names.flatMap((name) => name.split(' ')))],
    articles: numbers(await db.rows(sql`select id from articles where published order by md5(id::text) limit 500`)),
    cases: numbers(await db.rows(sql`select id from cases where published order by md5(id::text) limit 500`)),
    totals: new Map(
      (await db.rows<{ list: string; total: number }>(sql`select list, total from content_totals`)).map(
        ({ list, total }) => [list, total],
      ),
    ),
    projectFiles: await fullFiles(db, sql`select id from projects where published`),
    articleFiles: await fullFiles(
      db,
      sql`select id from articles where published union all select id from cases where published`,
    ),
  }
}

/** Sitemap files that are nearly full. The last file of a small database has few entries and would not be comparable. */
async function fullFiles(db: Db, listed: Sql): Promise<number[]> {
  const rows = await db.rows<{ file: number }>(
    sql`select id / 1000 + 1 as file from (${listed}) listed group by 1 having count(*) >= 990 order by 1`,
  )
  return rows.map(({ file }) => file)
}

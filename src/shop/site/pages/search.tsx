import { useEffect } from 'react'
import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { CaseGrid } from '../../articles/case-grid.tsx'
import { articleSearch } from '../../articles/contract.ts'
import { loadCall } from '../../../platform/client/server-api.ts'
import { pageMeta } from '../../../core/settings/site.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { SearchBox } from '../../../ui/inputs/search-box.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { deviceSearch, searchCorrect, suggest } from '../../catalogue/contract.ts'
import { ProjectGrid } from '../../catalogue/project-card.tsx'
import { rememberSearch } from '../search-history.ts'
import { useSuggestions } from '../site-search.tsx'
import { ArticleHits, Group, ProjectHits } from './search/groups.tsx'
import { NothingFound } from './search/nothing-found.tsx'
import { likelyBeginning, type SearchGroup, searchPath, readSearch } from './search/search-link-rules.ts'
import css from './search.module.css'

const PAGE_SIZE = 12
const PREVIEW = { project: 8, article: 4, case: 4 } as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = readSearch(new URL(request.url).searchParams)
  const found = await load(context, asked, asked.kw)
  if (found.total > 0 || asked.kw === '') return { ...asked, ...found, corrected: '', instead: [] }
  const { kw: corrected } = await loadCall(context, searchCorrect, { kw: asked.kw })
  const meant = corrected === '' ? undefined : await load(context, asked, corrected)
  if (meant && meant.total > 0) return { ...asked, ...meant, corrected, instead: [] }
  // Guess projects whose names begin in the same way.
  const beginning = likelyBeginning(asked.kw)
  const near = beginning === '' ? [] : await loadCall(context, suggest, { kw: beginning })
  return { ...asked, ...found, corrected: '', instead: near.slice(0, 5) }
}

async function load(
  context: LoaderFunctionArgs['context'],
  { group, page }: { group: SearchGroup; page: number },
  kw: string,
) {
  const window = group === 'all' ? { page: 1, size: PREVIEW.project } : { page, size: PAGE_SIZE }
  const [projects, texts] = await Promise.all([
    loadCall(context, deviceSearch, { kw, ...(group === 'project' ? window : { page: 1, size: PREVIEW.project }) }),
    kw === ''
      ? noTexts
      : loadCall(context, articleSearch, {
          kw,
          ...(group === 'article' || group === 'case' ? window : { page: 1, size: PREVIEW.article }),
        }),
  ])
  const { articles, cases } = texts
  const total = projects.total + articles.total + cases.total
  const shown = { project: projects, article: articles, case: cases }
  // A page past the last result answers 404; a search without results is a normal page with suggestions.
  if (group !== 'all' && page > 1 && total > 0 && shown[group].list.length === 0) throw data(null, { status: 404 })
  return { projects, articles, cases, total }
}

const none = { total: 0, totalIsCapped: false, list: [] }
const noTexts = { articles: none, cases: none }

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  pageMeta(
    {
      title: loaderData?.kw ? `搜索「${loaderData.kw}」` : '搜索',
      description: '按名称、仪器、方法、缩写或拼音搜索检测项目、文章与案例。',
      path: '/search',
      noindex: true,
    },
    matches,
  )

export default function Search() {
  const { kw, group, corrected, instead, projects, articles, cases, total } = useLoaderData<typeof loader>()
  const suggestions = useSuggestions()
  useEffect(() => {
    if (total > 0) rememberSearch(corrected || kw)
  }, [kw, corrected, total])
  const words = corrected || kw
  const groups = [
    { group: 'project', label: '项目', ...projects },
    { group: 'article', label: '文章', ...articles },
    { group: 'case', label: '案例', ...cases },
  ] as const
  return (
    <div className={`page ${css.page}`}>
      <PageHeader title={kw ? `搜索「${kw}」` : '全部项目'} crumbs={[{ label: '首页', to: '/' }, { label: '搜索' }]} />
      <div className={css.box}>
        <SearchBox key={kw} label="搜索项目、文章与案例" defaultValue={kw} {...suggestions} />
      </div>
      <p role="status" className={css.count}>
        {corrected ? (
          <>
            没有找到「{kw}」，以下是「<SmartLink to={searchPath({ kw: corrected })}>{corrected}</SmartLink>」的结果，共{' '}
            <span className="num">{total}</span> 条
          </>
        ) : (
          <>
            找到 <span className="num">{total}</span> 条{groups.some((each) => each.totalIsCapped) && '以上'}
          </>
        )}
      </p>
      {total > 0 ? (
        <>
          <LinkTabs
            label="结果类型"
            tabs={[
              { to: searchPath({ kw }), label: '全部', current: group === 'all' },
              ...groups
                .filter((each) => each.total > 0)
                .map((each) => ({
                  to: searchPath({ kw, group: each.group }),
                  label: each.label,
                  count: each.total,
                  current: group === each.group,
                })),
            ]}
          />
          <Results words={words} />
        </>
      ) : (
        <NothingFound kw={kw} instead={instead} />
      )}
    </div>
  )
}

function Results({ words }: { words: string }) {
  const { kw, group, page, projects, articles, cases } = useLoaderData<typeof loader>()
  const all = group === 'all'
  const shown = { project: projects, article: articles, case: cases }
  const more = (each: keyof typeof shown) =>
    all && shown[each].total > PREVIEW[each]
      ? {
          to: searchPath({ kw, group: each }),
          label: `查看全部 ${shown[each].total}${shown[each].totalIsCapped ? '+' : ''} 条`,
        }
      : undefined
  return (
    <>
      {(all || group === 'project') && projects.list.length > 0 && (
        <Group title="项目" more={more('project')}>
          <ProjectGrid>
            <ProjectHits list={projects.list} words={words} />
          </ProjectGrid>
        </Group>
      )}
      {(all || group === 'article') && articles.list.length > 0 && (
        <Group title="文章" more={more('article')}>
          <ArticleHits list={articles.list} words={words} />
        </Group>
      )}
      {(all || group === 'case') && cases.list.length > 0 && (
        <Group title="案例" more={more('case')}>
          <CaseGrid cases={cases.list} words={words} />
        </Group>
      )}
      {!all && (
        <div className={css.pages}>
          <Pagination
            page={page}
            pageCount={Math.min(50, Math.ceil(shown[group].total / PAGE_SIZE))}
            href={(to) => searchPath({ kw, group, page: to })}
          />
        </div>
      )}
    </>
  )
}

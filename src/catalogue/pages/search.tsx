import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../platform/client/server-api.ts'
import { pageMeta } from '../../settings/site.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { deviceSearch, suggest } from '../contract.ts'
import { Highlighted } from '../highlight.tsx'
import { ProjectCard, ProjectGrid } from '../project-card.tsx'
import { useSuggestions } from '../site-search.tsx'
import css from './search.module.css'

const PAGE_SIZE = 12
const MOST_CHARACTERS = 60

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const kw = (query.get('kw') ?? '').trim().slice(0, MOST_CHARACTERS)
  const page = /^[1-9]\d?$/.test(query.get('page') ?? '') ? Math.min(Number(query.get('page')), 50) : 1
  const result = await loadCall(context, deviceSearch, { kw, page, size: PAGE_SIZE })
  if (result.total > 0) return { kw, result, instead: [] }
  // A word too much is the usual reason for finding nothing: what begins the same may be what was meant.
  const near = kw.length > 1 ? await loadCall(context, suggest, { kw: [...kw].slice(0, 2).join('') }) : []
  return { kw, result, instead: near.slice(0, 5) }
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  pageMeta(
    {
      title: loaderData?.kw ? `搜索「${loaderData.kw}」` : '搜索',
      description: '按名称、仪器、方法、缩写或拼音搜索测试项目。',
      path: '/search',
      noindex: true,
    },
    matches,
  )

export default function Search() {
  const { kw, result, instead } = useLoaderData<typeof loader>()
  const suggestions = useSuggestions()
  const pageCount = Math.min(50, Math.ceil(result.total / PAGE_SIZE))
  const href = (page: number) => `/search?${new URLSearchParams({ kw, page: String(page) })}`
  return (
    <div className={`page ${css.page}`}>
      <PageHeader title={kw ? `搜索「${kw}」` : '全部项目'} crumbs={[{ label: '首页', to: '/' }, { label: '搜索' }]} />
      <div className={css.box}>
        <SearchBox key={kw} label="搜索项目" defaultValue={kw} {...suggestions} />
      </div>
      <p role="status" className={css.count}>
        找到 <span className="num">{result.total}</span>
        {result.totalIsCapped ? ' 个以上项目' : ' 个项目'}
      </p>
      {result.list.length > 0 ? (
        <ProjectGrid>
          {result.list.map((project) => (
            <ProjectCard
              key={project.rid}
              project={project}
              titleAs="h2"
              name={<Highlighted text={project.name} words={kw} />}
            />
          ))}
        </ProjectGrid>
      ) : (
        <EmptyState
          title={`没有找到与「${kw}」相关的项目`}
          icon="search"
          action={{ label: '提交需求', to: '/require' }}
        >
          {instead.length > 0 ? (
            <>
              您要找的可能是：
              <ul role="list" className={css.instead}>
                {instead.map(({ rid, name }) => (
                  <li key={rid}>
                    <SmartLink to={`/detail/${rid}`}>{name}</SmartLink>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            '换一个说法试试：仪器名称、英文缩写或拼音首字母都可以；也可以把需求告诉我们。'
          )}
        </EmptyState>
      )}
      <div className={css.pages}>
        <Pagination page={result.page} pageCount={pageCount} href={href} />
      </div>
    </div>
  )
}

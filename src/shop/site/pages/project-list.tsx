import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../../platform/client/server-api.ts'
import { pageMeta } from '../../../core/settings/site.tsx'
import { breadcrumbs } from '../../../core/settings/search-engines/structured-data-rules.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { deviceSearch, type ProjectItem, typeGroup } from '../../catalogue/contract.ts'
import { type ListFilter, listPath, mostPages, readListFilter } from '../../catalogue/listing/list-link-rules.ts'
import { ProjectCard, ProjectGrid } from '../../catalogue/project-card.tsx'
import { type ListPlace, placeInTree, treeAround, type TypeOfTree } from '../../catalogue/categories/tree-rules.ts'
import { Facets, Sorts } from './list/facets.tsx'
import { Results } from './list/results.tsx'
import css from './project-list.module.css'
import { categoryDescription } from '../../../core/settings/search-engines/seo-rules.ts'
import { ownImage } from '../../media/image-name-rules.ts'
import { ownPicture } from '../share-card-rules.ts'

const PAGE_SIZE = 12
const NEAREST = 4
const MOST_TAGS = 8

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const filter = readListFilter(params['*'] ?? '', new URL(request.url).searchParams)
  const [tree, result] = await Promise.all([
    loadCall(context, typeGroup, {}),
    loadCall(context, deviceSearch, { ...filter, size: PAGE_SIZE }),
  ])
  // An unknown type, category or page answers status 404; a filter without results is a normal page.
  const { typeId, childId, page } = filter
  const known = [typeId, childId].every((id) => id === undefined || placeInTree(tree, { typeId: id }).type)
  const missing = !known || (page !== undefined && page > 1 && result.list.length === 0)
  const near =
    result.total === 0 && isNarrowed(filter)
      ? (
          await loadCall(context, deviceSearch, {
            typeId: known ? typeId : undefined,
            childId: known ? childId : undefined,
            size: NEAREST,
          })
        ).list
      : []
  const shown = treeAround(tree, placeInTree(tree, filter))
  return data({ filter, tree: shown, result, near, tags: tagsOf(result.list) }, { status: missing ? 404 : 200 })
}

/** Tags of the listed projects, the most frequent first. */
function tagsOf(list: readonly ProjectItem[]): string[] {
  const times = new Map<string, number>()
  for (const tag of list.flatMap(({ tags }) => tags)) times.set(tag, (times.get(tag) ?? 0) + 1)
  return [...times.keys()].sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0)).slice(0, MOST_TAGS)
}

function isNarrowed({ tag, price, days }: ListFilter): boolean {
  return [tag, price, days].some((value) => value !== undefined)
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => {
  if (!loaderData) return []
  const { filter, tree } = loaderData
  const place = placeInTree(tree, filter)
  const name = titleOf(place)
  const node = place.child ?? place.category ?? place.type
  const own = ownImage(node?.seo?.img ?? '') && node?.seo?.img
  return pageMeta(
    {
      title: filter.tag ? `${name} · ${filter.tag}` : node?.seo?.title || name,
      description: node?.seo?.description || categoryDescription(name, node?.sketch),
      ...(own ? { picture: (site) => ownPicture(own, site) } : {}),
      path: listPath({ typeId: filter.typeId, childId: filter.childId, page: filter.page }),
      structured: (site) => [breadcrumbs(site, crumbsOf(place))],
      noindex: isNarrowed(filter) || filter.sort !== undefined || node?.seo?.indexed === 'no',
    },
    matches,
  )
}

export default function ProjectList() {
  const { filter, tree, result, near, tags } = useLoaderData<typeof loader>()
  const place = placeInTree(tree, filter)
  const pageCount = Math.min(mostPages, Math.ceil(result.total / PAGE_SIZE))
  return (
    <div className={`page ${css.page}`}>
      <PageHeader
        title={titleOf(place)}
        sub={(place.category ?? place.type)?.sketch}
        crumbs={crumbsOf(place)}
        actions={<ButtonLink to="/choose">不知道选哪个？</ButtonLink>}
      />
      <LinkTabs label="服务类型" tabs={typeTabs(tree, place)} />
      <Facets tree={tree} filter={filter} place={place} total={totalText(result)} tags={tags} />
      <div className={css.bar}>
        <p role="status">
          共 <span className="num">{totalText(result)}</span> 个项目
        </p>
        <Sorts filter={filter} />
      </div>
      {result.list.length > 0 ? <Results list={result.list} /> : <Nothing filter={filter} near={near} />}
      <div className={css.pages}>
        <Pagination page={result.page} pageCount={pageCount} href={(page) => listPath({ ...filter, page })} />
        {result.total > mostPages * PAGE_SIZE && (
          <p className={css.narrow}>这里列出前 {mostPages * PAGE_SIZE} 个，其余请用筛选或搜索缩小范围。</p>
        )}
      </div>
    </div>
  )
}

function totalText({ total, totalIsCapped }: { total: number; totalIsCapped: boolean }): string {
  return totalIsCapped ? `${total}+` : String(total)
}

function titleOf({ type, category, child }: ListPlace): string {
  return (child ?? category ?? type)?.name ?? '全部服务项目'
}

function crumbsOf({ type, category, child }: ListPlace) {
  return [
    { label: '首页', to: '/' },
    { label: '服务项目', to: '/project' },
    ...[type, category, child].flatMap((node) =>
      node ? [{ label: node.name, to: listPath({ typeId: node.id }, node.name) }] : [],
    ),
  ]
}

function typeTabs(tree: readonly TypeOfTree[], place: ListPlace) {
  return [
    { to: listPath({}), label: '全部', current: !place.type },
    ...tree.map((type) => ({
      to: listPath({ typeId: type.id }, type.name),
      label: type.name,
      count: type.count,
      current: place.type?.id === type.id,
    })),
  ]
}

/** Shown for an empty list: projects that the filters hide, and a way to ask the laboratory. */
function Nothing({ filter, near }: { filter: ListFilter; near: readonly ProjectItem[] }) {
  const { typeId, childId, page } = filter
  if (!isNarrowed(filter))
    return (
      <EmptyState
        title={page ? '没有这一页' : '这一类暂时没有项目'}
        action={
          page
            ? { label: '回到第一页', to: listPath({ ...filter, page: undefined }) }
            : { label: '提交需求', to: '/require' }
        }
      >
        {!page && '告诉我们您想测什么，工程师会给出方案与报价。'}
      </EmptyState>
    )
  return (
    <>
      <EmptyState
        title="没有同时符合这些条件的项目"
        icon="filter"
        action={{ label: '清除筛选', to: listPath({ typeId, childId }) }}
      >
        放宽一个条件试试，或<SmartLink to="/require">提交需求</SmartLink>，工程师会给出方案与报价。
      </EmptyState>
      {near.length > 0 && (
        <section aria-labelledby="near" className={css.near}>
          <h2 id="near">相近的项目</h2>
          <ProjectGrid>
            {near.map((project) => (
              <ProjectCard key={project.rid} project={project} />
            ))}
          </ProjectGrid>
        </section>
      )}
    </>
  )
}

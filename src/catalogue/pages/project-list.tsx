import { type ReactNode, useMemo } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall, packed, unpacked } from '../../platform/client/server-api.ts'
import { pageMeta } from '../../settings/site.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { LinkTabs } from '../../ui/tabs.tsx'
import { deviceSearch, type TypeNode, typeGroup } from '../contract.ts'
import { type ListFilter, listPath, readListFilter } from '../list-link-rules.ts'
import { ProjectCard, ProjectGrid } from '../project-card.tsx'
import { type ListPlace, placeInTree } from '../tree-rules.ts'
import css from './project-list.module.css'

const PAGE_SIZE = 12
const sortLabels = { hot: '热门', price: '价格', days: '周期' } as const

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const filter = readListFilter(params['*'] ?? '', new URL(request.url).searchParams)
  const [tree, result] = await Promise.all([
    loadCall(context, typeGroup, {}),
    loadCall(context, deviceSearch, { ...filter, size: PAGE_SIZE }),
  ])
  return packed({ filter, tree, result })
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => {
  if (!loaderData) return []
  const { filter, tree } = unpacked(loaderData)
  const place = placeInTree(tree, filter)
  const name = titleOf(place)
  return pageMeta(
    {
      title: filter.tag ? `${name} · ${filter.tag}` : name,
      description: `${name}：${(place.child ?? place.category ?? place.type)?.sketch || '按类别、标签、价格和周期选择测试项目'}。在线查看样品要求、参数与价格。`,
      path: listPath({ typeId: filter.typeId, childId: filter.childId, page: filter.page }),
      noindex: filter.tag !== undefined || filter.sort !== undefined,
    },
    matches,
  )
}

export default function ProjectList() {
  const loaded = useLoaderData<typeof loader>()
  const { filter, tree, result } = useMemo(() => unpacked(loaded), [loaded])
  const place = placeInTree(tree, filter)
  const pageCount = Math.ceil(result.total / PAGE_SIZE)
  return (
    <div className={`page ${css.page}`}>
      <PageHeader title={titleOf(place)} sub={(place.category ?? place.type)?.sketch} crumbs={crumbsOf(place)} />
      <LinkTabs label="服务类型" tabs={typeTabs(tree, place)} />
      <Facets tree={tree} filter={filter} place={place} />
      <div className={css.bar}>
        <p role="status">
          共 <span className="num">{result.total}</span> 个项目
          {filter.tag && `，标签「${filter.tag}」`}
        </p>
        <Sorts filter={filter} />
      </div>
      {result.list.length > 0 ? (
        <ProjectGrid>
          {result.list.map((project) => (
            <ProjectCard key={project.rid} project={project} titleAs="h2" />
          ))}
        </ProjectGrid>
      ) : (
        <Nothing filter={filter} />
      )}
      <div className={css.pages}>
        <Pagination page={result.page} pageCount={pageCount} href={(page) => listPath({ ...filter, page })} />
      </div>
    </div>
  )
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

function typeTabs(tree: readonly TypeNode[], place: ListPlace) {
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

/** Categories, children and tags of where one is: real links, and the current one says so. */
function Facets({ tree, filter, place }: { tree: readonly TypeNode[]; filter: ListFilter; place: ListPlace }) {
  const categories = (place.type ? [place.type] : tree).flatMap((type) => type.children)
  const tags = (place.category ?? place.type)?.tags ?? []
  const { sort } = filter
  return (
    <div className={css.facets}>
      <Facet label="类别">
        {categories.map(({ id, name, count }) => (
          <FacetLink
            key={id}
            to={listPath({ typeId: id, sort }, name)}
            current={place.category?.id === id}
            count={count}
          >
            {name}
          </FacetLink>
        ))}
      </Facet>
      {place.category && place.category.children.length > 1 && (
        <Facet label="细分">
          {place.category.children.map(({ id, name, count }) => (
            <FacetLink
              key={id}
              to={listPath({ typeId: place.category?.id, childId: id, sort }, name)}
              current={place.child?.id === id}
              count={count}
            >
              {name}
            </FacetLink>
          ))}
        </Facet>
      )}
      {tags.length > 0 && (
        <Facet label="特点">
          {tags.map((tag) => (
            <li key={tag} className={css.promise}>
              {tag}
            </li>
          ))}
        </Facet>
      )}
      {filter.tag && (
        <Facet label="标签">
          <FacetLink to={listPath({ ...filter, tag: undefined, page: undefined })} current>
            {filter.tag} ×
          </FacetLink>
        </Facet>
      )}
    </div>
  )
}

function Facet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={css.facet}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <ul role="list" className={css.options}>
        {children}
      </ul>
    </nav>
  )
}

type FacetLinkProps = { to: string; current?: boolean; count?: number; children: ReactNode }

function FacetLink({ to, current, count, children }: FacetLinkProps) {
  return (
    <li>
      <SmartLink to={to} className={css.option} aria-current={current ? 'true' : undefined}>
        {children}
        {count !== undefined && <span className={css.count}>{count}</span>}
      </SmartLink>
    </li>
  )
}

function Sorts({ filter }: { filter: ListFilter }) {
  return (
    <nav aria-label="排序">
      <ul role="list" className={css.options}>
        {(['hot', 'price', 'days'] as const).map((sort) => (
          <FacetLink
            key={sort}
            to={listPath({ ...filter, sort, page: undefined })}
            current={(filter.sort ?? 'hot') === sort}
          >
            {sortLabels[sort]}
          </FacetLink>
        ))}
      </ul>
    </nav>
  )
}

function Nothing({ filter }: { filter: ListFilter }) {
  const { tag, page } = filter
  if (tag ?? page)
    return (
      <EmptyState
        title="没有符合条件的项目"
        icon="filter"
        action={{ label: '查看本类全部项目', to: listPath({ typeId: filter.typeId, childId: filter.childId }) }}
      >
        去掉标签或换一个类别试试。
      </EmptyState>
    )
  return (
    <EmptyState title="这一类暂时没有项目" action={{ label: '提交需求', to: '/require' }}>
      告诉我们您想测什么，工程师会给出方案与报价。
    </EmptyState>
  )
}

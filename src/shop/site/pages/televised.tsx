import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../../platform/client/server-api.ts'
import { pageMeta } from '../../../core/settings/site.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { ability, webPage } from '../../articles/contract.ts'
import css from './article-list.module.css'
import { CaseGrid } from '../../articles/case-grid.tsx'
import { onPage } from './list-page.ts'
import { RichText } from '../../media/rich-text.tsx'

const PAGE_SIZE = 12

export async function loader({ context, request }: LoaderFunctionArgs) {
  const text = new URL(request.url).searchParams.get('page') ?? '1'
  const window = { page: /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1, size: PAGE_SIZE }
  const [words, cases] = await Promise.all([
    loadCall(context, webPage, { slug: 'televised' }),
    loadCall(context, ability, window),
  ])
  return { ...onPage(cases), words }
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  loaderData ? pageMeta({ ...loaderData.words, path: '/televised' }, matches) : []

export default function Televised() {
  const { list, total, page, words } = useLoaderData<typeof loader>()
  return (
    <div className={`page ${css.page}`}>
      <PageHeader
        title={words.title}
        sub={words.sub || undefined}
        crumbs={[{ label: '首页', to: '/' }, { label: words.title }]}
      />
      {words.sections.map(({ title, html }) => (
        <div key={title}>
          {title && <h2>{title}</h2>}
          <RichText html={html} />
        </div>
      ))}
      <div className={css.body}>
        {list.length > 0 ? (
          <CaseGrid cases={list} titleAs="h2" />
        ) : (
          <EmptyState title="案例整理中" icon="file" action={{ label: '查看服务项目', to: '/project' }} />
        )}
      </div>
      <Pagination
        page={page}
        pageCount={Math.ceil(total / PAGE_SIZE)}
        href={(to) => (to > 1 ? `/televised?page=${to}` : '/televised')}
      />
    </div>
  )
}

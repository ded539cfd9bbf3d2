import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../platform/client/server-api.ts'
import { pageMeta } from '../../settings/site.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ability } from '../contract.ts'
import css from './article-list.module.css'
import { CaseGrid } from '../case-grid.tsx'

const PAGE_SIZE = 12

export async function loader({ context, request }: LoaderFunctionArgs) {
  const text = new URL(request.url).searchParams.get('page') ?? '1'
  return loadCall(context, ability, { page: /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1, size: PAGE_SIZE })
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(
    { title: '能力展示', description: '我们做过的测试：样品、条件与结果，一例一页。', path: '/televised' },
    matches,
  )

export default function Televised() {
  const { list, total, page } = useLoaderData<typeof loader>()
  return (
    <div className={`page ${css.page}`}>
      <PageHeader
        title="能力展示"
        sub="我们做过的测试：样品、条件与结果，一例一页。"
        crumbs={[{ label: '首页', to: '/' }, { label: '能力展示' }]}
      />
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

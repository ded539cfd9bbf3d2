import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../../platform/client/server-api.ts'
import { pageMeta } from '../../../core/settings/site.tsx'
import { Card, CardLink } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { acknowledge, news, service } from '../../articles/contract.ts'
import { Picture } from '../../media/figure.tsx'
import { onPage } from './list-page.ts'
import { type ArticleType, articleTypeLabels, articleTypes } from '../../articles/rules.ts'
import css from './article-list.module.css'
import { CaseGrid } from '../../articles/case-grid.tsx'
import { ThanksTable } from './home/thanks-table.tsx'

const PAGE_SIZE = 12

const descriptions: Record<ArticleType, string> = {
  news: '实验室公告、设备上新与服务调整。',
  course: '制样、测试参数与数据处理的实用课程。',
  service: '真实样品、真实条件下的测试案例，与按材料写成的表征方案。',
  thanks: '在论文中致谢我们的课题组与他们的工作。',
}

/** Four lists share this route: two of articles, one of cases and service articles, one of acknowledgements. Each has its own call. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const type = articleTypes.find((each) => each === params.type)
  if (!type) throw data(null, { status: 404 })
  const text = new URL(request.url).searchParams.get('page') ?? '1'
  const page = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
  const window = { page, size: PAGE_SIZE }
  if (type === 'service') return onPage({ type, ...(await loadCall(context, service, window)) })
  if (type === 'thanks') return onPage({ type, ...(await loadCall(context, acknowledge, window)) })
  return onPage({ type, ...(await loadCall(context, news, { type, ...window })) })
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => {
  if (!loaderData) return []
  const { type, page } = loaderData
  return pageMeta(
    {
      title: articleTypeLabels[type],
      description: descriptions[type],
      path: pathOf(type, page),
    },
    matches,
  )
}

export default function ArticleList() {
  const loaded = useLoaderData<typeof loader>()
  const { type, total, page } = loaded
  return (
    <div className={`page ${css.page}`}>
      <PageHeader
        title={articleTypeLabels[type]}
        sub={descriptions[type]}
        crumbs={[{ label: '首页', to: '/' }, { label: articleTypeLabels[type] }]}
      />
      <LinkTabs
        label="栏目"
        tabs={articleTypes.map((each) => ({
          to: `/list/${each}`,
          label: articleTypeLabels[each],
          current: each === type,
        }))}
      />
      <div className={css.body}>
        {loaded.list.length === 0 ? (
          <EmptyState title="这里暂时没有内容" icon="file" action={{ label: '查看服务项目', to: '/project' }} />
        ) : (
          <Items loaded={loaded} />
        )}
      </div>
      <Pagination page={page} pageCount={Math.ceil(total / PAGE_SIZE)} href={(to) => pathOf(type, to)} />
    </div>
  )
}

function Items({ loaded }: { loaded: Awaited<ReturnType<typeof loader>> }) {
  if (loaded.type === 'service') return <CaseGrid cases={loaded.list} titleAs="h2" />
  if (loaded.type === 'thanks') return <ThanksTable rows={loaded.list} />
  return (
    <ul role="list" className={css.list}>
      {loaded.list.map(({ id, title, sketch, img, figure, tags, created }, index) => (
        <Card key={id} as="li" linked flush>
          <div className={css.item}>
            <Picture img={img} figure={figure} name={title} seed={id} lazy={index > 2} />
            <div className={css.text}>
              <h2 className={css.title}>
                <CardLink to={`/article/${id}`}>{title}</CardLink>
              </h2>
              <p className={css.sketch}>{sketch}</p>
              <p className={`cluster ${css.facts}`}>
                <time dateTime={created}>{created}</time>
                {tags.map((tag) => (
                  <Tag key={tag}>{tag}</Tag>
                ))}
              </p>
            </div>
          </div>
        </Card>
      ))}
    </ul>
  )
}

function pathOf(type: ArticleType, page: number): string {
  return page > 1 ? `/list/${type}?page=${page}` : `/list/${type}`
}

import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageRefusal, serverApi } from '../../../platform/client/server-api.ts'
import { NotFoundState } from '../../../ui/feedback/states.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { collectionShared } from '../collections/collection-contract.ts'
import { OverlayFigure } from '../collections/overlay-figure.tsx'

/** The call has no cache tags, so the page is made anew for each visit: a link that was stopped opens no longer. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    return { collection: await context.get(serverApi).call(collectionShared, { token: params.token ?? '' }) }
  } catch (error) {
    if (error instanceof PageRefusal) return { collection: null }
    throw error
  }
}

export const meta = () => [{ title: '分享的谱图集 · 明析科测' }, { name: 'robots', content: 'noindex' }]

/** A collection that somebody shows by a link. */
export default function SharedCollection() {
  const { collection } = useLoaderData<typeof loader>()
  return (
    <div className="page" style={{ paddingBlock: 'var(--space-24)' }}>
      {collection ? (
        <div className="stack">
          <PageHeader title={collection.name} sub={`${collection.expiresAt.slice(0, 10)} 前有效`} />
          {collection.remark && <p style={{ whiteSpace: 'pre-wrap' }}>{collection.remark}</p>}
          {collection.goneCount > 0 && (
            <p role="note">{`有 ${collection.goneCount} 条曲线已被更新的数据替代，不再显示。`}</p>
          )}
          <OverlayFigure title={collection.name} curves={collection.curves} view={collection.view} />
        </div>
      ) : (
        <>
          <h1 className="visually-hidden">分享的谱图集</h1>
          <NotFoundState title="分享已结束" action={{ label: '浏览检测项目', to: '/project' }}>
            链接不正确、已过期或已停止分享，请向分享人索取新的链接。
          </NotFoundState>
        </>
      )}
    </div>
  )
}

import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../../platform/client/server-api.ts'
import { pageMeta } from '../../../core/settings/site.tsx'
import { webPage } from '../../articles/contract.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { ManagedPage } from './managed-page.tsx'

const parts = ['profile', 'culture', 'recruit'] as const
const tabLabels = { profile: '公司简介', culture: '企业文化', recruit: '人才招聘' }

export async function loader({ context, params }: LoaderFunctionArgs) {
  const part = parts.find((each) => each === params.part)
  if (!part) throw data(null, { status: 404 })
  return { part, page: await loadCall(context, webPage, { slug: part }) }
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  loaderData ? pageMeta({ ...loaderData.page, path: `/about/${loaderData.part}` }, matches) : []

export default function About() {
  const { part, page } = useLoaderData<typeof loader>()
  return (
    <ManagedPage
      page={page}
      crumbs={[{ label: '关于我们', to: '/about/profile' }]}
      tabs={parts.map((each) => ({ to: `/about/${each}`, label: tabLabels[each], current: each === part }))}
      end={
        page.sections.length === 0 && <EmptyState title="内容正在准备" action={{ label: '联系我们', to: '/contact' }} />
      }
    />
  )
}

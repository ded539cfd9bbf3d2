import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../../platform/client/server-api.ts'
import { pageMeta } from '../../../core/settings/site.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { webAgreement } from '../../../core/agreements/agreement-contract.ts'
import { type AgreementName, agreements } from '../../../core/agreements/agreement-rules.ts'
import { RichText } from '../../media/rich-text.tsx'
import { TextPage } from './text-page.tsx'

/** The service agreement; `?version=` shows the version that an order keeps. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const given = query.get('name') ?? 'service'
  const version = query.get('version') ?? ''
  if (!Object.hasOwn(agreements, given) || version.length > 60) throw data(null, { status: 404 })
  return loadCall(context, webAgreement, { name: given as AgreementName, version })
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  loaderData
    ? pageMeta(
        {
          title: titleOf(loaderData),
          description: `${titleOf(loaderData)}，${loaderData.version} 版。`,
          path: '/agreement',
          noindex: loaderData.version !== loaderData.inForce || loaderData.name !== 'service',
        },
        matches,
      )
    : []

export default function Agreement() {
  const loaded = useLoaderData<typeof loader>()
  const { name, version, inForce, texts } = loaded
  const title = titleOf(loaded)
  return (
    <TextPage
      title={title}
      sub={
        version === inForce ? (
          `${version} 版`
        ) : (
          <>
            {version} 版，已由新版本替换；
            <SmartLink to={name === 'service' ? '/agreement' : `/agreement?name=${name}`}>查看现行版本</SmartLink>
          </>
        )
      }
      crumbs={[{ label: '首页', to: '/' }, { label: title }]}
      sections={texts.flatMap((text, index) =>
        text.sections.map((section, at) => ({
          id: `s${index + 1}-${at + 1}`,
          title: section.title,
          content: <RichText html={section.html} />,
        })),
      )}
      contents
    />
  )
}

function titleOf({ texts }: { texts: readonly { title: string }[] }): string {
  return texts.map(({ title }) => title).join('与')
}

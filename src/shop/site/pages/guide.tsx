import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../../platform/client/server-api.ts'
import { pageMeta, useSite } from '../../../core/settings/site.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { webPage } from '../../articles/contract.ts'
import { ManagedPage } from './managed-page.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  return loadCall(context, webPage, { slug: 'guide' })
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  loaderData ? pageMeta({ ...loaderData, path: '/guide' }, matches) : []

export default function Guide() {
  const lab = useSite()?.settings.labAddress
  const parcel = lab && `${lab.receiver}，${lab.phone}，${lab.address}，${lab.postcode}`
  return (
    <ManagedPage
      page={useLoaderData<typeof loader>()}
      contents
      end={
        parcel && (
          <p>
            <CopyButton text={parcel}>复制收件信息</CopyButton>
          </p>
        )
      }
    />
  )
}

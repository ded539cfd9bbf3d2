import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../../platform/client/server-api.ts'
import { pageMeta } from '../../../core/settings/site.tsx'
import { webPage } from '../../articles/contract.ts'
import { ManagedPage } from './managed-page.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  return loadCall(context, webPage, { slug: 'license' })
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  loaderData ? pageMeta({ ...loaderData, path: '/license' }, matches) : []

export default function License() {
  return <ManagedPage page={useLoaderData<typeof loader>()} contents />
}

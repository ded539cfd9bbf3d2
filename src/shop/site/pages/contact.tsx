import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../../platform/client/server-api.ts'
import { OpenNow } from '../../../core/settings/opening-hours/open-now.tsx'
import { pageMeta, useSite } from '../../../core/settings/site.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { webPage } from '../../articles/contract.ts'
import { RichText } from '../../media/rich-text.tsx'
import { ContactCards } from './contact-cards.tsx'
import css from './contact.module.css'

export function loader({ context }: LoaderFunctionArgs) {
  return loadCall(context, webPage, { slug: 'contact' })
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  loaderData ? pageMeta({ ...loaderData, path: '/contact' }, matches) : []

export default function Contact() {
  const { title, sub, sections } = useLoaderData<typeof loader>()
  const settings = useSite()?.settings
  if (!settings) return null
  const { localInfo, labAddress, workingHours } = settings
  return (
    <div className={`page ${css.page}`}>
      <PageHeader
        title={title}
        sub={
          <>
            {sub && `${sub} `}
            <OpenNow workingHours={workingHours} exceptions={settings.hourExceptions} />
          </>
        }
        crumbs={[{ label: '首页', to: '/' }, { label: title }]}
      />
      <ContactCards localInfo={localInfo} labAddress={labAddress} workingHours={workingHours} />
      <div className={css.more}>
        {sections.map((section) => (
          <div key={section.title}>
            {section.title && <h2>{section.title}</h2>}
            <RichText html={section.html} />
          </div>
        ))}
      </div>
    </div>
  )
}

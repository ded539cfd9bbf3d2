import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../../platform/client/server-api.ts'
import { OpenNow } from '../../../core/settings/opening-hours/open-now.tsx'
import { pageMeta, useSite } from '../../../core/settings/site.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { webPage } from '../../articles/contract.ts'
import { RichText } from '../../media/rich-text.tsx'
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
  const parcel = `${labAddress.receiver}，${labAddress.phone}，${labAddress.address}，${labAddress.postcode}`
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
      <div className={css.cards}>
        <Card title="咨询与服务">
          <DescriptionList
            single
            items={[
              { term: '服务热线', value: <SmartLink to={telOf(localInfo.phone)}>{localInfo.phone}</SmartLink> },
              { term: '邮箱', value: <SmartLink to={`mailto:${localInfo.email}`}>{localInfo.email}</SmartLink> },
              { term: '工作时间', value: workingHours },
              { term: '地址', value: <Copied text={localInfo.address} /> },
            ]}
          />
        </Card>
        <Card title="寄送样品">
          <DescriptionList
            single
            items={[
              { term: '收件人', value: labAddress.receiver },
              { term: '电话', value: <SmartLink to={telOf(labAddress.phone)}>{labAddress.phone}</SmartLink> },
              { term: '地址', value: `${labAddress.address}（邮编 ${labAddress.postcode}）` },
              { term: '快递', value: localInfo.express },
            ]}
          />
          <p className={css.copy}>
            <CopyButton text={parcel}>复制收件信息</CopyButton>
          </p>
        </Card>
      </div>
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

function Copied({ text }: { text: string }) {
  return (
    <span className="cluster">
      {text}
      <CopyButton text={text}>复制地址</CopyButton>
      <SmartLink to={mapOf(text)}>查看地图</SmartLink>
    </span>
  )
}

/** AMap searches for the address and opens its app on a phone: https://lbs.amap.com/api/uri-api/guide/mobile-web/search */
function mapOf(address: string): string {
  return `https://uri.amap.com/search?keyword=${encodeURIComponent(address)}`
}

/** A tel: link cannot dial an extension, so the text after the number is cut off. */
function telOf(phone: string): string {
  return `tel:${(phone.split(/转/)[0] ?? '').replace(/[^\d+]/g, '')}`
}

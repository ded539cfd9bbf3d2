import type { MetaArgs } from 'react-router'
import { OpenNow } from '../../settings/open-now.tsx'
import { pageMeta, useSite } from '../../settings/site.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import css from './contact.module.css'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: '联系我们', description: '地址、热线、邮箱、工作时间与收样信息。', path: '/contact' }, matches)

export default function Contact() {
  const settings = useSite()?.settings
  if (!settings) return null
  const { localInfo, labAddress, workingHours } = settings
  const parcel = `${labAddress.receiver}，${labAddress.phone}，${labAddress.address}，${labAddress.postcode}`
  return (
    <div className={`page ${css.page}`}>
      <PageHeader
        title="联系我们"
        sub={<OpenNow workingHours={workingHours} />}
        crumbs={[{ label: '首页', to: '/' }, { label: '联系我们' }]}
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
      <p className={css.more}>
        第一次寄样？请先看<SmartLink to="/guide">送样指南</SmartLink>。找不到合适的项目？
        <SmartLink to="/require">告诉我们您的需求</SmartLink>。
      </p>
    </div>
  )
}

function Copied({ text }: { text: string }) {
  return (
    <span className="cluster">
      {text}
      <CopyButton text={text}>复制地址</CopyButton>
    </span>
  )
}

/** An extension after the number cannot be dialled by a link. */
function telOf(phone: string): string {
  return `tel:${(phone.split(/转/)[0] ?? '').replace(/[^\d+]/g, '')}`
}

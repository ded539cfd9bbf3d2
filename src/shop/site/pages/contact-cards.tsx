import type { ReactNode } from 'react'
import type { SiteSettings } from '../../../core/settings/contract.ts'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import css from './contact.module.css'

type Shown = Pick<SiteSettings, 'localInfo' | 'labAddress' | 'workingHours'>

/** What the laboratory has not entered yet is left out; samples can be sent once their address is known. */
export function ContactCards({ localInfo, labAddress, workingHours }: Shown) {
  const { receiver, phone, address, postcode } = labAddress
  return (
    <div className={css.cards}>
      <Card title="咨询与服务">
        <DescriptionList
          single
          items={entered([
            { term: '服务热线', text: localInfo.phone, show: dialled },
            { term: '邮箱', text: localInfo.email, show: mailed },
            { term: '工作时间', text: workingHours },
            { term: '地址', text: localInfo.address, show: copied },
          ])}
        />
      </Card>
      {address && (
        <Card title="寄送样品">
          <DescriptionList
            single
            items={entered([
              { term: '收件人', text: receiver },
              { term: '电话', text: phone, show: dialled },
              { term: '地址', text: postcode ? `${address}（邮编 ${postcode}）` : address },
              { term: '快递', text: localInfo.express },
            ])}
          />
          <p className={css.copy}>
            <CopyButton text={[receiver, phone, address, postcode].filter(Boolean).join('，')}>复制收件信息</CopyButton>
          </p>
        </Card>
      )}
    </div>
  )
}

/** Terms whose text is not empty, as the list shows them. */
function entered(items: readonly { term: string; text: string; show?: (text: string) => ReactNode }[]) {
  return items
    .filter(({ text }) => text !== '')
    .map(({ term, text, show }) => ({ term, value: show ? show(text) : text }))
}

const dialled = (phone: string) => <SmartLink to={telOf(phone)}>{phone}</SmartLink>
const mailed = (email: string) => <SmartLink to={`mailto:${email}`}>{email}</SmartLink>
const copied = (address: string) => <Copied text={address} />

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
  return `tel:${(phone.normalize('NFKC').split(/转/)[0] ?? '').replace(/[^\d+]/g, '')}`
}

import type { MetaArgs } from 'react-router'
import { OpenNow } from '../../settings/open-now.tsx'
import { pageMeta, useSite } from '../../settings/site.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { TextPage } from './text-page.tsx'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(
    {
      title: '发布需求',
      description: '目录里没有的测试，也可以问：告诉我们样品、目的与期限，客户经理给出方案与报价。',
      path: '/require',
    },
    matches,
  )

/** A template to fill in, so that the first answer can already be a plan. */
const template = [
  '测什么、为了看到什么：',
  '样品（形态、主要成分、数量、危险性）：',
  '希望什么时候拿到数据：',
  '预算（可不填）：',
  '称呼与手机号：',
]

export default function Require() {
  const settings = useSite()?.settings
  const { email = '', phone = '' } = settings?.localInfo ?? {}
  const mail = `mailto:${email}?subject=${encodeURIComponent('测试需求')}&body=${encodeURIComponent(template.join('\n\n'))}`
  return (
    <TextPage
      title="发布需求"
      sub="目录里没有的测试，也可以问。"
      crumbs={[{ label: '首页', to: '/' }, { label: '发布需求' }]}
      sections={[
        {
          id: 'mail',
          title: '告诉我们要测什么',
          content: (
            <>
              <p>发邮件或打电话都可以。{settings && <OpenNow workingHours={settings.workingHours} />}。</p>
              <p className="cluster">
                <ButtonLink icon="mail" to={mail}>
                  按模板写邮件
                </ButtonLink>
                <ButtonLink icon="phone" to={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                  {phone}
                </ButtonLink>
              </p>
              <p>请写明以下几项，第一封回信就能是方案：</p>
              <ul>
                {template.map((line) => (
                  <li key={line}>{line.replace(/：$/, '')}</li>
                ))}
              </ul>
            </>
          ),
        },
        {
          id: 'catalogue',
          title: '也许目录里就有',
          content: (
            <p>
              可以按仪器、方法、英文缩写或拼音<SmartLink to="/search">搜索项目</SmartLink>，或查看
              <SmartLink to="/project">全部服务项目</SmartLink>。
            </p>
          ),
        },
      ]}
    />
  )
}

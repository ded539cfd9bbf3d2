import type { ReactNode } from 'react'
import { Icon, type IconName } from '../text/icon.tsx'
import { SmartLink } from '../text/link.tsx'
import { BrandMark } from './brand-mark.tsx'
import css from './site-footer.module.css'

export type SiteFooterProps = {
  siteName: string
  /** From settings `localInfo`; what is empty is left out. */
  address: string
  phone: string
  email: string
  hours?: string
  icpNumber?: string
  /** 公安备案号 and the number in its link. */
  policeRecord?: { text: string; code: string }
  /** 营业执照, shown when the settings contain its number. */
  license?: { number: string; link: string }
  year: number
}

const quickLinks = [
  {
    head: '服务',
    links: [
      { label: '送样检测', to: '/project/1' },
      { label: '现场预约', to: '/project/2' },
      { label: '数据分析', to: '/project/3' },
      { label: '发布需求', to: '/require' },
    ],
  },
  {
    head: '帮助',
    links: [
      { label: '送样指南', to: '/guide' },
      { label: '服务案例', to: '/list/service' },
      { label: '文章致谢', to: '/list/thanks' },
      { label: '联系我们', to: '/contact' },
    ],
  },
  {
    head: '关于',
    links: [
      { label: '公司简介', to: '/about/profile' },
      { label: '人才招聘', to: '/about/recruit' },
      { label: '用户协议', to: '/license' },
      { label: '隐私政策', to: '/policy' },
    ],
  },
] as const

export function SiteFooter({
  siteName,
  address,
  phone,
  email,
  hours = '周一至周六 8:30-18:30',
  icpNumber,
  policeRecord,
  license,
  year,
}: SiteFooterProps) {
  return (
    <footer className={css.footer}>
      <div className="page">
        <div className={css.columns}>
          <address className={css.contact} style={{ fontStyle: 'normal' }}>
            <p className={css.name}>
              <BrandMark size={28} />
              {siteName}
            </p>
            {address && <Line icon="pin">{address}</Line>}
            {phone && (
              <Line icon="phone">
                <SmartLink to={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</SmartLink>
              </Line>
            )}
            {email && (
              <Line icon="mail">
                <SmartLink to={`mailto:${email}`}>{email}</SmartLink>
              </Line>
            )}
            <Line icon="clock">{hours}</Line>
          </address>
          {quickLinks.map(({ head, links }) => (
            <nav key={head} aria-label={`${head}链接`}>
              <h2 className={css.head}>{head}</h2>
              <ul role="list">
                {links.map((link) => (
                  <li key={link.to}>
                    <SmartLink to={link.to}>{link.label}</SmartLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className={css.records}>
          <span>
            © {year} {siteName}
          </span>
          {icpNumber && <SmartLink to="https://beian.miit.gov.cn/">{icpNumber}</SmartLink>}
          {policeRecord && (
            <SmartLink to={`https://beian.mps.gov.cn/#/query/webSearch?code=${policeRecord.code}`}>
              {policeRecord.text}
            </SmartLink>
          )}
          {license &&
            (license.link ? (
              <SmartLink to={license.link}>营业执照：{license.number}</SmartLink>
            ) : (
              <span>营业执照：{license.number}</span>
            ))}
        </div>
      </div>
    </footer>
  )
}

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className={css.line}>
      <Icon name={icon} size={16} />
      <span>{children}</span>
    </p>
  )
}

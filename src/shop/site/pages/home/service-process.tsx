import { useSite } from '../../../../core/settings/site.tsx'
import { Icon, type IconName } from '../../../../ui/text/icon.tsx'
import { SmartLink } from '../../../../ui/text/link.tsx'
import { Tabs } from '../../../../ui/layout/tabs.tsx'
import { HomeSection } from './home-section.tsx'
import css from './service-process.module.css'

type Step = {
  title: string
  text: string
  icon: IconName
  /** The step promises a time limit. */
  within?: string
  link?: { label: string; to: string }
}

const delivery: Step = {
  title: '交付数据',
  text: '实验结束后 2 小时内交付数据，并以短信、邮件和站内信通知。',
  icon: 'download',
  within: '2 小时',
}

function instituteSteps(cities: readonly string[]): Step[] {
  // Pickup is offered where the settings name cities.
  const pickup = cities.length > 0 ? `${cities.join('、')}可免费上门取样，在线预约日期与时段。` : ''
  const link = cities.length > 0 ? { label: '预约上门取样', to: '/member/sample?pickup=1' } : undefined
  return [
    { title: '注册并完善资料', text: '注册账号并完善个人资料，开通先测后付，配客户经理。', icon: 'user' },
    { title: '登录下单', text: '选择项目、填写参数，实验方案自动生成。', icon: 'flask' },
    { title: '提交协议与样品', text: `确认协议并寄出样品。${pickup}`, icon: 'truck', ...(link ? { link } : {}) },
    {
      title: '收到样品',
      text: '收样即发短信通知，客户经理 2 小时内来电确认细节。',
      icon: 'phone',
      within: '2 小时',
    },
    delivery,
    {
      title: '结算与寄回',
      text: '在线结算，付款后自行申请发票；全款付清后 48 小时内寄回样品。建议预存，结算更省心。',
      icon: 'wallet',
      within: '48 小时',
    },
  ]
}

const enterpriseSteps: Step[] = [
  { title: '注册账号', text: '注册企业账号，配客户经理。', icon: 'user' },
  { title: '锁定方案与报价', text: '客户经理与您确认测试方案，锁定报价。', icon: 'file' },
  { title: '签订合同并预付', text: '签订合同，全额预付后开始安排。', icon: 'edit' },
  {
    title: '寄送样品',
    text: '寄出样品；收样后客户经理 2 小时内来电确认细节。',
    icon: 'truck',
    within: '2 小时',
  },
  delivery,
]

export function ServiceProcess() {
  const cities = useSite()?.settings.pickupCities ?? []
  return (
    <HomeSection title="服务流程" height={{ phone: 46, desk: 20 }}>
      <Tabs
        label="客户类型"
        initial="0"
        tabs={[
          { id: '0', label: '高校院所客户', content: <StepList steps={instituteSteps(cities)} /> },
          { id: '1', label: '企业客户', content: <StepList steps={enterpriseSteps} /> },
        ]}
      />
    </HomeSection>
  )
}

function StepList({ steps }: { steps: readonly Step[] }) {
  return (
    <ol role="list" className={css.steps}>
      {steps.map(({ title, text, icon, within, link }, index) => (
        <li key={title} className={css.step}>
          <span className={css.number} aria-hidden="true">
            {index + 1}
          </span>
          <Icon name={icon} size={24} />
          <h3 className={css.title}>{title}</h3>
          <p className={css.text}>
            {text}
            {link && <SmartLink to={link.to}>{link.label}</SmartLink>}
          </p>
          {within && (
            <p className={css.clock}>
              <Icon name="clock" size={16} />
              {`${within}内`}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

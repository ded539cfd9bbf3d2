import type { MetaArgs } from 'react-router'
import { pageMeta, useSite } from '../../settings/site.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { TextPage } from './text-page.tsx'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(
    { title: '隐私政策', description: '我们收集哪些个人信息、用来做什么、保存多久，以及您的权利。', path: '/policy' },
    matches,
  )

export default function Policy() {
  const settings = useSite()?.settings
  const { email = '', phone = '' } = settings?.localInfo ?? {}
  return (
    <TextPage
      title="隐私政策"
      sub="生效日期：2026-01-01"
      crumbs={[{ label: '首页', to: '/' }, { label: '隐私政策' }]}
      contents
      sections={[
        {
          id: 'collect',
          title: '一、我们收集什么',
          content: (
            <ul>
              <li>注册与登录：手机号、密码（只保存不可逆的摘要）、验证码、登录时间与设备信息。</li>
              <li>资料与下单：姓名、邮箱、单位、身份类型、导师信息（学生）、地址、订单、样品与测试参数。</li>
              <li>付款与发票：付款记录、转账凭证、发票抬头与税号。我们不保存银行卡密码。</li>
              <li>浏览：为保障安全而记录的访问日志。浏览公开页面不需要登录。</li>
            </ul>
          ),
        },
        {
          id: 'use',
          title: '二、用来做什么',
          content: (
            <p>
              用于完成您委托的测试、寄送与取样、结算与开票，发送订单通知，保障账号与系统安全，以及履行法律规定的留存义务。我们不出售个人信息，不用于与服务无关的推销，不做自动化的个人画像。
            </p>
          ),
        },
        {
          id: 'share',
          title: '三、谁会接触到',
          content: (
            <p>
              只有办理您业务的员工能看到所需的信息，查看与修改都有记录。为完成服务，必要的信息会提供给快递公司、短信与邮件服务商、支付机构与开票平台，它们只能按我们的指示使用。法律要求时，我们会依法配合。
            </p>
          ),
        },
        {
          id: 'keep',
          title: '四、保存多久、在哪里',
          content: (
            <p>
              信息保存在中国境内。账号信息保存至账号注销；订单、付款与发票依法律规定的期限保存；访问日志保存六个月。到期后删除或匿名化。
            </p>
          ),
        },
        {
          id: 'browser',
          title: '五、浏览器中的存储',
          content: (
            <p>
              登录状态保存在您浏览器的本地存储里，退出登录即清除；未提交的表单在当前标签页中暂存，关闭即失效。本站不使用第三方统计与广告脚本。
            </p>
          ),
        },
        {
          id: 'rights',
          title: '六、您的权利',
          content: (
            <p>
              您可以在会员中心查看、更正个人资料，管理登录设备与通知方式，导出数据或注销账号。有未完成的订单或未结清的款项时，注销会在其完成后办理。
            </p>
          ),
        },
        {
          id: 'contact',
          title: '七、联系我们',
          content: (
            <p>
              对个人信息有任何疑问，请致电 {phone} 或发邮件至 <SmartLink to={`mailto:${email}`}>{email}</SmartLink>
              ，我们会在十五个工作日内答复。
            </p>
          ),
        },
      ]}
    />
  )
}

import type { MetaArgs } from 'react-router'
import { pageMeta, useSite } from '../../settings/site.tsx'
import { TextPage } from './text-page.tsx'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(
    {
      title: '用户协议',
      description: '使用本网站与委托测试服务的约定：账号、下单、样品、数据、付款与责任。',
      path: '/license',
    },
    matches,
  )

export default function License() {
  const settings = useSite()?.settings
  const name = settings?.siteName ?? ''
  return (
    <TextPage
      title="用户协议"
      sub="生效日期：2026-01-01"
      crumbs={[{ label: '首页', to: '/' }, { label: '用户协议' }]}
      contents
      sections={[
        {
          id: 'scope',
          title: '一、协议的范围',
          content: (
            <p>
              本协议是您与{name}
              （下称「我们」）就注册账号、使用本网站及委托测试服务达成的约定。勾选同意或提交订单，表示您已阅读并接受。企业客户另行签订书面合同的，以合同为准。
            </p>
          ),
        },
        {
          id: 'account',
          title: '二、账号',
          content: (
            <p>
              账号以手机号注册，仅供本人使用；请妥善保管密码与验证码，不要在公用设备上保存密码。您应提供真实的姓名、单位与联系方式。发现账号被他人使用，请立即修改密码并通知我们。
            </p>
          ),
        },
        {
          id: 'order',
          title: '三、下单与价格',
          content: (
            <p>
              页面显示的价格由所填参数即时算出，提交订单时以系统核算为准；标注「面议」或选择了需报价的参数的，以客户经理锁定的报价为准，报价在有效期
              {settings?.quoteValidDays ?? 15}
              天内不变。测试后实际工作量与订单不同的，按同一价格规则结算差价，并列出依据。开始测试之前您可以取消订单。
            </p>
          ),
        },
        {
          id: 'sample',
          title: '四、样品与安全',
          content: (
            <p>
              您保证样品来源合法，并如实申报其成分与危险性。放射性、爆炸性及国家禁止寄递的样品不予接收；因隐瞒造成的人身、设备损失由委托方承担。样品在正常测试中的消耗、污染不视为损坏。未选择寄回的样品保存
              {settings?.sampleKeepDays ?? 90}天后销毁。
            </p>
          ),
        },
        {
          id: 'data',
          title: '五、数据与保密',
          content: (
            <p>
              测试数据与报告归委托方所有。未经您书面同意，我们不向第三方披露样品信息、数据与结论，不用于宣传；法律要求披露的除外。报告仅对收到的样品负责。您可以在论文与报告中使用数据，并欢迎在致谢中注明。
            </p>
          ),
        },
        {
          id: 'objection',
          title: '六、复测与异议',
          content: (
            <p>
              数据交付后 {settings?.deliveryWindowDays ?? 7}
              天内，您可以申请复测或提出异议。确因我们的操作造成结果有误的，免费复测；复测与原结果在误差范围内一致的，按项目收费。逾期未提出的，视为确认。
            </p>
          ),
        },
        {
          id: 'pay',
          title: '七、付款与发票',
          content: (
            <p>
              高校院所客户完善资料后可在授信额度内先测试后付费；个人客户预付；企业客户按合同全额预付。逾期未付的款项会暂停新的授信。发票金额以实际付款为限，可在线申请。预存款可申请退回未使用的部分。
            </p>
          ),
        },
        {
          id: 'liability',
          title: '八、责任与争议',
          content: (
            <p>
              因我们的过失造成样品灭失或数据错误的，赔偿以该项目的测试费用为限，法律另有规定的从其规定。因不可抗力、仪器突发故障导致延期的，我们会及时通知并协商。争议先协商解决，协商不成的，提交我们所在地有管辖权的人民法院。
            </p>
          ),
        },
      ]}
    />
  )
}

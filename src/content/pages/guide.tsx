import type { MetaArgs } from 'react-router'
import { pageMeta, useSite } from '../../settings/site.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { TextPage } from './text-page.tsx'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(
    {
      title: '送样指南',
      description: '下单、包装、寄送、上门取样、收样与样品寄回：寄样之前需要知道的都在这里。',
      path: '/guide',
    },
    matches,
  )

export default function Guide() {
  const site = useSite()
  const settings = site?.settings
  const lab = settings?.labAddress
  const cities = settings?.pickupCities ?? []
  const parcel = lab ? `${lab.receiver}，${lab.phone}，${lab.address}，${lab.postcode}` : ''
  return (
    <TextPage
      title="送样指南"
      sub="寄样之前，用三分钟读完。"
      crumbs={[{ label: '首页', to: '/' }, { label: '送样指南' }]}
      contents
      sections={[
        {
          id: 'order',
          title: '先下单，再寄样',
          content: (
            <>
              <p>
                在<SmartLink to="/project">服务项目</SmartLink>
                中选好项目、填写参数，加入实验方案后按步骤提交订单。提交后会得到订单号和每个样品的标签，标签上的二维码就是收样时的身份证。
              </p>
              <p>没有订单的样品无法登记，只能先存放等待联系，会耽误测试。</p>
            </>
          ),
        },
        {
          id: 'prepare',
          title: '样品怎么准备',
          content: (
            <ul>
              <li>每个项目页都有按样品形态（粉末、块体、薄膜、液体、纤维）列出的最少用量与尺寸，请以它为准。</li>
              <li>粉末类测试一般不少于 10 mg，液体不少于 1 mL；一份样品做几个项目，就按项目分装成几份。</li>
              <li>请充分干燥，怕潮、怕光、怕空气的样品请注明保存条件。</li>
              <li>含卤素、硫、磷，或有毒、易燃、腐蚀、磁性的样品必须如实申报。放射性与爆炸性样品不接收。</li>
            </ul>
          ),
        },
        {
          id: 'pack',
          title: '怎么包装',
          content: (
            <ol>
              <li>每份样品单独装入离心管、样品瓶或自封袋，贴上打印好的标签；没有打印条件时，手写样品编号。</li>
              <li>液体拧紧后用封口膜缠好，直立放入第二层密封袋，并垫吸水纸。</li>
              <li>薄膜、块体用样品盒固定，测试面朝上并做记号。</li>
              <li>外箱放缓冲材料，附上打印的送样单。</li>
            </ol>
          ),
        },
        {
          id: 'send',
          title: '寄到哪里',
          content: (
            <>
              {lab && (
                <p>
                  {lab.receiver} {lab.phone}
                  <br />
                  {lab.address}（邮编 {lab.postcode}）
                </p>
              )}
              <p>
                <CopyButton text={parcel}>复制收件信息</CopyButton>
              </p>
              {settings?.localInfo.express && <p>{settings.localInfo.express}。</p>}
              <p>寄出后在订单里填写快递单号，物流与收样进度会显示在订单时间线上。</p>
            </>
          ),
        },
        {
          id: 'pickup',
          title: '上门取样',
          content: (
            <p>
              {cities.length > 0 ? `${cities.join('、')}` : '已开通的城市'}
              可免费上门取样，最多提前 14 天预约，当天的预约在 15:00
              前提交。下单时选择「上门取样」，再选日期与时段即可。
            </p>
          ),
        },
        {
          id: 'received',
          title: '收到之后',
          content: (
            <ul>
              <li>扫码登记、称量、拍照后发短信通知，客户经理 2 小时内来电确认细节。</li>
              <li>开始测试之前可以修改或取消订单；开始之后请联系客户经理。</li>
              <li>样品量不足、参数不合适或有安全疑问时，先征求您的意见再继续。</li>
              <li>
                实验结束后 2 小时内交付数据。交付后 {settings?.deliveryWindowDays ?? 7} 天内可申请复测或提出异议。
              </li>
            </ul>
          ),
        },
        {
          id: 'return',
          title: '样品寄回与保存',
          content: (
            <p>
              下单时选择寄回的样品，全款付清后 48 小时内寄出；标注「不可回收」的项目会消耗样品。其余样品免费保存{' '}
              {settings?.sampleKeepDays ?? 90} 天，到期前会提醒，之后按规定销毁。
            </p>
          ),
        },
      ]}
    />
  )
}

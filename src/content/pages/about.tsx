import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import type { ReactNode } from 'react'
import { pageMeta, useSite } from '../../settings/site.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { TextPage } from './text-page.tsx'

const parts = ['profile', 'culture', 'recruit'] as const
type Part = (typeof parts)[number]
type Section = { id: string; title: string; content: ReactNode }

const titles: Record<Part, string> = { profile: '公司简介', culture: '企业文化', recruit: '人才招聘' }
const subs: Record<Part, string> = {
  profile: '自有实验室、全职工程师，做好每一次材料测试。',
  culture: '数据是实验室唯一的产品。',
  recruit: '和认真的人一起，把样品测明白。',
}

export function loader({ params }: LoaderFunctionArgs): { part: Part } {
  const part = parts.find((each) => each === params.part)
  if (!part) throw data(null, { status: 404 })
  return { part }
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  loaderData
    ? pageMeta(
        {
          title: titles[loaderData.part],
          description: `${titles[loaderData.part]}：${subs[loaderData.part]}`,
          path: `/about/${loaderData.part}`,
        },
        matches,
      )
    : []

export default function About() {
  const { part } = useLoaderData<typeof loader>()
  const site = useSite()
  const sections = {
    profile: profile(site?.settings.siteName ?? ''),
    culture,
    recruit: recruit(site?.settings.localInfo.email ?? '', site?.settings.localInfo.phone ?? ''),
  }
  return (
    <TextPage
      title={titles[part]}
      sub={subs[part]}
      crumbs={[{ label: '首页', to: '/' }, { label: '关于我们', to: '/about/profile' }, { label: titles[part] }]}
      tabs={parts.map((each) => ({ to: `/about/${each}`, label: titles[each], current: each === part }))}
      sections={sections[part]}
    />
  )
}

const profile = (name: string): Section[] => [
  {
    id: 'who',
    title: '我们是谁',
    content: (
      <>
        <p>
          {name}
          是一间面向高校、科研院所与企业的材料测试实验室，专注材料结构表征与性能测试。仪器是自己的，工程师是全职的：从收样、制样、上机到审核，每一步都在同一间实验室里完成，不层层转包。
        </p>
        <p>
          我们把下单到取数据的全过程搬到线上：参数写清楚、价格算明白、进度看得见，原始数据与报告同时交付，条件可追溯。
        </p>
      </>
    ),
  },
  {
    id: 'what',
    title: '我们做什么',
    content: (
      <ul>
        <li>
          <SmartLink to="/project/1">送样检测</SmartLink>
          ：电镜、衍射、光电子能谱、比表面、光谱、热分析、核磁、元素分析与力学性能等项目，寄样即测。
        </li>
        <li>
          <SmartLink to="/project/2">现场预约</SmartLink>：按时段预约仪器，到场或通过云视频与工程师一起看样。
        </li>
        <li>
          <SmartLink to="/project/3">数据分析</SmartLink>：衍射精修、谱图分峰、理论计算与科研绘图。
        </li>
      </ul>
    ),
  },
  {
    id: 'how',
    title: '我们怎么做',
    content: (
      <>
        <p>
          每一份结果由测试人员完成、另一位工程师审核后发布，两个名字都写在记录里。数据文件带有校验值，更正过的报告保留旧版并注明已替换。
        </p>
        <p>
          高校院所客户完善资料后可先测试后付费；企业客户由专属顾问锁定方案、报价并签订合同。全款付清后 48
          小时内寄回剩余样品。
        </p>
      </>
    ),
  },
]

const culture: Section[] = [
  {
    id: 'true',
    title: '真实',
    content: (
      <p>
        测到什么写什么。不达预期的谱图同样交付，并说明可能的原因；不修饰、不挑选、不代写结论。原始数据始终属于客户，任何处理都能回到原始文件。
      </p>
    ),
  },
  {
    id: 'clear',
    title: '说清楚',
    content: (
      <p>
        价格在下单之前算好，差价在测试之后说明；样品不够、参数不合适、有安全疑问，先问再测。能用一句话讲明白的，不让客户猜。
      </p>
    ),
  },
  {
    id: 'on-time',
    title: '守时',
    content: (
      <p>
        收样后 2 小时内来电，实验结束后 2 小时内交付数据，付清后 48
        小时内寄回样品。每个承诺在系统里都有一只倒计时的钟，到点没有完成，负责人会先于客户知道。
      </p>
    ),
  },
  {
    id: 'safe',
    title: '爱惜样品与人',
    content: (
      <p>
        一份样品可能是几个月的心血。我们逐件称量、拍照、登记存放条件；对有毒、易燃、磁性样品按申报处理。放射性与爆炸性样品不接收，这是对所有人的保护。
      </p>
    ),
  },
]

const recruit = (email: string, phone: string): Section[] => [
  {
    id: 'microscopy',
    title: '电镜工程师',
    content: (
      <>
        <p>负责扫描电镜、透射电镜的日常测试、制样与维护，与客户沟通拍摄目标。</p>
        <ul>
          <li>材料、物理、化学或相关专业硕士及以上</li>
          <li>有独立操作场发射电镜的经历，熟悉能谱与选区衍射</li>
          <li>愿意把操作经验写成课程</li>
        </ul>
      </>
    ),
  },
  {
    id: 'spectroscopy',
    title: '谱学与衍射工程师',
    content: (
      <>
        <p>负责 XRD、XPS、拉曼与红外测试及数据解析，参与结果审核。</p>
        <ul>
          <li>熟悉结构精修或分峰拟合，能向非本专业的客户讲清依据</li>
          <li>对数据有洁癖，习惯保留原始文件与处理步骤</li>
        </ul>
      </>
    ),
  },
  {
    id: 'manager',
    title: '客户经理',
    content: (
      <>
        <p>为课题组与企业客户确认方案、报价与进度，是他们在实验室里的同事。</p>
        <ul>
          <li>理工科背景，听得懂实验需求</li>
          <li>表达准确，答应的事记得住</li>
        </ul>
      </>
    ),
  },
  {
    id: 'apply',
    title: '怎么应聘',
    content: (
      <p>
        简历请发至 <SmartLink to={`mailto:${email}`}>{email}</SmartLink>
        ，标题写明岗位与姓名；也可致电 {phone}。我们会在五个工作日内回复每一份简历。
      </p>
    ),
  },
]

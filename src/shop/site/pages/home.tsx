import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useRevalidator } from 'react-router'
import { Fragment, type ReactNode, useEffect } from 'react'
import { ProjectCard, ProjectGrid } from '../../catalogue/project-card.tsx'
import { PageRefusal, serverApi } from '../../../platform/client/server-api.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import type { HomeBlock } from '../../../core/settings/arrangement-rules.ts'
import { pageMeta, useSite } from '../../../core/settings/site.tsx'
import { organization, webSite } from '../../../core/settings/search-engines/structured-data-rules.ts'
import { PageTitle } from '../../../ui/layout/page-header.tsx'
import { ErrorState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { webIndex } from '../../articles/contract.ts'
import { Banner } from './home/banner.tsx'
import { CaseGrid } from '../../articles/case-grid.tsx'
import { Categories, HotArea } from './home/categories.tsx'
import { HomeSection } from './home/home-section.tsx'
import { PartnerStrip } from './home/partner-strip.tsx'
import { ServiceProcess } from './home/service-process.tsx'
import { SurvivingBlocks } from './home/surviving-blocks.tsx'
import { Ticker } from './home/ticker.tsx'
import { FIRST_THANKS, ThanksTable } from './home/thanks-table.tsx'

type HomeData = OutputOf<typeof webIndex> & { thanksTotal: number }
type Loaded = { home: HomeData; refused?: undefined } | { home?: undefined; refused: string }

/** One call loads the page. Its refusal is shown as the specification asks, with a status that keeps the page out of all caches. */
export async function loader({ context }: LoaderFunctionArgs) {
  try {
    const home = await context.get(serverApi).call(webIndex, {})
    // Rows that are shown only on demand would be a tenth of the page.
    const { thanksArr = [] } = home
    return data<Loaded>({
      home: { ...home, thanksArr: thanksArr.slice(0, FIRST_THANKS), thanksTotal: thanksArr.length },
    })
  } catch (error) {
    if (!(error instanceof PageRefusal)) throw error
    return data<Loaded>({ refused: error.message }, { status: 503 })
  }
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(
    {
      title: '材料测试与分析服务',
      description:
        '电镜、衍射、光电子能谱、比表面、核磁、元素分析等材料结构表征与性能测试：在线选参数、看价格、寄样品、取数据。高校院所先测后付。',
      path: '/',
      structured: (site) => [organization(site), webSite(site)],
    },
    matches,
  )

export default function Home() {
  const { home, refused } = useLoaderData<typeof loader>()
  const siteName = useSite()?.settings.siteName
  return (
    <>
      <PageTitle className="visually-hidden">{`${siteName}：材料结构表征与性能测试`}</PageTitle>
      {home ? <Blocks home={home} /> : <Refused message={refused} />}
    </>
  )
}

function Blocks({ home }: { home: HomeData }) {
  return (
    <SurvivingBlocks>
      {home.blocks.map((name) => (
        <Fragment key={name}>{blocks[name](home)}</Fragment>
      ))}
    </SurvivingBlocks>
  )
}

/** Every block of the page; a block without content is left out. */
const blocks: Record<HomeBlock, (home: HomeData) => ReactNode> = {
  banner: ({ bannerArr }) => bannerArr.length > 0 && <Banner slides={bannerArr} />,
  ticker: () => <Ticker />,
  categories: ({ typeArr }) => typeArr.length > 0 && <Categories categories={typeArr} />,
  hotArea: ({ prefectureNavBottomArr: items }) => items.length > 0 && <HotArea items={items} />,
  process: () => <ServiceProcess />,
  hotProjects: ({ hotItems }) =>
    hotItems.length > 0 && (
      <HomeSection title="热门项目" height={{ phone: 79, desk: 46 }} more={{ to: '/project', label: '更多项目' }}>
        <ProjectGrid>
          {hotItems.map((project) => (
            <ProjectCard key={project.rid} project={project} />
          ))}
        </ProjectGrid>
      </HomeSection>
    ),
  cases: ({ serviceCaseArr }) =>
    serviceCaseArr.length > 0 && (
      <HomeSection
        title="能力展示"
        height={{ phone: 60, desk: 44 }}
        sub="真实样品、真实条件下的测试案例"
        more={{ to: '/list/service', label: '更多案例' }}
      >
        <CaseGrid cases={serviceCaseArr} />
      </HomeSection>
    ),
  thanks: ({ thanksArr, thanksTotal }) =>
    thanksArr.length > 0 && (
      <HomeSection
        title="文章致谢"
        height={{ phone: 68, desk: 29 }}
        sub="在论文中致谢我们的课题组"
        more={{ to: '/list/thanks', label: '更多致谢' }}
      >
        <ThanksTable rows={thanksArr} total={thanksTotal} />
      </HomeSection>
    ),
  partners: ({ partnerArr }) => partnerArr.length > 0 && <PartnerStrip partners={partnerArr} />,
}

function Refused({ message = '' }: { message?: string }) {
  const revalidator = useRevalidator()
  const phone = useSite()?.settings.localInfo.phone
  useEffect(() => {
    toast.error(message)
  }, [message])
  return (
    // The toast must not wait for the first interaction (hydrate-later.ts).
    <div className="page" data-hydrate-at-once>
      <ErrorState onRetry={() => void revalidator.revalidate()} busy={revalidator.state !== 'idle'} hotline={phone}>
        {message}
      </ErrorState>
    </div>
  )
}

import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { CaseGrid } from '../../../shop/articles/case-grid.tsx'
import { sharePicture } from '../../../shop/site/share-card-rules.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { loadCall } from '../../../platform/client/server-api.ts'
import { pageMeta, type Site } from '../../../core/settings/site.tsx'
import {
  breadcrumbs,
  questions,
  service,
  type StructuredData,
} from '../../../core/settings/search-engines/structured-data-rules.ts'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { surchargeNote } from '../../../lab/bookings/slot-rules.ts'
import { devicePromise } from '../../../lab/orders/promises/promise-contract.ts'
import { deviceReviews } from '../../../shop/reviews/contract.ts'
import { ProjectReviews } from '../../../shop/reviews/project-reviews.tsx'
import { deviceDetail } from '../../../shop/site/contract.ts'
import { listPath } from '../../../shop/catalogue/listing/list-link-rules.ts'
import { ProjectCard, ProjectGrid } from '../../../shop/catalogue/project-card.tsx'
import { acceptedForms } from '../../../shop/catalogue/requirements/requirement-rules.ts'
import { Instruments, Questions, Results, SampleRequirements } from './content.tsx'
import { OrderSection } from './order-section.tsx'
import { PrintGuide } from './print-guide.tsx'
import { PriceList } from './price-list.tsx'
import { DetailSection } from './section.tsx'
import { type Project, shownAliases, Summary } from './summary.tsx'
import css from './project-detail.module.css'
import { projectDescription } from '../../../core/settings/search-engines/seo-rules.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const project = await loadCall(context, deviceDetail, { rid: Number(params.rid) })
  // Leaves out what the page does not show: drawings of related projects and of results with a curve, and properties for orders and editors.
  const related = project.related.map((each) => ({ ...each, figure: null, typeId: undefined, categoryId: undefined }))
  const results = project.content.results.map(({ figure, ...result }) =>
    figure && !result.plot ? { ...result, figure } : result,
  )
  const aliases = project.aliases.slice(0, shownAliases)
  const unseen = { slug: undefined, childId: undefined, childName: undefined, priceVersion: undefined }
  const reviews = project.rating ? await loadCall(context, deviceReviews, { rid: project.rid }) : null
  const promise = await loadCall(context, devicePromise, { rid: project.rid })
  const head = headOf(project)
  const surcharges = project.form.fields.some(({ kind }) => kind === 'slot') ? surchargeNote() : ''
  return {
    ...project,
    ...unseen,
    head,
    aliases,
    related,
    reviews,
    promise,
    surcharges,
    content: { ...project.content, results },
  }
}

/** What search engines and the tab of the browser show: the words of the editors, otherwise those of the project. */
function headOf({ name, sketch, days, content }: OutputOf<typeof deviceDetail>) {
  const { seo } = content
  const forms = acceptedForms(content.requirements)
  return {
    title: seo?.title || name,
    description: seo?.description || projectDescription({ name, sketch, days, forms }),
    noindex: seo?.indexed === 'no',
  }
}

export const meta = ({ loaderData: project, matches }: MetaArgs<typeof loader>) => {
  if (!project) return []
  return pageMeta(
    {
      ...project.head,
      path: `/detail/${project.rid}`,
      kind: 'product',
      picture: (site) => pictureOf(site, project),
      structured: (site) => structured(site, project),
    },
    matches,
  )
}

function pictureOf(site: Site, { rid, name, img, figure, content }: Project) {
  return sharePicture({ kind: 'project', id: rid, title: name, img: content.seo?.img || img, figure }, site)
}

function structured(site: Site, project: Project): StructuredData[] {
  const { rid, name, sketch, typeName, categoryId, categoryName, priceFromFen, unit, rating, content } = project
  return [
    service(site, {
      ...{ rid, name, description: sketch, category: `${typeName} / ${categoryName}` },
      image: pictureOf(site, project).url,
      rating,
      priceFrom: priceFromFen === null ? undefined : { yuan: priceFromFen / 100, unit },
    }),
    breadcrumbs(site, [
      { label: '首页', to: '/' },
      { label: '服务项目', to: '/project' },
      { label: categoryName, to: listPath({ typeId: categoryId }, categoryName) },
      { label: name, to: `/detail/${rid}` },
    ]),
    ...questions(content.faq),
  ]
}

export default function ProjectDetail() {
  const project = useLoaderData<typeof loader>()
  const { content, cases, related, reviews, rating } = project
  const tabs = [
    { to: '#sample', label: '样品要求', shown: content.requirements.length > 0 },
    { to: '#order', label: '参数与下单', shown: true },
    { to: '#price', label: '价格', shown: project.rule.kind === 'rated' },
    { to: '#result', label: '结果示例', shown: content.results.length > 0 },
    { to: '#instrument', label: '仪器', shown: content.instruments.length > 0 },
    { to: '#faq', label: '常见问题', shown: content.faq.length > 0 },
    { to: '#review', label: '评价', shown: reviews !== null },
  ].filter(({ shown }) => shown)
  return (
    <div className={css.page}>
      <div className="page">
        <Summary project={project} />
        <div className={`${css.tabs} no-print`}>
          <LinkTabs label="本页内容" tabs={tabs.map(({ to, label }) => ({ to, label }))} />
        </div>
        <SampleRequirements content={content} alternatives={project.alternatives} />
        <PrintGuide rid={project.rid} days={project.days} />
      </div>
      {/* The key resets the form when the project changes. */}
      <OrderSection key={project.rid} project={project}>
        <PriceList rule={project.rule} surcharges={project.surcharges} />
        <Results content={content} rid={project.rid} name={project.name} />
        <Instruments content={content} />
        <Questions content={content} />
        {reviews && rating && (
          <DetailSection id="review" title={`评价（${rating.count}，平均 ${rating.average} 星）`} noPrint>
            <ProjectReviews rid={project.rid} first={reviews} />
          </DetailSection>
        )}
        {cases.length > 0 && (
          <DetailSection id="case" title="相关案例" noPrint>
            <CaseGrid cases={cases} />
          </DetailSection>
        )}
        {related.length > 0 && (
          <DetailSection
            id="related"
            title="相关项目"
            noPrint
            height={{ phone: 42, desk: 17 }}
            more={{ to: listPath({ typeId: project.categoryId }, project.categoryName), label: project.categoryName }}
          >
            <ProjectGrid drawn={false}>
              {related.map((each) => (
                <ProjectCard key={each.rid} project={each} small />
              ))}
            </ProjectGrid>
          </DetailSection>
        )}
      </OrderSection>
    </div>
  )
}

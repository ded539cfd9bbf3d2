import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { ProjectCard, ProjectGrid } from '../../catalogue/project-card.tsx'
import { loadCall } from '../../../platform/client/server-api.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { pageMeta, type Site, useSite } from '../../../core/settings/site.tsx'
import { article, breadcrumbs } from '../../../core/settings/search-engines/structured-data-rules.ts'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { newsDetail } from '../../articles/contract.ts'
import { Picture } from '../../media/figure.tsx'
import { PictureCaption } from '../../media/credits/picture-caption.tsx'
import { RichText } from '../../media/rich-text.tsx'
import { articleTypeLabels } from '../../articles/rules.ts'
import { sharePicture } from '../share-card-rules.ts'
import css from './article.module.css'

export async function loader({ context, params }: LoaderFunctionArgs) {
  return loadCall(context, newsDetail, { id: Number(params.id) })
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  loaderData
    ? pageMeta(
        {
          title: loaderData.seo?.title || loaderData.title,
          description: loaderData.seo?.description || loaderData.sketch,
          noindex: loaderData.seo?.indexed === 'no',
          path: `/article/${loaderData.id}`,
          kind: 'article',
          picture: (site) => pictureOf(site, loaderData),
          structured: (site) => [
            article(site, {
              ...loaderData,
              image: pictureOf(site, loaderData).url,
            }),
            breadcrumbs(site, [
              { label: '首页', to: '/' },
              { label: articleTypeLabels[loaderData.type], to: `/list/${loaderData.type}` },
              { label: loaderData.title, to: `/article/${loaderData.id}` },
            ]),
          ],
        },
        matches,
      )
    : []

function pictureOf(site: Site, page: OutputOf<typeof newsDetail>) {
  return sharePicture({ kind: 'article', ...page, img: page.seo?.img || page.img }, site)
}

export default function Article() {
  const { id, type, title, img, figure, picture, created, tags, html, source, projects } =
    useLoaderData<typeof loader>()
  const site = useSite()
  const label = articleTypeLabels[type]
  const citation = `${site?.settings.siteName ?? ''}. ${title}. ${created}. ${site?.publicUrl ?? ''}/article/${id}`
  return (
    <div className={`page ${css.page}`}>
      <article className={css.article}>
        <PageHeader
          title={title}
          crumbs={[{ label: '首页', to: '/' }, { label, to: `/list/${type}` }, { label: title }]}
          sub={
            <span className="cluster">
              <time dateTime={created}>{created}</time>
              {tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </span>
          }
        />
        <div className={css.picture}>
          <Picture img={img} figure={figure} name={title} seed={id} title={picture?.alt || title} lazy={false} />
          <PictureCaption note={picture} />
        </div>
        <RichText html={html} />
        <p className={`cluster ${css.end}`}>
          {source && <SmartLink to={source}>查看原文</SmartLink>}
          <CopyButton text={citation}>复制引用</CopyButton>
        </p>
      </article>
      {projects.length > 0 && (
        <section aria-labelledby="projects" className={css.projects}>
          <h2 id="projects">文中用到的项目</h2>
          <ProjectGrid>
            {projects.map((project) => (
              <ProjectCard key={project.rid} project={project} />
            ))}
          </ProjectGrid>
        </section>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'
import type { OutputOf } from '../../../../platform/contract/call.ts'
import type { articleSearch } from '../../../articles/contract.ts'
import { SmartLink } from '../../../../ui/text/link.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import type { ProjectItem } from '../../../catalogue/contract.ts'
import { Highlighted } from '../../../search/highlight.tsx'
import { ProjectCard } from '../../../catalogue/project-card.tsx'
import css from './groups.module.css'

type Article = OutputOf<typeof articleSearch>['articles']['list'][number]

export function Group({
  title,
  more,
  children,
}: {
  title: string
  more?: { to: string; label: string }
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={css.group}>
      <div className={css.head}>
        <h2>{title}</h2>
        {more && <SmartLink to={more.to}>{more.label}</SmartLink>}
      </div>
      {children}
    </section>
  )
}

export function ProjectHits({ list, words }: { list: readonly ProjectItem[]; words: string }) {
  return list.map((project) => (
    <ProjectCard key={project.rid} project={project} name={<Highlighted text={project.name} words={words} />} />
  ))
}

export function ArticleHits({ list, words }: { list: readonly Article[]; words: string }) {
  return (
    <ul role="list" className={css.articles}>
      {list.map(({ id, title, sketch, tags, created }) => (
        <li key={id}>
          <h3 className={css.title}>
            <SmartLink to={`/article/${id}`}>
              <Highlighted text={title} words={words} />
            </SmartLink>
          </h3>
          <p className={css.sketch}>
            <Highlighted text={sketch} words={words} />
          </p>
          <p className={css.facts}>
            <time dateTime={created}>{created}</time>
            {tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </p>
        </li>
      ))}
    </ul>
  )
}

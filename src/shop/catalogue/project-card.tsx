import type { ReactNode } from 'react'
import { Picture } from '../media/figure.tsx'
import { MethodIcon } from '../media/method-icon.tsx'
import { Card, CardLink } from '../../ui/layout/card.tsx'
import { late } from '../../ui/layout/late.ts'
import { PriceFrom } from '../../ui/text/money.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import type { ProjectItem } from './contract.ts'
import css from './project-card.module.css'
import { workingDays } from '../../core/settings/opening-hours/days-rules.ts'

/** What a card shows of a project. */
export type CardProject = Omit<ProjectItem, 'typeId' | 'categoryId'>

export type ProjectCardProps = {
  project: CardProject
  /** The name with the search words marked. */
  name?: ReactNode
  /** Shown below the facts, above the link that covers the card. */
  extra?: ReactNode
  as?: 'li' | 'div'
  titleAs?: 'h2' | 'h3'
  /** Shows the icon of the method instead of a picture; used for related projects. */
  small?: boolean
  /** Below the first view: laid out when scrolled near (late.ts). */
  below?: boolean
}

/** A project in a list: picture, name, sketch, price, days and how often it was ordered. */
export function ProjectCard({
  project,
  name,
  extra,
  as = 'li',
  titleAs: Title = 'h3',
  small,
  below,
}: ProjectCardProps) {
  return (
    <Card as={as} linked flush className={css.card} {...(below && late(10.2, 22.2))}>
      {small ? (
        <div className={css.sign}>
          <MethodIcon method={project.name} />
        </div>
      ) : (
        <Picture img={project.img} figure={project.figure} name={project.name} seed={project.rid} />
      )}
      <div className={css.text}>
        <Title className={css.name}>
          <CardLink to={`/detail/${project.rid}`}>{name ?? project.name}</CardLink>
        </Title>
        <p className={css.sketch}>{project.sketch}</p>
        {project.tags.length > 0 && (
          <p className={css.tags}>
            {project.tags.slice(0, 3).map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </p>
        )}
        <p className={css.facts}>
          <PriceFrom fen={project.priceFromFen} unit={project.unit} />
          <span>{workingDays(project.days)}</span>
          <span className={css.orders}>{`${project.order}下单`}</span>
          {project.rating && <span>{`${project.rating.average} 星（${project.rating.count}）`}</span>}
        </p>
        {extra}
      </div>
    </Card>
  )
}

/** A grid of cards. The note that pictures are illustrations is shown once for all. */
export function ProjectGrid({ drawn = true, children }: { drawn?: boolean; children: ReactNode }) {
  return (
    <>
      <ul role="list" className={css.grid}>
        {children}
      </ul>
      {drawn && <p className={css.note}>图中曲线与形貌为示意图。</p>}
    </>
  )
}

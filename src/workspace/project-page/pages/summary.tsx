import { Picture } from '../../../shop/media/figure.tsx'
import { PictureCaption } from '../../../shop/media/credits/picture-caption.tsx'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useSite } from '../../../core/settings/site.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PriceFrom } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { type CustomerGroup, groupNames } from '../../../people/customers/rules.ts'
import type { devicePromise } from '../../../lab/orders/promises/promise-contract.ts'
import type { deviceDetail } from '../../../shop/site/contract.ts'
import { listPath } from '../../../shop/catalogue/listing/list-link-rules.ts'
import { priceFrom, priceGroups } from '../../../shop/catalogue/prices/price-rules.ts'
import type { CardProject } from '../../../shop/catalogue/project-card.tsx'
import { acceptedForms } from '../../../shop/catalogue/requirements/requirement-rules.ts'
import css from './summary.module.css'
import { useOwnGroup } from './use-own-group.ts'
import { workingDays } from '../../../core/settings/opening-hours/days-rules.ts'

type Unseen = 'slug' | 'childId' | 'childName' | 'priceVersion' | 'related'
export type Project = Omit<OutputOf<typeof deviceDetail>, Unseen> & {
  related: CardProject[]
  promise: OutputOf<typeof devicePromise>
}

/** How many other names of the project are shown. */
export const shownAliases = 5

/** The facts for a decision: name, lowest price, turnaround, and whether the sample is used up. */
export function Summary({ project }: { project: Project }) {
  const { rid, name, sketch, content, order, days, tags, aliases } = project
  const site = useSite()
  const own = useOwnGroup()
  const forms = acceptedForms(content.requirements)
  return (
    <div className={css.summary}>
      <div className={css.head}>
        <PageHeader
          title={name}
          sub={sketch}
          crumbs={[
            { label: '首页', to: '/' },
            { label: project.typeName, to: listPath({ typeId: project.typeId }, project.typeName) },
            { label: project.categoryName, to: listPath({ typeId: project.categoryId }, project.categoryName) },
            { label: name },
          ]}
        />
      </div>
      <div className={`${css.picture} no-print`}>
        <Picture
          {...{ img: project.img, figure: project.figure, name, seed: rid }}
          title={project.picture?.alt || name}
          lazy={false}
        />
        <PictureCaption note={project.picture} />
      </div>
      <div className={css.facts}>
        <p className="cluster">
          <Tag tone={content.consumed ? 'warn' : 'ok'}>{content.consumed ? '消耗样品，不可回收' : '样品可寄回'}</Tag>
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
        <ul role="list" className={css.prices} aria-label="起价">
          {ownFirst(own).map((group) => {
            const from = priceFrom(project.rule, group)
            return (
              <li key={group} className={group === own ? css.own : own && css.others}>
                <span className={css.group}>
                  {groupNames[group]}
                  {group === own && '（您的价格）'}
                </span>
                <PriceFrom fen={from?.priceFromFen ?? null} unit={from?.unit} />
              </li>
            )
          })}
        </ul>
        <DescriptionList
          single
          items={[
            {
              term: '出数据',
              value: `收样后 ${workingDays(days)}${project.promise.keptPercent === null ? '' : `，近一年 ${project.promise.orders} 单，按时 ${project.promise.keptPercent}%`}`,
            },
            { term: '接收形态', value: forms.length > 0 ? forms.join('、') : undefined },
            { term: '又名', value: aliases.length > 0 ? aliases.join('、') : undefined },
            { term: '已下单', value: order > 0 ? `${order} 次` : undefined },
            {
              term: '评价',
              value: project.rating ? `${project.rating.average} 星，${project.rating.count} 条` : undefined,
            },
            {
              term: '拿不准',
              value: site && (
                <>
                  拨打{' '}
                  <SmartLink to={`tel:${site.settings.localInfo.phone.replace(/[^\d+]/g, '')}`}>
                    {site.settings.localInfo.phone}
                  </SmartLink>
                  ，{site.settings.workingHours}
                </>
              ),
            },
          ]}
        />
        <p className={`${css.go} no-print`}>
          <ButtonLink to="#order" variant="primary">
            选择参数，查看价格
          </ButtonLink>
        </p>
      </div>
      <div className={`prose ${css.intro}`}>
        {content.intro.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  )
}

const ownFirst = (own: CustomerGroup | undefined) =>
  priceGroups.toSorted((a, b) => Number(b === own) - Number(a === own))

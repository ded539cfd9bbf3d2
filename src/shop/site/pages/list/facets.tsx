import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../../ui/text/link.tsx'
import { daysWithin, daysWithinLabels, priceBandLabels, priceBands } from '../../../catalogue/listing/filter-rules.ts'
import { type ListFilter, listPath } from '../../../catalogue/listing/list-link-rules.ts'
import type { ListPlace, TypeOfTree } from '../../../catalogue/categories/tree-rules.ts'
import css from './facets.module.css'

const sortLabels = { hot: '热门', price: '价格', days: '周期' } as const
const SHEET = 'filters'

type FacetsProps = {
  tree: readonly TypeOfTree[]
  filter: ListFilter
  place: ListPlace
  total: string
  /** The tags of the listed projects. */
  tags: readonly string[]
}

/**
 * Every filter is a real link. On wide screens the links are above the list; on a phone they are a sheet, a popover that opens and
 * closes without JavaScript.
 */
export function Facets({ tree, filter, place, total, tags }: FacetsProps) {
  const { typeId, childId, sort } = filter
  const chosen = chosenFilters(filter)
  // Only tags of the listed projects are offered: most tags occur in one list only.
  const elsewhere = { ...filter, tag: undefined, page: undefined }
  const categories = (place.type ? [place.type] : tree).flatMap((type) => type.children)
  const promises = (place.category ?? place.type)?.tags ?? []
  return (
    <>
      <div className={css.phone}>
        <Button icon="filter" size="s" popoverTarget={SHEET}>
          筛选{chosen.length > 0 && `（${chosen.length}）`}
        </Button>
        <Chosen chosen={chosen} />
      </div>
      <div id={SHEET} popover="auto" className={css.facets} aria-label="筛选">
        <Facet label="类别">
          {categories.map(({ id, name, count }) => (
            <FacetLink
              key={id}
              to={listPath({ ...elsewhere, typeId: id, childId: undefined }, name)}
              current={place.category?.id === id}
              count={count}
            >
              {name}
            </FacetLink>
          ))}
        </Facet>
        {place.category && place.category.children.length > 1 && (
          <Facet label="细分">
            {place.category.children.map(({ id, name, count }) => (
              <FacetLink
                key={id}
                to={listPath({ ...elsewhere, typeId: place.category?.id, childId: id }, name)}
                current={place.child?.id === id}
                count={count}
              >
                {name}
              </FacetLink>
            ))}
          </Facet>
        )}
        {/* On wide screens one row is always visible; the others open on demand, and stay open while one of them filters. On a phone all are open. */}
        <details className={css.more} open={chosen.length > 0}>
          <summary className={css.moreHead}>价格、周期与标签</summary>
          <div className={css.rest}>
            <Facet label="价格">
              {priceBands.map((price) => (
                <Toggle key={price} filter={filter} change={{ price }} on={filter.price === price}>
                  {priceBandLabels[price]}
                </Toggle>
              ))}
            </Facet>
            <Facet label="周期">
              {daysWithin.map((days) => (
                <Toggle key={days} filter={filter} change={{ days }} on={filter.days === days}>
                  {daysWithinLabels[days]}
                </Toggle>
              ))}
            </Facet>
            <Tags filter={filter} tags={tags} />
            {promises.length > 0 && (
              <Facet label="特点">
                {promises.map((tag) => (
                  <li key={tag} className={css.promise}>
                    {tag}
                  </li>
                ))}
              </Facet>
            )}
            {chosen.length > 0 && (
              <div className={css.desk}>
                <SmartLink to={listPath({ typeId, childId, sort })}>清除筛选</SmartLink>
              </div>
            )}
          </div>
        </details>
        <div className={css.end}>
          {chosen.length > 0 && <ButtonLink to={listPath({ typeId, childId, sort })}>清除筛选</ButtonLink>}
          <Button variant="primary" popoverTarget={SHEET} popoverTargetAction="hide">
            查看 {total} 项
          </Button>
        </div>
      </div>
    </>
  )
}

/** The chosen tag stays in the list, so that it can be removed, even when no project has it or has it in another letter case. */
function Tags({ filter, tags }: Pick<FacetsProps, 'filter' | 'tags'>) {
  const { tag: own } = filter
  const all = own === undefined || tags.includes(own) ? tags : [own, ...tags]
  if (all.length === 0) return null
  return (
    <Facet label="标签">
      {all.map((tag) => (
        <Toggle key={tag} filter={filter} change={{ tag }} on={own === tag}>
          {tag}
        </Toggle>
      ))}
    </Facet>
  )
}

interface ChosenFilter {
  label: string
  without: string
}

function chosenFilters(filter: ListFilter): ChosenFilter[] {
  const { tag, price, days } = filter
  const without = (change: Partial<Record<keyof ListFilter, undefined>>) =>
    listPath({ ...filter, page: undefined, ...change })
  return [
    ...(tag ? [{ label: tag, without: without({ tag: undefined }) }] : []),
    ...(price ? [{ label: priceBandLabels[price], without: without({ price: undefined }) }] : []),
    ...(days ? [{ label: daysWithinLabels[days], without: without({ days: undefined }) }] : []),
  ]
}

function Chosen({ chosen }: { chosen: readonly ChosenFilter[] }) {
  if (chosen.length === 0) return null
  return (
    <ul role="list" aria-label="已选条件" className={css.options}>
      {chosen.map(({ label, without }) => (
        <li key={label}>
          <SmartLink to={without} className={css.chosen} aria-label={`去掉条件：${label}`}>
            {label} <span aria-hidden="true">×</span>
          </SmartLink>
        </li>
      ))}
    </ul>
  )
}

export function Sorts({ filter }: { filter: ListFilter }) {
  return (
    <nav aria-label="排序">
      <ul role="list" className={css.options}>
        {(['hot', 'price', 'days'] as const).map((sort) => (
          <FacetLink
            key={sort}
            to={listPath({ ...filter, sort, page: undefined })}
            current={(filter.sort ?? 'hot') === sort}
          >
            {sortLabels[sort]}
          </FacetLink>
        ))}
      </ul>
    </nav>
  )
}

function Facet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={css.facet}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <ul role="list" className={css.options}>
        {children}
      </ul>
    </nav>
  )
}

type ToggleProps = { filter: ListFilter; change: Partial<ListFilter>; on: boolean; children: ReactNode }

/** Following the link of an active filter removes the filter. */
function Toggle({ filter, change, on, children }: ToggleProps) {
  const off = Object.fromEntries(Object.keys(change).map((key) => [key, undefined]))
  return (
    <FacetLink to={listPath({ ...filter, page: undefined, ...(on ? off : change) })} current={on}>
      {children}
    </FacetLink>
  )
}

type FacetLinkProps = { to: string; current?: boolean; count?: number; children: ReactNode }

function FacetLink({ to, current, count, children }: FacetLinkProps) {
  return (
    <li>
      <SmartLink to={to} className={css.option} aria-current={current ? 'true' : undefined}>
        {children}
        {count !== undefined && <span className={css.count}>{count}</span>}
      </SmartLink>
    </li>
  )
}

import type { OutputOf } from '../../platform/contract/call.ts'
import { Highlighted } from '../search/highlight.tsx'
import { Card, CardLink } from '../../ui/layout/card.tsx'
import { Icon } from '../../ui/text/icon.tsx'
import type { webIndex } from './contract.ts'
import { Picture } from '../media/figure.tsx'
import css from './case-grid.module.css'

export type CaseItem = OutputOf<typeof webIndex>['serviceCaseArr'][number]

/** Cases. One with an external source opens it in a new tab, any other opens our own article. */
export function CaseGrid({
  cases,
  titleAs: Title = 'h3',
  words = '',
}: {
  cases: readonly CaseItem[]
  titleAs?: 'h2' | 'h3'
  /** The search words, which are marked in titles and sketches. */
  words?: string
}) {
  return (
    <>
      <ul role="list" className={css.grid}>
        {cases.map(({ rid, title, img, figure, sketch, created, source }) => (
          <Card key={rid} as="li" linked flush>
            <Picture img={img} figure={figure} name={title} seed={rid} />
            <div className={css.text}>
              <Title className={css.title}>
                <CardLink to={source || `/article/${rid}`}>
                  {words === '' ? title : <Highlighted text={title} words={words} />}
                  {source && (
                    <>
                      <Icon name="external" size={16} />
                      <span className="visually-hidden">（新窗口打开）</span>
                    </>
                  )}
                </CardLink>
              </Title>
              <p className={css.sketch}>{sketch}</p>
              <time dateTime={created} className={css.date}>
                {created}
              </time>
            </div>
          </Card>
        ))}
      </ul>
      {cases.some(({ img }) => img === '') && <p className={css.note}>图中曲线与形貌为示意图。</p>}
    </>
  )
}

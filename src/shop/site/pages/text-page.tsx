import type { ReactNode } from 'react'
import { type Crumb } from '../../../ui/layout/breadcrumb.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type LinkTab, LinkTabs } from '../../../ui/layout/tabs.tsx'
import css from './text-page.module.css'

export type TextPageProps = {
  title: string
  sub?: ReactNode
  crumbs: readonly Crumb[]
  tabs?: readonly LinkTab[]
  /** Sections with an id; a table of contents leads to them. */
  sections: readonly { id: string; title: string; content: ReactNode }[]
  contents?: boolean
  /** Below the last section. */
  end?: ReactNode
}

/** A page of text: sections with anchors, at 38 characters per line. */
export function TextPage({ title, sub, crumbs, tabs, sections, contents, end }: TextPageProps) {
  return (
    <div className={`page ${css.page}`}>
      <PageHeader title={title} sub={sub} crumbs={crumbs} />
      {tabs && <LinkTabs label="关于我们" tabs={tabs} />}
      <div className={contents ? css.columns : css.single}>
        {contents && (
          <nav aria-label="目录" className={css.contents}>
            <ol>
              {sections.map(
                ({ id, title: name }) =>
                  name && (
                    <li key={id}>
                      <a href={`#${id}`}>{name}</a>
                    </li>
                  ),
              )}
            </ol>
          </nav>
        )}
        <div className={css.body}>
          {sections.map(({ id, title: name, content }) => (
            <section key={id} aria-labelledby={name ? id : undefined} className={css.section}>
              {name && <h2 id={id}>{name}</h2>}
              <div className="prose">{content}</div>
            </section>
          ))}
          {end}
        </div>
      </div>
    </div>
  )
}

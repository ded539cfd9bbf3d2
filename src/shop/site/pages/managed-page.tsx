import type { ReactNode } from 'react'
import type { Crumb } from '../../../ui/layout/breadcrumb.tsx'
import type { LinkTab } from '../../../ui/layout/tabs.tsx'
import type { WebPage } from '../../articles/contract.ts'
import { RichText } from '../../media/rich-text.tsx'
import { TextPage } from './text-page.tsx'

/** A page of text maintained by editors; each heading is a section with an anchor. */
export function ManagedPage({
  page: { title, sub, sections },
  crumbs = [],
  ...rest
}: {
  page: WebPage
  crumbs?: readonly Crumb[]
  tabs?: readonly LinkTab[]
  contents?: boolean
  end?: ReactNode
}) {
  return (
    <TextPage
      title={title}
      sub={sub || undefined}
      crumbs={[{ label: '首页', to: '/' }, ...crumbs, { label: title }]}
      sections={sections.map((section, index) => ({
        id: `s${index + 1}`,
        title: section.title,
        content: <RichText html={section.html} />,
      }))}
      {...rest}
    />
  )
}

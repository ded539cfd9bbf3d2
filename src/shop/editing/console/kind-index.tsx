import { useLocation } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { Card, CardLink } from '../../../ui/layout/card.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { contentGroups, settingGroups } from '../kinds/define-kind-rules.ts'
import { kindOf, type KindName } from '../kinds/kind-rules.ts'
import { contentKindList } from '../revisions/revision-contract.ts'
import css from './kind-index.module.css'

export const meta = ({ location }: { location: { pathname: string } }) => [
  { title: `${location.pathname.endsWith('settings') ? '网站设置' : '内容管理'} · 明析科测后台` },
]

type Kinds = { kind: KindName; total: number; open: number }[]

/** Kinds of content, grouped by where visitors see them. Settings have their own page, because some roles may edit only those. */
export default function KindIndex() {
  const isSettings = useLocation().pathname.endsWith('/settings')
  const list = useCall(contentKindList, {})
  return (
    <div className="stack">
      <PageHeader
        title={isSettings ? '网站设置' : '内容管理'}
        sub={
          isSettings
            ? '联系方式、工作时间、取样规则等；发布后即时生效，不需要重新部署'
            : '修改先存为草稿，预览无误后立即或定时发布；每个版本都可以找回'
        }
      />
      <Loaded of={list}>
        {(kinds) =>
          (isSettings ? settingGroups : contentGroups).map((group) => (
            <section key={group} aria-labelledby={`group-${group}`} className="stack">
              <h2 id={`group-${group}`} className={css.group}>
                {group}
              </h2>
              <KindCards kinds={kinds.filter(({ kind }) => kindOf(kind).group === group)} />
            </section>
          ))
        }
      </Loaded>
    </div>
  )
}

function KindCards({ kinds }: { kinds: Kinds }) {
  return (
    <ul role="list" className={css.cards}>
      {kinds.map(({ kind, total, open }) => {
        const { label, single, home, fields } = kindOf(kind)
        return (
          <Card key={kind} as="li" linked>
            <div className={css.card}>
              <CardLink to={home ?? `/console/content/${kind}${single ? '/1' : ''}`}>{label}</CardLink>
              <span className={css.count}>
                {!single && `${total} 条`}
                {open > 0 && <StageBadge tone="warn">{open} 个待发布</StageBadge>}
              </span>
            </div>
            {single && <p className={css.fields}>{fieldsText(fields)}</p>}
          </Card>
        )
      })}
    </ul>
  )
}

/** What can be set there, by the names of its fields: on one line, so the last ones may be cut off. */
function fieldsText(fields: Record<string, { label: string }>): string {
  return Object.values(fields)
    .map(({ label }) => label)
    .join('、')
}

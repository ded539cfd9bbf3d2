import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { groupNames } from '../../../people/customers/rules.ts'
import { PageRefusal, serverApi } from '../../../platform/client/server-api.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { pageMeta } from '../../../core/settings/site.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PriceFrom } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { deviceDetail } from '../contract.ts'
import { comparePath, listPath, mostCompared, readCompared } from '../../catalogue/listing/list-link-rules.ts'
import { priceFrom, priceGroups } from '../../catalogue/prices/price-rules.ts'
import { requirementOf, sampleFormLabels, sampleForms } from '../../catalogue/requirements/requirement-rules.ts'
import css from './compare.module.css'
import { workingDays } from '../../../core/settings/opening-hours/days-rules.ts'

type Compared = Pick<
  OutputOf<typeof deviceDetail>,
  'rid' | 'name' | 'sketch' | 'order' | 'days' | 'tags' | 'rule' | 'categoryId' | 'categoryName'
> & {
  intro: string
  content: Pick<
    OutputOf<typeof deviceDetail>['content'],
    'requirements' | 'consumed' | 'notices' | 'instruments' | 'results'
  >
}

/** Removed projects and unknown ids are left out; the others can still be compared. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const rids = readCompared(new URL(request.url).searchParams)
  const found = await Promise.all(
    rids.map((rid) =>
      context
        .get(serverApi)
        .call(deviceDetail, { rid })
        .catch((error: unknown) => {
          if (error instanceof PageRefusal) return undefined
          throw error
        }),
    ),
  )
  return found.flatMap((project) => (project ? [comparedOf(project)] : []))
}

function comparedOf(project: OutputOf<typeof deviceDetail>): Compared {
  const { rid, name, sketch, order, days, tags, rule, categoryId, categoryName, content } = project
  const { intro, requirements, consumed, notices, instruments, results } = content
  return {
    ...{ rid, name, sketch, order, days, tags, rule, categoryId, categoryName },
    intro: intro[0] ?? '',
    content: {
      requirements,
      consumed,
      notices,
      instruments,
      results: results.map(({ title, text }) => ({ title, text })),
    },
  }
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => {
  const names = loaderData?.map(({ name }) => name) ?? []
  return pageMeta(
    {
      title: names.length > 1 ? `${names.join(' 与 ')} 对比` : '方法对比',
      description: '并排比较测试方法：能回答什么、样品用量、价格、周期与限制。',
      path: '/project/compare',
      noindex: true,
    },
    matches,
  )
}

const rows: { label: string; of: (project: Compared) => ReactNode }[] = [
  { label: '能回答什么', of: ({ intro, sketch }) => intro || sketch },
  { label: '样品用量', of: ({ content }) => <Amounts requirements={content.requirements} /> },
  {
    label: '不接收',
    of: ({ content }) => (noneAccepted(content) ? '—' : <Refusals requirements={content.requirements} />),
  },
  {
    label: '价格',
    of: ({ rule }) => (
      <ul role="list" className={css.lines}>
        {priceGroups.map((group) => {
          const from = priceFrom(rule, group)
          return (
            <li key={group} className={css.price}>
              <span className={css.quiet}>{groupNames[group]}</span>
              <PriceFrom fen={from?.priceFromFen ?? null} unit={from?.unit} />
            </li>
          )
        })}
      </ul>
    ),
  },
  { label: '周期', of: ({ days }) => `收样后 ${workingDays(days)}` },
  {
    label: '样品去向',
    of: ({ content }) =>
      noneAccepted(content) ? (
        '—'
      ) : (
        <Tag tone={content.consumed ? 'warn' : 'ok'}>{content.consumed ? '消耗样品，不可回收' : '样品可寄回'}</Tag>
      ),
  },
  { label: '交付', of: ({ content }) => content.results.map(({ title }) => title).join('、') || '—' },
  { label: '仪器', of: ({ content }) => content.instruments.map(({ name }) => name).join('、') || '—' },
  {
    label: '限制与注意',
    of: ({ content: { notices } }) =>
      notices.length === 0 ? (
        '—'
      ) : (
        <ul className={css.notices}>
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      ),
  },
  { label: '已下单', of: ({ order }) => (order > 0 ? `${order} 次` : '—') },
]

/** Up to three methods side by side. The comparison is in the address, so that it can be sent to somebody else. */
export default function Compare() {
  const projects = useLoaderData<typeof loader>()
  const rids = projects.map(({ rid }) => rid)
  return (
    <div className={`page ${css.page}`}>
      <PageHeader
        title="方法对比"
        sub={projects.length > 1 ? projects.map(({ name }) => name).join(' · ') : undefined}
        crumbs={[{ label: '首页', to: '/' }, { label: '服务项目', to: '/project' }, { label: '方法对比' }]}
      />
      {projects.length === 0 ? (
        <EmptyState title="还没有选择项目" icon="filter" action={{ label: '去选项目', to: '/project' }}>
          在项目列表里勾选 2–{mostCompared} 个项目，点「对比所选」。
        </EmptyState>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be scrollable by keyboard */}
          <div role="region" aria-label="方法对比表" tabIndex={0} className={css.scroll}>
            <table className={css.table}>
              <caption className="visually-hidden">方法对比</caption>
              <thead>
                <tr>
                  <td />
                  {projects.map(({ rid, name }) => (
                    <th key={rid} scope="col">
                      <SmartLink to={`/detail/${rid}`}>{name}</SmartLink>
                      {projects.length > 1 && (
                        <SmartLink
                          to={comparePath(rids.filter((each) => each !== rid))}
                          className={`${css.remove} no-print`}
                          aria-label={`移除 ${name}`}
                        >
                          移除
                        </SmartLink>
                      )}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ label, of }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    {projects.map((project) => (
                      <td key={project.rid}>{of(project)}</td>
                    ))}
                  </tr>
                ))}
                <tr className="no-print">
                  <th scope="row">下单</th>
                  {projects.map(({ rid, name }) => (
                    <td key={rid}>
                      <ButtonLink
                        to={`/detail/${rid}#order`}
                        size="s"
                        variant="primary"
                        aria-label={`选择参数：${name}`}
                      >
                        选择参数
                      </ButtonLink>
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
          </div>
          <Onward projects={projects} />
        </>
      )}
    </div>
  )
}

function Onward({ projects }: { projects: readonly Compared[] }) {
  const [first] = projects
  return (
    <p className={`${css.onward} no-print`}>
      {first && projects.length < mostCompared && (
        <>
          {projects.length === 1 ? '再选一个项目才能比较：' : '还可以再加一个：'}
          <SmartLink to={listPath({ typeId: first.categoryId }, first.categoryName)}>{first.categoryName}</SmartLink>
          {'　'}
        </>
      )}
      拿不准选哪个？<SmartLink to="/choose">从想知道什么选起</SmartLink>，或
      <SmartLink to="/require">告诉我们您想解决的问题</SmartLink>，工程师给出建议。
    </p>
  )
}

function Amounts({ requirements }: { requirements: Compared['content']['requirements'] }) {
  const accepted = sampleForms
    .flatMap((form) => requirementOf(requirements, form) ?? [])
    .filter((each) => each.accepted)
  // Data analysis needs no sample: every sample form is refused with the reason.
  if (accepted.length === 0) return requirements[0]?.note ?? '—'
  return (
    <ul role="list" className={css.lines}>
      {accepted.map(({ form, least, size }) => (
        <li key={form}>
          <span className={css.quiet}>{sampleFormLabels[form]}</span>{' '}
          {[least, size].filter(Boolean).join('，') || '接收'}
        </li>
      ))}
    </ul>
  )
}

function noneAccepted({ requirements }: Pick<Compared['content'], 'requirements'>): boolean {
  return requirements.every(({ accepted }) => !accepted)
}

function Refusals({ requirements }: { requirements: Compared['content']['requirements'] }) {
  const refused = requirements.flatMap(({ form, accepted, refused: what, note }) => {
    if (!accepted) return [`${sampleFormLabels[form]}${note ? `（${note}）` : ''}`]
    return what ? [what] : []
  })
  return refused.length > 0 ? refused.join('；') : '—'
}

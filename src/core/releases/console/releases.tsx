import { useEffect } from 'react'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { releaseList, releaseRead, releaseState } from '../contract.ts'
import css from './releases.module.css'

export const meta = () => [{ title: '版本更新 · 明析科测' }]

type Release = OutputOf<typeof releaseList>['releases'][number]

/** What each version brought. Opening it takes the dot off the menu. */
export default function ConsoleReleases() {
  const list = useCall(releaseList, {})
  useRead(list.data !== undefined)
  return (
    <div className="stack">
      <PageHeader title="版本更新" sub={list.data && runningText(list.data)} />
      <Loaded of={list}>
        {({ version, releases }) =>
          releases.length === 0 ? (
            <EmptyState title="还没有更新说明" icon="info" action={{ label: '回到工作台', to: '/console' }}>
              系统升级后，新版本带来的变化会写在这里。
            </EmptyState>
          ) : (
            releases.map((release) => (
              <ReleaseCard key={release.version} release={release} running={release.version === version} />
            ))
          )
        }
      </Loaded>
    </div>
  )
}

function runningText({ version, commit }: OutputOf<typeof releaseList>): string {
  return `正在运行 ${version}${commit ? `（${commit}）` : ''}`
}

function useRead(shown: boolean): void {
  // When it fails the dot stays, which is all that is lost.
  const { run } = useAct(releaseRead, { quiet: true, refreshes: [releaseState] })
  useEffect(() => {
    if (shown) void run({})
  }, [shown, run])
}

function ReleaseCard({ release: { version, day, summary, parts }, running }: { release: Release; running: boolean }) {
  return (
    <Card
      as="article"
      title={day === null ? `${version}（即将推出）` : version}
      actions={
        <span className="cluster">
          {running && <Tag tone="ok">正在运行</Tag>}
          {day !== null && <time dateTime={day}>{day}</time>}
        </span>
      }
    >
      <p className={css.summary}>{summary}</p>
      {parts.map(({ who, news }) => (
        <section key={who}>
          <h3 className={css.who}>{who}</h3>
          <ul className={css.news}>
            {news.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

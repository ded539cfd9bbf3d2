import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { StageBadge, type Tone } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { ContentKind } from '../kinds/define-kind-rules.ts'
import { type KindName, type RevisionState, revisionStates } from '../kinds/kind-rules.ts'
import {
  type ContentItem,
  contentItem,
  contentItemList,
  contentKindList,
  contentRestore,
  contentVersion,
  type RevisionLine,
} from '../revisions/revision-contract.ts'
import { textOf } from '../value-text-rules.ts'
import css from './revision-history.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

interface HistoryProps {
  name: KindName
  kind: ContentKind
  item: ContentItem
  tones: Record<RevisionState, Tone>
}

/** Who changed what and when, newest first. Each version shows its changes and can be restored as a draft. */
export function RevisionHistory({ name, kind, item, tones }: HistoryProps) {
  const [seen, setSeen] = useState<number>()
  const restore = useAct(contentRestore, {
    refreshes: [contentItem, contentItemList, contentKindList],
    onDone: ({ version, unscheduledAt, deletedImages = 0 }) => {
      const lost = deletedImages > 0 ? `其中 ${deletedImages} 张图片已从图片库删除，没有恢复，` : ''
      const restored = `已恢复为第 ${version} 版草稿，${lost}`
      if (unscheduledAt) toast.info(restored + unscheduledText(unscheduledAt))
      else if (lost) toast.info(`${restored}请补上图片后再发布`)
      else toast.success(`${restored}发布后生效`)
    },
  })
  return (
    <ol role="list" className={css.list}>
      {item.history.map((line) => (
        <li key={line.version} className={css.version}>
          <p className={css.head}>
            <b className="num">第 {line.version} 版</b>
            <StageBadge tone={tones[line.state]}>{lineStateText(line)}</StageBadge>
          </p>
          {metaOf(line) !== '' && <p className={css.meta}>{metaOf(line)}</p>}
          {line.note && <p>{isInitial(line) ? '还没有编辑过' : line.note}</p>}
          <p className="cluster">
            <Button
              size="s"
              aria-expanded={seen === line.version}
              aria-label={`${seen === line.version ? '收起' : showText(line)}：第 ${line.version} 版`}
              onClick={() => setSeen(seen === line.version ? undefined : line.version)}
            >
              {seen === line.version ? '收起' : showText(line)}
            </Button>
            {line.version !== item.version && (
              <Button
                size="s"
                aria-label={`恢复为草稿：第 ${line.version} 版`}
                onClick={() =>
                  void restore.run({ kind: name, id: item.id, version: line.version, baseVersion: item.version })
                }
              >
                恢复为草稿
              </Button>
            )}
          </p>
          {seen === line.version && <Changes name={name} kind={kind} id={item.id} version={line.version} />}
        </li>
      ))}
    </ol>
  )
}

/** What visitors see was never edited: nobody published it. */
export function isInitial({ version, state, author, publishedAt }: RevisionLine): boolean {
  return version === 1 && state === 'published' && author === '' && publishedAt === null
}

export const INITIAL_TEXT = '初始内容'

const lineStateText = (line: RevisionLine) => (isInitial(line) ? `${INITIAL_TEXT}，使用中` : revisionStates[line.state])
const showText = (line: RevisionLine) => (isInitial(line) ? '查看内容' : '查看修改')

/** Only the version that was scheduled is published by itself: whoever replaces it has to schedule again. */
export function unscheduledText(at: string): string {
  return `原定 ${minuteText(at)} 的发布已取消，需要时请重新定时`
}

function Changes({ name, kind, id, version }: { name: KindName; kind: ContentKind; id: number; version: number }) {
  const found = useCall(contentVersion, { kind: name, id, version })
  return (
    <Loaded of={found} waiting={<Skeleton lines={2} />}>
      {({ changes }) =>
        changes.length === 0 ? (
          <p className={css.meta}>与上一版相同</p>
        ) : (
          <dl className={css.changes}>
            {changes.map(({ field, label, before, after }) => (
              <div key={field}>
                <dt>{label}</dt>
                {textOf(kind, field, before) !== '' && (
                  <dd>
                    <del>{textOf(kind, field, before)}</del>
                  </dd>
                )}
                {textOf(kind, field, after) !== '' && (
                  <dd>
                    <ins>{textOf(kind, field, after)}</ins>
                  </dd>
                )}
              </div>
            ))}
          </dl>
        )
      }
    </Loaded>
  )
}

function metaOf({ author, createdAt, publishedAt }: RevisionLine): string {
  // Version 1 without an author is the content from before the first edit; its time would mislead.
  if (author === '' && publishedAt === null) return ''
  const when = publishedAt ? `${minuteText(publishedAt)} 发布` : `${minuteText(createdAt)} 保存`
  return author ? `${author} · ${when}` : when
}

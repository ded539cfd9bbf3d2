import { useEffect, useState } from 'react'
import { useStaff } from '../../core/staff/me.tsx'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { minuteText } from '../../ui/text/day-text.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import {
  noteAdd,
  noteDelete,
  noteEdit,
  noteHistory,
  noteList,
  noteMentions,
  notePin,
  noteRestore,
  noteSeen,
  type NoteView,
} from './contract.ts'
import { mentionsIn, type SubjectKind, subjectKinds } from './rules.ts'
import { type Colleague, MentionText } from './mention-text.tsx'
import css from './notes.module.css'

export interface SubjectProps {
  subject: { kind: SubjectKind; no: string }
}

const refreshes = [noteList, noteHistory]
const SHOWN = 10

/** What staff wrote about this record. Customers never see it. */
export function NotesCard({ subject }: SubjectProps) {
  const { may } = useStaff()
  if (!may('note.read') || !may(subjectKinds[subject.kind].action)) return null
  return (
    <Card title="内部备注" id="notes">
      <NotesBody subject={subject} />
    </Card>
  )
}

function NotesBody({ subject }: SubjectProps) {
  const me = useStaff()
  const [page, setPage] = useState(1)
  const [deleted, setDeleted] = useState<number>()
  const notes = useCall(noteList, { subject, page, size: SHOWN })
  const seen = useAct(noteSeen, { refreshes: [noteMentions], quiet: true })
  const restore = useAct(noteRestore, { refreshes, onDone: () => setDeleted(undefined) })
  const unseen = (notes.data?.list ?? [])
    .filter(({ mentions }) => mentions.some((each) => each.id === me.id && !each.seen))
    .map(({ id }) => id)
    .join()
  const markSeen = seen.run
  useEffect(() => {
    if (unseen) void markSeen({ ids: unseen.split(',').map(Number) })
  }, [unseen, markSeen])
  return (
    <div className="stack">
      {me.may('note.write') && <NoteForm key={subject.no} subject={subject} />}
      {deleted !== undefined && (
        <p role="status" className="cluster">
          备注已删除
          <Button size="s" icon="undo" busy={restore.busy} onClick={() => void restore.run({ id: deleted })}>
            撤销删除
          </Button>
        </p>
      )}
      <Loaded of={notes}>
        {({ list, total }) =>
          list.length === 0 ? (
            <p className={css.meta}>还没有备注。客户看不到这里的内容。</p>
          ) : (
            <>
              <ul role="list" className={css.list} aria-label="备注">
                {list.map((note) => (
                  <Note key={note.id} note={note} here={subject} onDeleted={() => setDeleted(note.id)} />
                ))}
              </ul>
              <Pagination page={page} pageCount={Math.ceil(total / SHOWN)} onPage={setPage} label="备注分页" />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function NoteForm({ subject, note, onClose }: SubjectProps & { note?: NoteView; onClose?: () => void }) {
  const [text, setText] = useState(note?.text ?? '')
  const [chosen, setChosen] = useState<Pick<Colleague, 'id' | 'name'>[]>(note?.mentions ?? [])
  const [error, setError] = useState<string>()
  const add = useAct(noteAdd, { refreshes, quiet: true })
  const edit = useAct(noteEdit, { refreshes, quiet: true })
  const save = async () => {
    const mentionIds = [...new Set(mentionsIn(text, chosen).map(({ id }) => id))]
    try {
      if (note) await edit.submit({ id: note.id, version: note.version, text, mentionIds })
      else await add.submit({ subject, text, mentionIds })
      setError(undefined)
      setText('')
      onClose?.()
    } catch (cause) {
      setError((cause as Error).message)
    }
  }
  return (
    <form
      noValidate
      className="stack"
      aria-label={note ? '修改备注' : '写备注'}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={note ? '修改备注' : '写备注'} hint="输入 @ 提到同事；客户看不到" error={error}>
        <MentionText
          value={text}
          onValue={setText}
          kind={subject.kind}
          onMention={(person) => setChosen((before) => [...before, person])}
        />
      </Field>
      <span className="cluster">
        <Button type="submit" size="s" variant="primary" busy={add.busy || edit.busy}>
          保存备注
        </Button>
        {note && (
          <Button size="s" onClick={onClose}>
            取消
          </Button>
        )}
      </span>
    </form>
  )
}

interface NoteProps {
  note: NoteView
  here: SubjectProps['subject']
  onDeleted: () => void
}

function Note({ note, here, onDeleted }: NoteProps) {
  const { may } = useStaff()
  const [open, setOpen] = useState<'edit' | 'history'>()
  const pin = useAct(notePin, { refreshes })
  const remove = useAct(noteDelete, { refreshes, onDone: onDeleted })
  const about = note.text.slice(0, 12)
  if (open === 'edit')
    return (
      <li className={css.item}>
        <NoteForm subject={note.subject} note={note} onClose={() => setOpen(undefined)} />
      </li>
    )
  return (
    <li className={css.item} id={`note-${note.id}`}>
      <p className={css.text}>{note.text}</p>
      <div className={css.meta}>
        {note.pinned && <Tag tone="info">置顶</Tag>}
        <span>{note.author}</span>
        <span className="num">{minuteText(note.createdAt)}</span>
        {note.subject.kind !== here.kind && (
          <SmartLink to={note.subject.path}>
            {subjectKinds[note.subject.kind].label} {note.subject.no}
          </SmartLink>
        )}
        {note.mentions.map(({ id, name, seen }) => (
          <span key={id}>
            {name}
            {seen ? '已看' : '未看'}
          </span>
        ))}
      </div>
      {may('note.write') && (
        <span className="cluster">
          <Button
            size="s"
            variant="quiet"
            aria-label={`${note.pinned ? '取消置顶' : '置顶'}：${about}`}
            onClick={() => void pin.run({ id: note.id, pinned: !note.pinned })}
          >
            {note.pinned ? '取消置顶' : '置顶'}
          </Button>
          {note.own && (
            <>
              <Button size="s" variant="quiet" aria-label={`修改：${about}`} onClick={() => setOpen('edit')}>
                修改
              </Button>
              <Button
                size="s"
                variant="quiet"
                aria-label={`删除：${about}`}
                onClick={() => void remove.run({ id: note.id })}
              >
                删除
              </Button>
            </>
          )}
          {note.editedAt && (
            <Button size="s" variant="quiet" aria-label={`修改记录：${about}`} onClick={() => setOpen('history')}>
              修改记录
            </Button>
          )}
        </span>
      )}
      <Dialog open={open === 'history'} onClose={() => setOpen(undefined)} title="修改记录">
        <History id={note.id} />
      </Dialog>
    </li>
  )
}

const HISTORY_SIZE = 20

function History({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  const history = useCall(noteHistory, { id, page, size: HISTORY_SIZE })
  return (
    <Loaded of={history}>
      {({ list, total }) => (
        <>
          <ul role="list" className={css.list}>
            {list.map(({ version, text, writtenAt }) => (
              <li key={version} className={css.item}>
                <span className={css.meta}>
                  第 {version} 版 <span className="num">{minuteText(writtenAt)}</span>
                </span>
                <p className={css.text}>{text}</p>
              </li>
            ))}
          </ul>
          {total > HISTORY_SIZE && (
            <Pagination page={page} pageCount={Math.ceil(total / HISTORY_SIZE)} onPage={setPage} label="修改记录分页" />
          )}
        </>
      )}
    </Loaded>
  )
}

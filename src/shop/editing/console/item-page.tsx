import { type ComponentType, use, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useStaff } from '../../../core/staff/me.tsx'
import { ApiError } from '../../../platform/client/transport.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Loaded, RefusedToRole } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { NotFoundState } from '../../../ui/feedback/states.tsx'
import { StageBadge, type Tone } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { ContentKind } from '../kinds/define-kind-rules.ts'
import { blankItem } from '../kinds/blank-rules.ts'
import { kindNames, kindOf, type KindName, type RevisionState, revisionStates } from '../kinds/kind-rules.ts'
import {
  type ContentItem,
  contentItem,
  contentItemList,
  contentKindList,
  contentSave,
} from '../revisions/revision-contract.ts'
import type { Newer } from './conflict-panel.tsx'
import { ItemActions } from './item-actions.tsx'
import { ItemForm } from './item-form.tsx'
import css from './item-page.module.css'
import { fieldsOf } from './refused-fields.ts'
import { INITIAL_TEXT, isInitial, RevisionHistory, unscheduledText } from './revision-history.tsx'
import { Differences } from './differences.tsx'
import { LivePreview } from './live-preview.tsx'
import { useEditedField, useTyped } from './use-edited-field.ts'
import { usePreviewShown } from './use-preview-shown.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { cx } from '../../../ui/text/class-names.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

const tones: Record<RevisionState, Tone> = {
  draft: 'warn',
  scheduled: 'info',
  published: 'ok',
  superseded: 'neutral',
  archived: 'neutral',
}

/** For kinds that no page shows: what else shows what the form holds, beside the other actions. Slices above know it. */
export type Specimens = Partial<Record<KindName, ComponentType<{ typed: Record<string, unknown> }>>>

/** One item: its form, its actions and its history. */
export function ItemPage({ specimens }: { specimens: Specimens }) {
  const { kind: given, id } = useParams()
  const name = kindNames.find((each) => each === given)
  const isNumber = /^[1-9]\d{0,14}$/.test(id ?? '')
  if (!name || (id !== 'new' && !isNumber))
    return <NotFoundState action={{ label: '回到内容管理', to: '/console/content' }} />
  return <OneItem name={name} id={id === 'new' ? 'new' : Number(id)} specimens={specimens} />
}

export function OneItem({ name, id, specimens = {} }: { name: KindName; id: number | 'new'; specimens?: Specimens }) {
  const kind = kindOf(name)
  const refused = use(RefusedToRole)
  // A form that the role could not save is not offered.
  if (!useStaff().may(kind.action)) return refused
  return id === 'new' ? (
    <NewItem key={name} name={name} kind={kind} />
  ) : (
    <ExistingItem key={`${name}${id}`} name={name} kind={kind} id={id} Specimen={specimens[name]} />
  )
}

type Specimen = Specimens[KindName]

function ExistingItem({
  name,
  kind,
  id,
  Specimen,
}: {
  name: KindName
  kind: ContentKind
  id: number
  Specimen: Specimen
}) {
  const found = useCall(contentItem, { kind: name, id })
  if (found.error?.error === 'notFound')
    return <NotFoundState action={{ label: `回到${kind.label}`, to: listOf(name, kind) }} />
  return <Loaded of={found}>{(item) => <Editor name={name} kind={kind} item={item} Specimen={Specimen} />}</Loaded>
}

function NewItem({ name, kind }: { name: KindName; kind: ContentKind }) {
  const navigate = useNavigate()
  const save = useAct(contentSave, { refreshes: [contentItemList, contentKindList] })
  const [saved, setSaved] = useState<number>()
  const section = useSearchParams()[0].get('section')
  const [initial] = useState(() => blankItem(kind, new Date()))
  // Navigate in an effect: the form is clean only in the render after the save, and a dirty form would ask for confirmation.
  if (saved !== undefined) return <Leave to={savedAddress(listOf(name, kind), saved, section)} navigate={navigate} />
  return (
    <>
      <PageHeader title={`新增${kind.label}`} crumbs={crumbsOf(name, kind, '新增')} />
      <div className={cx(isPreviewed(kind) && css.live)}>
        <ItemForm
          kind={kind}
          initial={initial}
          onSave={async (data, note) => {
            const { id } = await submitted(save.submit({ kind: name, baseVersion: 0, data, note }))
            toast.success('草稿已保存')
            setSaved(id)
          }}
        />
        {isPreviewed(kind) && <p className={css.later}>保存草稿后，这里显示访客会看到的页面，随您填写更新。</p>}
      </div>
    </>
  )
}

/** The section in which the person saved stays open. */
function savedAddress(list: string, id: number, section: string | null): string {
  return section ? `${list}/${id}?section=${section}` : `${list}/${id}`
}

function Leave({ to, navigate }: { to: string; navigate: ReturnType<typeof useNavigate> }) {
  const [left, setLeft] = useState(false)
  if (!left) {
    setLeft(true)
    queueMicrotask(() => void navigate(to, { replace: true }))
  }
  return null
}

/** The version in the form stays until it is saved. A newer version by somebody else is shown beside it and does not replace it. */
function Editor({
  name,
  kind,
  item,
  Specimen,
}: {
  name: KindName
  kind: ContentKind
  item: ContentItem
  Specimen: Specimen
}) {
  const save = useAct(contentSave, { refreshes: [contentItem, contentItemList, contentKindList] })
  const [dirty, setDirty] = useState(false)
  const [saved, setSaved] = useState<number>()
  const [refused, setRefused] = useState<Record<string, string>>()
  const [edited, setEdited] = useState({ base: item, form: item.version })
  const { typed, follow, changes } = useTyped(kind, item.live)
  const { place, jump, onFocus } = useEditedField(kind)
  const [isShown, setLive] = usePreviewShown()
  const isLive = isShown && isPreviewed(kind)
  const take = () => {
    setDirty(false)
    setEdited({ base: item, form: item.version })
  }
  const isBehind = item.version !== edited.base.version
  const isOwn = item.version === saved
  // With nothing unsaved in the form, continue with the text of the server, which is cleaned and trimmed. What was typed while one's
  // own version was being saved stays in the form.
  if (isBehind && !dirty) setEdited({ base: item, form: item.version })
  else if (isBehind && isOwn) setEdited({ base: item, form: edited.form })
  // The new version is read before the answer of one's own save is known here.
  const newer = isBehind && dirty && !isOwn && !save.busy ? newerOf(item) : undefined
  return (
    <>
      <PageHeader
        title={item.title}
        badge={<StageBadge tone={tones[item.state]}>{stateText(item)}</StageBadge>}
        crumbs={crumbsOf(name, kind, item.title)}
        actions={
          <>
            {item.live && <Differences version={item.live.version} changes={changes} onJump={jump} />}
            {isPreviewed(kind) && (
              <Button aria-pressed={isLive} onClick={() => setLive(!isLive)}>
                实时预览
              </Button>
            )}
            {Specimen && typed && <Specimen typed={typed} />}
            <ItemActions name={name} kind={kind} item={item} dirty={dirty} onRefused={setRefused} />
          </>
        }
      />
      <div className={cx(kind.sections && !isLive ? css.wide : css.columns, isLive && css.live)}>
        <div className={cx(css.edited, !kind.sections && css.form)} onFocusCapture={onFocus}>
          <ItemForm
            key={edited.form}
            kind={kind}
            initial={edited.base.data}
            changes={changes}
            onDirty={setDirty}
            onValues={follow}
            newer={newer}
            refused={refused}
            onKeep={() => setEdited({ base: item, form: edited.form })}
            onTake={take}
            onSave={async (data, note) => {
              const baseVersion = edited.base.version
              const { version, unscheduledAt } = await submitted(
                save.submit({ kind: name, id: item.id, baseVersion, data, note }),
              )
              setSaved(version)
              if (unscheduledAt) toast.info(`草稿已保存，${unscheduledText(unscheduledAt)}`)
              else toast.success('草稿已保存')
            }}
          />
        </div>
        {isLive && typed && (
          <LivePreview name={name} id={item.id} data={typed} place={place} onClose={() => setLive(false)} />
        )}
        <aside aria-labelledby="history" className={css.history}>
          <h2 id="history">版本历史</h2>
          <RevisionHistory name={name} kind={kind} item={item} tones={tones} />
        </aside>
      </div>
    </>
  )
}

/** Settings have no page of their own. */
function isPreviewed(kind: ContentKind): boolean {
  return kind.action !== 'settings.edit'
}

function newerOf({ version, data, history }: ContentItem): Newer {
  return { version, data, author: history[0]?.author ?? '' }
}

/** The error messages by the form's field names. */
async function submitted<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.message, error.error, error.status, fieldsOf(error))
  }
}

function stateText({ state, publishAt, history }: ContentItem): string {
  if (history[0] && isInitial(history[0])) return INITIAL_TEXT
  return state === 'scheduled' && publishAt ? `定于 ${minuteText(publishAt)} 发布` : revisionStates[state]
}

function crumbsOf(name: KindName, kind: ContentKind, label: string) {
  const isSetting = kind.action === 'settings.edit'
  return [
    ...(kind.home
      ? []
      : [isSetting ? { label: '网站设置', to: '/console/settings' } : { label: '内容管理', to: '/console/content' }]),
    ...(kind.single ? [] : [{ label: kind.label, to: listOf(name, kind) }]),
    { label },
  ]
}

function listOf(name: KindName, kind: ContentKind): string {
  return kind.home ?? `/console/content/${name}`
}

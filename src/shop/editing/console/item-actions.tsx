import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { ApiError } from '../../../platform/client/transport.ts'
import { typeGroup } from '../../catalogue/contract.ts'
import { fieldsOf } from './refused-fields.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Menu } from '../../../ui/feedback/menu.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { projectCopy } from '../copy-contract.ts'
import type { ContentKind } from '../kinds/define-kind-rules.ts'
import type { KindName } from '../kinds/kind-rules.ts'
import {
  contentArchive,
  contentDiscard,
  type ContentItem,
  contentItem,
  contentItemList,
  contentKindList,
  contentPreview,
  contentPublish,
  contentSchedule,
  contentUnarchive,
  contentUnschedule,
} from '../revisions/revision-contract.ts'
import { archiveText, scheduleFrom } from '../revisions/schedule-rules.ts'

// A new category can be chosen at once.
const refreshes = [contentItem, contentItemList, contentKindList, typeGroup]
type Open = 'publish' | 'schedule' | 'discard' | 'archive'

interface ActionsProps {
  name: KindName
  kind: ContentKind
  item: ContentItem
  dirty: boolean
  /** Gets the reasons of a refusal to publish, by field of the form. */
  onRefused: (fields: Record<string, string>) => void
}

/** Actions on the latest version. With unsaved changes only saving is offered, because publishing would not include them. */
export function ItemActions({ name, kind, item, dirty, onRefused }: ActionsProps) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const version = { kind: name, id: item.id, version: item.version }
  const isOpen = item.state === 'draft' || item.state === 'scheduled'
  const publish = useAct(contentPublish, { refreshes, onDone: () => toast.success('已发布，访客现在看到的就是这一版') })
  const discard = useAct(contentDiscard, { refreshes, onDone: () => toast.success('草稿已放弃，历史里仍可找回') })
  const archive = useAct(contentArchive, { refreshes, onDone: () => toast.success('已下线') })
  const unarchive = useAct(contentUnarchive, { refreshes, onDone: () => toast.success('已重新上线') })
  const unschedule = useAct(contentUnschedule, { refreshes, onDone: () => toast.success('已取消定时发布') })
  const navigate = useNavigate()
  const { may } = useStaff()
  const copy = useAct(projectCopy, {
    refreshes,
    onDone: ({ rid }) => {
      toast.success('已复制成新草稿')
      void navigate(`${kind.home}/${rid}`)
    },
  })
  const isArchived = item.history.some(({ state }) => state === 'archived')
  const mayArchive = !kind.guard || may(kind.guard.rest)
  const more = [
    ...(name === 'project' && may('catalogue.edit')
      ? [
          { label: '编辑结果示例', to: `/console/content/projectResult/${item.id}` },
          { label: '复制为新项目', onClick: () => void copy.run({ rid: item.id }) },
        ]
      : []),
    ...(item.state === 'scheduled' ? [{ label: '取消定时发布', onClick: () => void unschedule.run(version) }] : []),
    ...(isOpen ? [{ label: '放弃草稿', danger: true, onClick: () => setOpen('discard') }] : []),
    ...(!kind.fixed && !kind.single && item.published && mayArchive
      ? [{ label: '下线', danger: true, onClick: () => setOpen('archive') }]
      : []),
    ...(isArchived && mayArchive
      ? [{ label: '重新上线', onClick: () => void unarchive.run({ kind: name, id: item.id }) }]
      : []),
  ]
  return (
    <>
      {kind.path && <PreviewButton version={version} disabled={dirty} />}
      {isOpen && (
        <>
          <Button icon="clock" disabled={dirty} onClick={() => setOpen('schedule')}>
            定时发布
          </Button>
          <Button variant="primary" disabled={dirty} onClick={() => setOpen('publish')}>
            发布
          </Button>
        </>
      )}
      {more.length > 0 && <Menu label="更多" align="end" items={more} />}
      <ConfirmDialog
        open={open === 'publish'}
        onClose={close}
        onConfirm={() => namedRefusal(publish.submit(version), onRefused)}
        title={`发布第 ${item.version} 版`}
        confirmLabel="立即发布"
      >
        <p>发布后访客两秒之内就会看到。</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'discard'}
        onClose={close}
        onConfirm={() => discard.submit(version)}
        title="放弃草稿"
        confirmLabel="放弃草稿"
        danger
      >
        <p>第 {item.version} 版不会发布。它留在版本历史里，需要时可以恢复。</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'archive'}
        onClose={close}
        onConfirm={() => archive.submit({ kind: name, id: item.id })}
        title={`下线「${item.title}」`}
        confirmLabel="下线"
        danger
      >
        <p>{archiveText(item.version, item.state === 'scheduled' ? item.publishAt : null)}</p>
      </ConfirmDialog>
      {open === 'schedule' && (
        <Dialog open onClose={close} title={`定时发布第 ${item.version} 版`} size="s">
          <ScheduleForm version={version} publishAt={item.publishAt} onClose={close} onRefused={onRefused} />
        </Dialog>
      )}
    </>
  )
}

type Version = { kind: KindName; id: number; version: number }

/** Opens the tab during the click, before the server answers: a pop-up blocker would stop it afterwards. */
function PreviewButton({ version, disabled }: { version: Version; disabled: boolean }) {
  const preview = useAct(contentPreview)
  const show = async () => {
    const tab = window.open('', '_blank')
    const link = await preview.run(version)
    if (!link) tab?.close()
    else if (tab) tab.location.href = link.path
    else window.location.assign(link.path)
  }
  return (
    <Button icon="external" busy={preview.busy} disabled={disabled} onClick={() => void show()}>
      预览
    </Button>
  )
}

/** Shows a refusal that names fields of the form there instead of in the dialog. */
async function namedRefusal(answer: Promise<unknown>, onRefused: ActionsProps['onRefused']): Promise<void> {
  try {
    await answer
  } catch (error) {
    const fields = error instanceof ApiError ? fieldsOf(error) : {}
    if (Object.keys(fields).length === 0) throw error
    onRefused(fields)
    toast.error((error as ApiError).message)
  }
}

function ScheduleForm({
  version,
  publishAt,
  onClose,
  onRefused,
}: {
  version: Version
  /** When it is to be published so far. */
  publishAt: string | null
  onClose: () => void
  onRefused: ActionsProps['onRefused']
}) {
  const schedule = useAct(contentSchedule, { refreshes })
  const [at] = useState(() => scheduleFrom(publishAt, new Date()))
  const form = useZodForm({
    schema: contentSchedule.input,
    initial: { ...version, at },
    onSubmit: async (input) => {
      let isRefused = false
      await namedRefusal(schedule.submit(input), (fields) => {
        isRefused = true
        onRefused(fields)
      })
      if (!isRefused) toast.success(`将在 ${input.at} 自动发布`)
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="定时发布">
      <Field label="发布时间" of={form.at('at')} required hint="北京时间">
        <TextInput type="datetime-local" />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          确定
        </Button>
      </FormActions>
    </Form>
  )
}

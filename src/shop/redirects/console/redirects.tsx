import { useState } from 'react'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type ListedRedirect, redirectIndex, redirectList, redirectPaste, redirectRemove } from '../contract.ts'
import { MOST_PASTED } from '../rules.ts'
import { AddDialog } from './add-dialog.tsx'

export const meta = () => [{ title: '地址跳转 · 明析科测后台' }]

const refreshes = [redirectList]

/** Old addresses, such as those of an earlier website, and where they lead now. */
export default function Redirects() {
  const [open, setOpen] = useState<'add' | 'paste'>()
  const [removing, setRemoving] = useState<ListedRedirect>()
  const remove = useAct(redirectRemove, { refreshes, onDone: () => toast.success('已删除跳转') })
  const close = () => setOpen(undefined)
  return (
    <div className="stack">
      <PageHeader
        title="地址跳转"
        sub="访问不存在的旧地址时，永久跳转（301）到新地址；存在的页面不受影响"
        actions={
          <span className="cluster">
            <Button icon="upload" onClick={() => setOpen('paste')}>
              批量粘贴
            </Button>
            <Button variant="primary" icon="plus" onClick={() => setOpen('add')}>
              新增跳转
            </Button>
          </span>
        }
      />
      <IndexList
        index={redirectIndex}
        call={redirectList}
        looks={looks}
        tabs={{ after: [{ to: '/console/redirects/missing', label: '找不到的地址' }] }}
        more={[removeColumn(setRemoving)]}
        empty={
          <EmptyState title="没有跳转" icon="redirect">
            更换网站或下架页面后，把旧地址指到新的页面，收藏与搜索结果不会失效。
          </EmptyState>
        }
      />
      {open === 'add' && <AddDialog onClose={close} />}
      {open === 'paste' && <PasteDialog onClose={close} />}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => remove.submit({ id: removing?.id ?? 0 })}
        title="删除跳转"
        confirmLabel="删除"
        danger
      >
        <p>访问 {removing?.from} 的人将看到“页面不存在”。</p>
      </ConfirmDialog>
    </div>
  )
}

function PasteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<{ line: number; reason: string }[]>([])
  const paste = useAct(redirectPaste, {
    refreshes,
    onDone: (answer) => {
      setFaults(answer.faults)
      if (answer.faults.length > 0) return
      toast.success(`已新增 ${answer.added} 条跳转`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="批量粘贴"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            variant="primary"
            busy={paste.busy}
            disabled={text.trim() === ''}
            onClick={() => void paste.run({ text: text.trim() })}
          >
            检查并新增
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label="旧地址与新地址" hint={`每行一条，两列之间用制表符、逗号或空格分开，最多 ${MOST_PASTED} 行`}>
          <TextArea rows={8} value={text} onValue={setText} spellCheck={false} />
        </Field>
        {faults.length > 0 && (
          <div role="alert">
            <p>有 {faults.length} 行需要修改，没有写入任何一行：</p>
            <ul>
              {faults.slice(0, 50).map(({ line, reason }) => (
                <li key={line}>
                  第 {line} 行：{reason}
                </li>
              ))}
            </ul>
            {faults.length > 50 && <p>其余 {faults.length - 50} 行在修改后再次检查时列出。</p>}
          </div>
        )}
      </div>
    </Dialog>
  )
}

const looks: IndexListProps<ListedRedirect, keyof typeof redirectIndex.fields>['looks'] = {
  from: { line: 1, rowHeader: true },
  to: { line: 2, render: (row) => <SmartLink to={row.to}>{row.to}</SmartLink> },
}

function removeColumn(onOpen: (row: ListedRedirect) => void): Column<ListedRedirect> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <Button size="s" aria-label={`删除 ${row.from}`} onClick={() => onOpen(row)}>
        删除
      </Button>
    ),
  }
}

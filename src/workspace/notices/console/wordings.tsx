import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useStaff } from '../../../core/staff/me.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { SearchBox } from '../../../ui/inputs/search-box.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Toolbar } from '../../../ui/tables/toolbar.tsx'
import { channelNames } from '../notice-rules.ts'
import { staffNoticeWordings, type WordedNotice } from '../wordings/wording-contract.ts'
import { WordingDialog } from './wording-dialog.tsx'
import css from './notice-log.module.css'

export const meta = () => [{ title: '通知文案 · 明析科测后台' }]

/** What is said to customers, by event, with the channels on which it is said. */
export default function Wordings() {
  const { may } = useStaff()
  const read = useCall(staffNoticeWordings, {})
  const [search, setSearch] = useSearchParams({ topic: '订单' })
  const [topic, sought] = [search.get('topic') ?? '', search.get('kw') ?? '']
  const show = (change: { topic?: string; kw?: string }) =>
    setSearch({ topic, kw: sought, ...change }, { replace: true, preventScrollReset: true })
  const [edited, setEdited] = useState<WordedNotice>()
  return (
    <>
      <PageHeader
        title="通知文案"
        crumbs={[{ label: '通知记录', to: '/console/notices' }, { label: '通知文案' }]}
        sub="修改发给客户的标题、正文与渠道。短信只发送在服务商处报备的模板，这里的标题是其中的变量。"
      />
      <Loaded of={read}>
        {({ list }) => (
          <>
            <Toolbar>
              <Field label="类别">
                <Select
                  name="topic"
                  value={topic}
                  options={['', ...new Set(list.map((notice) => notice.topic))].map((value) => ({
                    value,
                    label: value === '' ? '全部' : value,
                  }))}
                  onValue={(next) => show({ topic: next })}
                />
              </Field>
              <SearchBox
                label="查找通知"
                placeholder="通知名称或正文"
                defaultValue={sought}
                onQuery={(kw) => show({ kw })}
                onSearch={(kw) => show({ kw })}
              />
            </Toolbar>
            <Notices
              list={list.filter((notice) => fits(notice, topic, sought.trim()))}
              onEdit={setEdited}
              mayEdit={may('notice.edit')}
            />
          </>
        )}
      </Loaded>
      {edited && <WordingDialog notice={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

/** What is typed is looked for in all topics. */
function fits(notice: WordedNotice, topic: string, sought: string): boolean {
  const { label, example, wording } = notice
  if (sought === '') return topic === '' || notice.topic === topic
  return [label, notice.topic, example.text, wording?.title, wording?.text].some((text) => text?.includes(sought))
}

function Notices({
  list,
  onEdit,
  mayEdit,
}: {
  list: WordedNotice[]
  onEdit: (notice: WordedNotice) => void
  mayEdit: boolean
}) {
  if (list.length === 0) return <EmptyState title="没有符合的通知" />
  return (
    <Table
      caption="通知文案"
      rows={list}
      rowKey={({ event }) => event}
      columns={[
        { key: 'topic', header: '类别', render: ({ topic }) => topic },
        { key: 'label', header: '通知', rowHeader: true, render: ({ label }) => label },
        {
          key: 'channels',
          header: '渠道',
          render: ({ channels, wording, always }) =>
            (wording && !always
              ? channels.filter((each) => each === 'inbox' || wording.channels.includes(each))
              : channels
            )
              .map((each) => channelNames[each])
              .join('、'),
        },
        {
          key: 'text',
          header: '正文',
          render: ({ wording, example }) => <span className={css.text}>{wording?.text ?? example.text}</span>,
        },
        {
          key: 'state',
          header: '状态',
          render: ({ wording }) => (wording ? <Tag>已修改</Tag> : '默认'),
        },
        {
          key: 'edit',
          header: '操作',
          render: (notice) => (
            <Button
              size="s"
              icon="edit"
              aria-label={`${mayEdit ? '修改' : '查看'}：${notice.label}`}
              onClick={() => onEdit(notice)}
            >
              {mayEdit ? '修改' : '查看'}
            </Button>
          ),
        },
      ]}
    />
  )
}

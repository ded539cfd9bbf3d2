import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { staffOutboxList } from '../contract.ts'
import { channelNames } from '../notice-rules.ts'
import css from './notice-log.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '本地发件箱 · 明析科测' }]

/** Lists messages that were not sent because no provider is configured; codes and addresses are only in the file on the server. */
export default function Outbox() {
  const { data, error, isFetching, refetch } = useCall(staffOutboxList, { size: 100 }, { refetchSeconds: 10 })
  return (
    <>
      <PageHeader
        title="本地发件箱"
        sub="未配置短信、邮件服务时，消息保存在服务器上而不会真正发出。验证码与联系方式已遮盖，显示最近 100 条。"
        actions={
          <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            刷新
          </Button>
        }
      />
      {error && !data && <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>}
      {!error && !data && <Skeleton lines={8} height={32} />}
      {data?.list.length === 0 && <EmptyState title="还没有消息" icon="mail" />}
      {data && data.list.length > 0 && (
        <Table
          caption="本地发件箱"
          hideCaption
          rows={data.list.map((message, index) => ({ ...message, key: `${message.at}-${data.list.length - index}` }))}
          rowKey={(row) => row.key}
          columns={[
            { key: 'at', header: '时间', render: (row) => <span className="num">{minuteText(row.at)}</span> },
            { key: 'channel', header: '渠道', render: (row) => <Tag>{channelNames[row.channel]}</Tag> },
            { key: 'to', header: '收件人', rowHeader: true, render: (row) => <span className="num">{row.to}</span> },
            { key: 'text', header: '内容', render: (row) => <span className={css.message}>{row.text}</span> },
          ]}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import { z } from 'zod'
import { apiKeyAdd, type ApiKeyItem, apiKeyList, apiKeyRevoke } from '../../../core/api-keys/contract.ts'
import { apiScopes, CALLS_PER_MINUTE, keyStates } from '../../../core/api-keys/rules.ts'
import { apiKeyRequests, apiKeyUsage } from '../../../core/api-keys/requests/contract.ts'
import { RequestLog } from '../../../core/api-keys/requests/request-log.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CheckboxGroup } from '../../../ui/inputs/choice.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { ShownOnceDialog } from '../../../ui/feedback/shown-once-dialog.tsx'
import { WebhookCard } from '../../webhooks/webhook-card.tsx'
import { TryCall } from '../try-call.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { minuteText, shortDay } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '开放接口 · 明析科测' }]

const refreshes = [apiKeyList]
const scopeOptions = Object.entries(apiScopes).map(([value, label]) => ({ value, label: `${label}（${value}）` }))

/** The keys by which programs of this customer make calls. */
export default function OpenApiPage() {
  const keys = useCall(apiKeyList, {})
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<ApiKeyItem>()
  const [reading, setReading] = useState<ApiKeyItem>()
  const [given, setGiven] = useState<string>()
  return (
    <div className="stack">
      <PageHeader
        title="开放接口"
        sub="让贵单位的系统读取进度、下载报告或提交订单"
        actions={
          <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
            新建密钥
          </Button>
        }
      />
      <Loaded of={keys}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title="还没有密钥" icon="key">
              密钥代表您本人调用接口，只授予需要的权限范围。
            </EmptyState>
          ) : (
            <Table
              caption="密钥"
              hideCaption
              rows={list}
              rowKey={(row) => String(row.id)}
              columns={columns({ onRead: setReading, onRevoke: setEnding })}
            />
          )
        }
      </Loaded>
      <WebhookCard />
      <HowTo />
      <TryCall />
      {adding && (
        <Dialog open onClose={() => setAdding(false)} title="新建密钥">
          <KeyForm
            onClose={() => setAdding(false)}
            onDone={(key) => {
              setAdding(false)
              setGiven(key)
            }}
          />
        </Dialog>
      )}
      {given && (
        <ShownOnceDialog
          title="请保存密钥"
          secret={given}
          lost="关闭后不再显示。没有保存时，只能停用后重新新建。"
          onClose={() => setGiven(undefined)}
        >
          密钥<strong>只显示这一次</strong>，请保存到贵单位系统的安全位置。泄露时请立即停用。
        </ShownOnceDialog>
      )}
      {reading && (
        <Dialog open onClose={() => setReading(undefined)} title={`调用记录：${reading.name}`} size="l">
          <RequestLog id={reading.id} requests={apiKeyRequests} usage={apiKeyUsage} />
        </Dialog>
      )}
      {ending && <RevokeDialog row={ending} onClose={() => setEnding(undefined)} />}
    </div>
  )
}

interface Acts {
  onRead: (row: ApiKeyItem) => void
  onRevoke: (row: ApiKeyItem) => void
}

function columns({ onRead, onRevoke }: Acts): Column<ApiKeyItem>[] {
  return [
    { key: 'name', header: '用途', rowHeader: true, render: (row) => row.name },
    { key: 'prefix', header: '密钥', render: (row) => <code>{row.prefix}…</code> },
    { key: 'scopes', header: '权限范围', render: (row) => row.scopes.map((scope) => apiScopes[scope]).join('、') },
    {
      key: 'used',
      header: '最近使用',
      render: (row) => (
        <span className="num">{row.lastUsedAt ? `${minuteText(row.lastUsedAt)} ${row.lastIp}` : '从未使用'}</span>
      ),
    },
    {
      key: 'until',
      header: '有效期至',
      render: (row) => <span className="num">{shortDay(row.lastDay) ?? '长期'}</span>,
    },
    {
      key: 'state',
      header: '状态',
      render: (row) => <StageBadge tone={row.state === 'active' ? 'ok' : 'neutral'}>{keyStates[row.state]}</StageBadge>,
    },
    {
      key: 'acts',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) => (
        <div className="cluster" style={{ justifyContent: 'flex-end' }}>
          <Button size="s" aria-label={`调用记录 ${row.name}`} onClick={() => onRead(row)}>
            调用记录
          </Button>
          {row.state === 'active' && (
            <Button size="s" aria-label={`停用 ${row.name}`} onClick={() => onRevoke(row)}>
              停用
            </Button>
          )}
        </div>
      ),
    },
  ]
}

function RevokeDialog({ row, onClose }: { row: ApiKeyItem; onClose: () => void }) {
  const revoke = useAct(apiKeyRevoke, { refreshes })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={async () => {
        await revoke.submit({ id: row.id })
        toast.success('密钥已停用')
      }}
      title={`停用密钥：${row.name}`}
      confirmLabel="停用"
    >
      <p>使用这个密钥的系统将立即不能调用接口，停用后不能恢复。</p>
    </ConfirmDialog>
  )
}

/** An empty date is no end. */
const formSchema = apiKeyAdd.input.extend({
  lastDay: z.string().transform((day) => (day === '' ? null : day)),
})

function KeyForm({ onClose, onDone }: { onClose: () => void; onDone: (key: string) => void }) {
  const act = useAct(apiKeyAdd, { refreshes })
  const form = useZodForm({
    schema: formSchema,
    initial: { name: '', scopes: ['orders.read', 'reports.read'], lastDay: '' },
    onSubmit: async (input) => onDone((await act.submit(input)).key),
  })
  return (
    <Form form={form} aria-label="新建密钥">
      <Field label="用途" of={form.at('name')} required hint="例如 课题组数据平台">
        <TextInput autoComplete="off" maxLength={40} />
      </Field>
      <Field label="权限范围" of={form.at('scopes')} as="group" required>
        <CheckboxGroup options={scopeOptions} />
      </Field>
      <Field label="有效期至" of={form.at('lastDay')} hint="不填则长期有效，可随时停用">
        <TextInput type="date" />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          新建
        </Button>
      </FormActions>
    </Form>
  )
}

function HowTo() {
  return (
    <Card title="怎样调用">
      <div className="stack">
        <p>
          每个请求带上请求头 <code>Authorization: Bearer 密钥</code>，以 JSON 提交参数。以课题组身份调用时再加{' '}
          <code>account: 课题组编号</code>。每个密钥每分钟最多 {CALLS_PER_MINUTE} 次调用。
        </p>
        <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <code>{`curl https://本站地址/api/auth/order/history \\
  -H "Authorization: Bearer mx_live_…" \\
  -H "Content-Type: application/json" \\
  -d '{"page": 1, "size": 20}'`}</code>
        </pre>
        <p>
          也可以把已交付的数据挂载成只读文件夹（WebDAV）：地址 <code>https://本站地址/webdav/</code>
          ，用户名任意，密码填有“{apiScopes['reports.read']}”权限的密钥；按月份、订单、样品分文件夹。
        </p>
        <p>
          接口说明见 <SmartLink to="/api/docs">接口文档</SmartLink>
          ，注明了每个接口需要的权限范围；写入类接口还需要请求头
          Idempotency-Key，同一编号重复提交只执行一次。每次应答的响应头 <code>request-id</code>{' '}
          是请求编号，咨询时请提供。
        </p>
      </div>
    </Card>
  )
}

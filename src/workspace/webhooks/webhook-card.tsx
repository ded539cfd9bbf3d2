import { useState } from 'react'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import {
  webhookDelete,
  webhookDeliveries,
  type WebhookItem,
  webhookList,
  webhookPing,
  webhookResend,
  webhookResendAll,
  webhookRotate,
  webhookSwitch,
} from './contract.ts'
import { webhookTypes } from './rules.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { ShownOnceDialog } from '../../ui/feedback/shown-once-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

type Open = { what: 'form' | 'log' | 'rotate' | 'delete'; row?: WebhookItem }

/** The addresses of the customer's systems that are told about events. */
export function WebhookCard() {
  const webhooks = useCall(webhookList, {})
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<string>()
  const close = () => setOpen(undefined)
  const given = (text?: string) => {
    close()
    setSecret(text)
  }
  const { what, row } = open ?? {}
  return (
    <Card title="事件推送" actions={<Button onClick={() => setOpen({ what: 'form' })}>新建推送地址</Button>}>
      <div className="stack">
        <p>订单有进展时，向贵单位的系统发送带签名的 JSON 消息，不必反复查询。送达失败会在三天内多次重试。</p>
        <Loaded of={webhooks}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState title="还没有推送地址" icon="code">
                填写贵单位系统的 https 网址并选择事件。
              </EmptyState>
            ) : (
              <Table
                caption="推送地址"
                hideCaption
                rows={list}
                rowKey={({ id }) => String(id)}
                columns={columns(setOpen)}
              />
            )
          }
        </Loaded>
      </div>
      {what === 'form' && (
        <Dialog open onClose={close} title={row ? '修改推送地址' : '新建推送地址'}>
          <WebhookForm row={row} onClose={close} onDone={given} />
        </Dialog>
      )}
      {what === 'log' && row && (
        <Dialog open onClose={close} title="发送记录" size="l">
          <DeliveryTable
            id={row.id}
            mayResend={row.state === 'active'}
            read={webhookDeliveries}
            resend={webhookResend}
            resendAll={webhookResendAll}
          />
        </Dialog>
      )}
      {what === 'rotate' && row && <RotateDialog row={row} onClose={close} onDone={given} />}
      {what === 'delete' && row && <DeleteDialog row={row} onClose={close} />}
      {secret && (
        <ShownOnceDialog
          title="请保存签名密钥"
          secret={secret}
          lost="关闭后不再显示。没有保存时，只能更换签名密钥。"
          onClose={() => setSecret(undefined)}
        >
          签名密钥<strong>只显示这一次</strong>，贵单位的系统用它核对消息（Standard Webhooks 签名）。
        </ShownOnceDialog>
      )}
    </Card>
  )
}

function columns(onOpen: (open: Open) => void): Column<WebhookItem>[] {
  return [
    {
      key: 'url',
      header: '地址',
      rowHeader: true,
      render: ({ url }) => <span style={{ overflowWrap: 'anywhere' }}>{url}</span>,
    },
    { key: 'types', header: '事件', render: ({ types }) => types.map((type) => webhookTypes[type]).join('、') },
    { key: 'state', header: '状态', render: (row) => <WebhookState row={row} /> },
    {
      key: 'acts',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) => <Acts row={row} onOpen={onOpen} />,
    },
  ]
}

function Acts({ row, onOpen }: { row: WebhookItem; onOpen: (open: Open) => void }) {
  const turn = useAct(webhookSwitch, { refreshes: [webhookList] })
  const turnTo = async (on: boolean) => {
    if (await turn.run({ id: row.id, on })) toast.success(on ? turnedOn : turnedOff)
  }
  const ping = useAct(webhookPing, { refreshes: [webhookDeliveries] })
  const active = row.state === 'active'
  const named = (verb: string) => `${verb} ${row.url}`
  return (
    <div className="cluster" style={{ justifyContent: 'flex-end' }}>
      {active && (
        <Button
          size="s"
          aria-label={named('测试')}
          busy={ping.busy}
          onClick={async () => {
            if (await ping.run({ id: row.id })) toast.success('测试消息已发出，结果见发送记录')
          }}
        >
          测试
        </Button>
      )}
      <Button size="s" aria-label={named('记录')} onClick={() => onOpen({ what: 'log', row })}>
        记录
      </Button>
      <Button size="s" aria-label={named('修改')} onClick={() => onOpen({ what: 'form', row })}>
        修改
      </Button>
      <Button
        size="s"
        aria-label={named(active ? '暂停' : '启用')}
        busy={turn.busy}
        onClick={() => void turnTo(!active)}
      >
        {active ? '暂停' : '启用'}
      </Button>
      <Button size="s" aria-label={named('更换密钥')} onClick={() => onOpen({ what: 'rotate', row })}>
        更换密钥
      </Button>
      <Button size="s" aria-label={named('删除')} onClick={() => onOpen({ what: 'delete', row })}>
        删除
      </Button>
    </div>
  )
}

const turnedOn = '已启用，此前待送达的消息随即发送'
const turnedOff = '已暂停：待送达的消息在启用后发送，暂停期间发生的事件不推送'

function RotateDialog(props: { row: WebhookItem; onClose: () => void; onDone: (secret: string) => void }) {
  const rotate = useAct(webhookRotate, { refreshes: [webhookList] })
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={async () => props.onDone((await rotate.submit({ id: props.row.id })).secret)}
      title="更换签名密钥"
      confirmLabel="更换"
    >
      <p>一天之内消息同时带有新旧两个密钥的签名，请在此期间更新贵单位的系统。</p>
    </ConfirmDialog>
  )
}

function DeleteDialog({ row, onClose }: { row: WebhookItem; onClose: () => void }) {
  const remove = useAct(webhookDelete, { refreshes: [webhookList] })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={async () => {
        await remove.submit({ id: row.id })
        toast.success('推送地址已删除')
      }}
      title="删除推送地址"
      confirmLabel="删除"
    >
      <p style={{ overflowWrap: 'anywhere' }}>{row.url} 将不再收到消息，发送记录一并删除，不能恢复。</p>
    </ConfirmDialog>
  )
}

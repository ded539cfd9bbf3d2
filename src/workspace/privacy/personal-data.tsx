import { useState } from 'react'
import { ObstacleList } from '../../people/customers/obstacles/obstacle-list.tsx'
import { ProofDialog } from '../../people/sign-in/codes/proof-dialog.tsx'
import { DownloadButton } from '../../core/files/download-button.tsx'
import { send } from '../../platform/client/transport.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { userClose, userCloseCancel, userCode4Privacy, userExport, userPrivacy } from './contract.ts'
import { closingTerms, TAKE_BACK } from './rules.ts'

/** The legal rights of a customer: the versions agreed to, a copy of all personal data, and closing the account. */
export function PersonalData({ phone }: { phone: string }) {
  // Polls while a copy is being made.
  const [waiting, setWaiting] = useState(false)
  const privacy = useCall(userPrivacy, {}, { refetchSeconds: waiting ? 5 : undefined })
  const [open, setOpen] = useState<'export' | 'close'>()
  const close = () => setOpen(undefined)
  return (
    <Loaded of={privacy}>
      {(data) => (
        <>
          <CopyCard data={data} onExport={() => setOpen('export')} />
          <ClosingCard data={data} onClose={() => setOpen('close')} />
          {open === 'export' && (
            <ProofDialog
              title="导出个人信息"
              phone={phone}
              label="开始生成"
              clock="privacy"
              request={() => send(userCode4Privacy, {})}
              onClose={close}
              orPassword="codeFirst"
              onProved={async (proof) => {
                await send(userExport, proof)
                setWaiting(true)
                await privacy.refetch()
                toast.success('正在生成，完成后可在此下载')
              }}
            >
              为保护您的信息，请先验证本人手机 {phone}。
            </ProofDialog>
          )}
          {open === 'close' && (
            <ProofDialog
              title="注销账号"
              phone={phone}
              label="确认注销"
              danger
              clock="privacy"
              request={() => send(userCode4Privacy, {})}
              onClose={close}
              onProved={async ({ code = '' }) => {
                await send(userClose, { code })
                await privacy.refetch()
                toast.success('注销申请已提交，7天内可撤销')
              }}
            >
              {closingTerms}请验证本人手机 {phone}。
            </ProofDialog>
          )}
        </>
      )}
    </Loaded>
  )
}

type Privacy = OutputOf<typeof userPrivacy>

function CopyCard({ data, onExport }: { data: Privacy; onExport: () => void }) {
  return (
    <Card
      title="个人信息"
      actions={
        <span className="cluster">
          {data.export?.fileId && (
            <DownloadButton fileId={data.export.fileId} name="个人信息副本" as="customer" label="下载副本" />
          )}
          {!data.export?.renewableAt ? (
            <Button size="s" onClick={onExport}>
              {data.export ? '重新导出' : '导出个人信息'}
            </Button>
          ) : (
            !data.export.fileId && (
              <Button size="s" busy>
                正在生成副本
              </Button>
            )
          )}
        </span>
      }
    >
      <DescriptionList
        items={[
          {
            term: '已同意的文本',
            value:
              data.consents.length === 0
                ? '没有记录'
                : data.consents.map((consent) => (
                    <div key={`${consent.version}${consent.agreedAt}`}>
                      <a href="/license">{consent.name}</a> <span className="num">{consent.version}</span> 版，
                      <span className="num">{consent.agreedAt.slice(0, 16)}</span> 同意
                    </div>
                  )),
          },
          {
            term: '数据副本',
            value: data.export ? (
              <>
                <span className="num">{data.export.createdAt.slice(0, 16)}</span> 申请，保留至{' '}
                <span className="num">{data.export.expiresAt.slice(0, 10)}</span>
                {data.export.renewableAt && (
                  <>
                    ，<span className="num">{data.export.renewableAt.slice(0, 16)}</span> 起可重新导出
                  </>
                )}
              </>
            ) : (
              '包含我们保存的与您有关的全部信息，生成后7天内可下载'
            ),
          },
        ]}
      />
    </Card>
  )
}

function ClosingCard({ data, onClose }: { data: Privacy; onClose: () => void }) {
  const cancel = useAct(userCloseCancel, {
    refreshes: [userPrivacy],
    onDone: () => toast.success('已撤销注销申请'),
  })
  return (
    <Card title="注销账号">
      {data.closesAt ? (
        <div className="stack">
          <p role="status">
            注销申请已提交，将于 <strong className="num">{data.closesAt.slice(0, 16)}</strong> 执行。在此之前可以撤销。
          </p>
          <div>
            <Button variant="primary" busy={cancel.busy} onClick={() => void cancel.run({})}>
              {TAKE_BACK}
            </Button>
          </div>
        </div>
      ) : (
        <div className="stack">
          <p>
            注销后姓名、手机号、邮箱、地址、消息与登录信息将被删除且无法恢复；订单、合同与账目依法保留，姓名显示为“已注销用户”。
          </p>
          {data.obstacles.length > 0 && (
            <div className="prose">
              <p>以下事项了结后才能注销：</p>
              <ObstacleList {...data} />
            </div>
          )}
          <div>
            <Button variant="danger" disabled={data.obstacles.length > 0} onClick={onClose}>
              注销账号
            </Button>
          </div>
        </div>
      )}
    </Card>
  )
}

import { useState } from 'react'
import {
  invoiceDefault,
  invoiceDel,
  invoiceList,
  type InvoiceTitle,
} from '../../../lab/orders/invoicing/title-contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { TitleForm } from '../titles/title-form.tsx'
import css from './invoices.module.css'

export const meta = () => [{ title: '发票管理 · 明析科测' }]

const refreshes = [invoiceList]

export default function InvoiceTitlesPage() {
  const titles = useCall(invoiceList, {})
  const [open, setOpen] = useState<{ add?: true; edit?: InvoiceTitle; remove?: InvoiceTitle }>({})
  const close = () => setOpen({})
  const remove = useAct(invoiceDel, { refreshes, onDone: () => toast.success('抬头已删除') })
  const saved = () => {
    toast.success('抬头已保存')
    close()
  }
  return (
    <div className="stack">
      <PageHeader
        title="发票管理"
        sub="发票抬头；下单和申请开票时可直接选用"
        actions={
          <Button variant="primary" icon="plus" onClick={() => setOpen({ add: true })}>
            新增抬头
          </Button>
        }
      />
      <Loaded of={titles}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState
              title="还没有发票抬头"
              icon="file"
              action={{ label: '新增抬头', onClick: () => setOpen({ add: true }) }}
            >
              添加后，申请开票时不必再填。
            </EmptyState>
          ) : (
            <ul role="list" className={css.list}>
              {list.map((title) => (
                <TitleCard
                  key={title.id}
                  title={title}
                  onEdit={() => setOpen({ edit: title })}
                  onRemove={() => setOpen({ remove: title })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {(open.add || open.edit) && (
        <FormDialog open onClose={close} title={open.edit ? '修改抬头' : '新增抬头'}>
          <TitleForm title={open.edit} onCancel={close} onSaved={saved} />
        </FormDialog>
      )}
      <ConfirmDialog
        open={open.remove !== undefined}
        onClose={close}
        onConfirm={() => open.remove && remove.submit({ id: open.remove.id })}
        title="删除发票抬头"
        confirmLabel="删除"
        danger
      >
        {open.remove && `将删除抬头“${open.remove.title}”。已提交的开票申请不受影响。`}
      </ConfirmDialog>
    </div>
  )
}

function TitleCard({ title, onEdit, onRemove }: { title: InvoiceTitle; onEdit: () => void; onRemove: () => void }) {
  const choose = useAct(invoiceDefault, { refreshes, onDone: () => toast.success('已设为默认抬头') })
  const bank = [title.bank, title.bankAccount].filter(Boolean).join(' ')
  const place = [title.address, title.phone].filter(Boolean).join(' ')
  return (
    <li className={css.card}>
      <div className={css.facts}>
        <p className="cluster">
          <strong>{title.title}</strong>
          {title.naturalPerson && <Tag>个人</Tag>}
          {title.default && <Tag tone="ok">默认</Tag>}
        </p>
        {title.taxNo && <p className={css.sub}>税号 {title.taxNo}</p>}
        {bank && <p className={css.sub}>{bank}</p>}
        {place && <p className={css.sub}>{place}</p>}
      </div>
      <div className={css.actions}>
        {!title.default && (
          <Button
            variant="quiet"
            size="s"
            busy={choose.busy}
            aria-label={`设为默认：${title.title}`}
            onClick={() => void choose.run({ id: title.id })}
          >
            设为默认
          </Button>
        )}
        <Button variant="quiet" size="s" icon="edit" aria-label={`修改：${title.title}`} onClick={onEdit}>
          修改
        </Button>
        <Button variant="quiet" size="s" icon="trash" aria-label={`删除：${title.title}`} onClick={onRemove}>
          删除
        </Button>
      </div>
    </li>
  )
}

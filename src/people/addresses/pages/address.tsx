import { useState } from 'react'
import { userInfo } from '../../customers/person-contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { AddressDialog } from '../address-form.tsx'
import { addressDefault, addressDel, addressList } from '../contract.ts'
import type { AddressWire } from '../../customers/address-contract.ts'
import { regionText } from '../../../core/regions/region-rules.ts'
import css from './address.module.css'

export const meta = () => [{ title: '地址管理 · 明析科测' }]

const refreshes = [addressList, userInfo]

export default function AddressPage() {
  const { data, error, refetch, isFetching } = useCall(addressList, {})
  const [open, setOpen] = useState<{ edit?: AddressWire; remove?: AddressWire; add?: true }>({})
  const remove = useAct(addressDel, { refreshes, onDone: () => toast.success('地址已删除') })
  const close = () => setOpen({})
  const saved = () => toast.success('地址已保存')
  return (
    <div className="stack">
      <PageHeader
        title="地址管理"
        sub="用于上门取样、寄回样品与邮寄票据"
        actions={
          <Button variant="primary" icon="plus" onClick={() => setOpen({ add: true })}>
            新增地址
          </Button>
        }
      />
      {error && !data && (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!error && !data && <Skeleton lines={3} height={96} />}
      {data?.list.length === 0 && (
        <EmptyState
          title="还没有地址"
          icon="home"
          action={{ label: '新增地址', onClick: () => setOpen({ add: true }) }}
        >
          添加后，下单和取样时可直接选用。
        </EmptyState>
      )}
      <ul role="list" className={css.list}>
        {data?.list.map((address) => (
          <AddressCard
            key={address.address_rid}
            address={address}
            onEdit={() => setOpen({ edit: address })}
            onRemove={() => setOpen({ remove: address })}
          />
        ))}
      </ul>
      {open.add && <AddressDialog onClose={close} onSaved={saved} />}
      {open.edit && <AddressDialog address={open.edit} onClose={close} onSaved={saved} />}
      <ConfirmDialog
        open={open.remove !== undefined}
        onClose={close}
        onConfirm={() => open.remove && remove.submit({ address_rid: open.remove.address_rid })}
        title="删除地址"
        confirmLabel="删除"
        danger
      >
        {open.remove && `将删除 ${open.remove.name} 的地址“${open.remove.address}”。已下的订单不受影响。`}
      </ConfirmDialog>
    </div>
  )
}

function AddressCard({
  address,
  onEdit,
  onRemove,
}: {
  address: AddressWire
  onEdit: () => void
  onRemove: () => void
}) {
  const choose = useAct(addressDefault, { refreshes, onDone: () => toast.success('已设为默认地址') })
  const about = `${address.name} ${address.address}`
  return (
    <li className={css.card}>
      <div>
        <p className="cluster">
          <strong>{address.name}</strong>
          <span className="num">{address.phone}</span>
          {address.default && <Tag tone="ok">默认</Tag>}
        </p>
        <p className={css.place}>
          {regionText(address)} {address.address}
        </p>
      </div>
      <div className={css.actions}>
        {!address.default && (
          <Button
            variant="quiet"
            size="s"
            busy={choose.busy}
            aria-label={`设为默认：${about}`}
            onClick={() => void choose.run({ address_rid: address.address_rid })}
          >
            设为默认
          </Button>
        )}
        <Button variant="quiet" size="s" icon="edit" aria-label={`修改：${about}`} onClick={onEdit}>
          修改
        </Button>
        <Button variant="quiet" size="s" icon="trash" aria-label={`删除：${about}`} onClick={onRemove}>
          删除
        </Button>
      </div>
    </li>
  )
}

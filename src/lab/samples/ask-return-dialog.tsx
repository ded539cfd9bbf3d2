import { useState } from 'react'
import { useCall, useAct } from '../../platform/client/use-call.ts'
import { settingList4key } from '../../core/settings/contract.ts'
import { regionText } from '../../core/regions/region-rules.ts'
import { addressList } from '../../people/addresses/contract.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { Select } from '../../ui/inputs/input.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { sampleList, sampleRecycle } from './contract.ts'

interface Props {
  ids: number[]
  /** The samples go back already; only the address of their order changes. */
  onlyAddress?: boolean
  onClose: () => void
  onDone: () => void
}

/** Asks for samples back. Orders whose samples were not wanted back have no address, so one can be chosen. */
export function AskReturnDialog(props: Props) {
  return (
    <Dialog open onClose={props.onClose} title={props.onlyAddress ? '更改寄回地址' : '申请寄回样品'} size="s">
      <AskReturnForm {...props} />
    </Dialog>
  )
}

function AskReturnForm({ ids, onlyAddress = false, onClose, onDone }: Props) {
  const rules = useCall(settingList4key, { keys: ['returnAfterPayment'] })
  const addresses = useCall(addressList, {}).data?.list ?? []
  const [picked, setPicked] = useState<string>()
  // Most orders whose samples were not wanted back have no address, so a saved one is the better beginning.
  const first = addresses.find((each) => each.default) ?? addresses[0]
  const chosen = picked ?? (first ? String(first.address_rid) : '')
  const act = useAct(sampleRecycle, { refreshes: [sampleList] })
  const form = useZodForm({
    schema: sampleRecycle.input,
    initial: { ids },
    onSubmit: async (input) => {
      const { updated } = await act.submit({ ...input, ...(chosen === '' ? {} : { addressId: Number(chosen) }) })
      toast.success(onlyAddress ? '寄回地址已更改' : `${updated} 个样品已申请寄回`)
      onDone()
    },
  })
  return (
    <Form form={form}>
      <p>
        {onlyAddress ? '同一订单待寄回的样品都会寄到新地址。' : `将寄回 ${ids.length} 个样品。`}
        {(rules.data?.returnAfterPayment ?? true)
          ? '所属订单费用付清后 48 小时内寄出；拒收和已取消订单的样品即可寄出。'
          : '将尽快寄出。'}
      </p>
      <Field
        label="寄回地址"
        of={form.at('addressId')}
        hint={
          <>
            没有合适的地址？请到 <SmartLink to="/member/address">地址管理</SmartLink> 添加
          </>
        }
      >
        <Select
          value={chosen}
          onValue={(rid) => {
            setPicked(rid ?? '')
            form.set('addressId', rid ? Number(rid) : undefined)
          }}
          options={[
            ...addresses.map((each) => ({
              value: String(each.address_rid),
              label: `${each.name} ${each.phone} ${regionText(each)}${each.address}`,
            })),
            ...(onlyAddress ? [] : [{ value: '', label: '下单时填写的寄回地址（如填过）' }]),
          ]}
        />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {onlyAddress ? '更改' : '申请寄回'}
        </Button>
      </FormActions>
    </Form>
  )
}

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
  onClose: () => void
  onDone: () => void
}

/** Asks for samples back. Orders whose samples were not wanted back have no address, so one can be chosen. */
export function AskReturnDialog(props: Props) {
  return (
    <Dialog open onClose={props.onClose} title="申请寄回样品" size="s">
      <AskReturnForm {...props} />
    </Dialog>
  )
}

function AskReturnForm({ ids, onClose, onDone }: Props) {
  const rules = useCall(settingList4key, { keys: ['returnAfterPayment'] })
  const addresses = useCall(addressList, {}).data?.list ?? []
  const act = useAct(sampleRecycle, { refreshes: [sampleList] })
  const form = useZodForm({
    schema: sampleRecycle.input,
    initial: { ids },
    onSubmit: async (input) => {
      const { updated } = await act.submit(input)
      toast.success(`${updated} 个样品已申请寄回`)
      onDone()
    },
  })
  const { addressId } = form.values
  return (
    <Form form={form}>
      <p>
        将寄回 {ids.length} 个样品。
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
          value={addressId === undefined ? '' : String(addressId)}
          onValue={(rid) => form.set('addressId', rid === '' ? undefined : Number(rid))}
          options={[
            { value: '', label: '下单时填写的寄回地址' },
            ...addresses.map((each) => ({
              value: String(each.address_rid),
              label: `${each.name} ${each.phone} ${regionText(each)}${each.address}`,
            })),
          ]}
        />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          申请寄回
        </Button>
      </FormActions>
    </Form>
  )
}

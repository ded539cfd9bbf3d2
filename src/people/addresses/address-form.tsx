import { useAct } from '../../platform/client/use-call.ts'
import { userInfo } from '../customers/person-contract.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Checkbox } from '../../ui/inputs/choice.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { addressAdd, addressEdit, addressList } from './contract.ts'
import type { AddressWire } from '../customers/address-contract.ts'
import type { AddressLine } from './address-line-rules.ts'
import { PasteBox } from './paste-box.tsx'
import { RegionPicker } from '../../core/regions/region-picker.tsx'

/** Adds a new address or edits `address`. `onSaved` gets it as the server saved it. */
export function AddressDialog({
  address,
  onClose,
  onSaved,
}: {
  address?: AddressWire
  onClose: () => void
  onSaved?: (address: AddressWire) => void
}) {
  return (
    <FormDialog open onClose={onClose} title={address ? '修改地址' : '新增地址'}>
      <AddressForm
        address={address}
        onClose={onClose}
        onSaved={(saved) => {
          onSaved?.(saved)
          onClose()
        }}
      />
    </FormDialog>
  )
}

function AddressForm({
  address,
  onClose,
  onSaved,
}: {
  address?: AddressWire
  onClose: () => void
  onSaved: (address: AddressWire) => void
}) {
  const refreshes = [addressList, userInfo]
  const add = useAct(addressAdd, { refreshes })
  const edit = useAct(addressEdit, { refreshes })
  const form = useZodForm({
    schema: addressAdd.input,
    initial: {
      name: address?.name ?? '',
      phone: address?.phone ?? '',
      address_code: address?.address_code ?? '',
      address: address?.address ?? '',
      default: address?.default ?? false,
    },
    onSubmit: async (input) =>
      onSaved(await (address ? edit.submit({ ...input, address_rid: address.address_rid }) : add.submit(input))),
  })
  const fill = ({ name, phone, address_code, address: detail }: AddressLine) => {
    if (name !== undefined) form.set('name', name)
    if (phone !== undefined) form.set('phone', phone)
    if (address_code !== undefined) form.set('address_code', address_code)
    if (detail !== undefined) form.set('address', detail)
  }
  return (
    <Form form={form} aria-label="地址">
      {!address && <PasteBox onRead={fill} />}
      <FormRow>
        <Field label="姓名" of={form.at('name')} required>
          <TextInput autoComplete="name" />
        </Field>
        <Field label="手机" of={form.at('phone')} required>
          <TextInput type="tel" inputMode="tel" autoComplete="tel" />
        </Field>
      </FormRow>
      <Field label="所在地区" of={form.at('address_code')} as="group" required>
        <RegionPicker />
      </Field>
      <Field label="详细地址" of={form.at('address')} required hint="街道、楼号、房间号">
        <TextInput autoComplete="street-address" />
      </Field>
      {!address?.default && (
        <Checkbox value={form.values.default === true} onValue={(on) => form.set('default', on)}>
          设为默认地址
        </Checkbox>
      )}
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存地址
        </Button>
      </FormActions>
    </Form>
  )
}

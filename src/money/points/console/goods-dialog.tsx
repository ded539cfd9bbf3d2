import { ImageInput } from '../../../shop/editing/images/image-input.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox, RadioGroup } from '../../../ui/inputs/choice.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput, Select, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffCampaigns } from '../../coupons/list-contract.ts'
import { goodsKinds } from '../goods/exchange-rules.ts'
import { staffGoodsList } from '../list-contract.ts'
import { type GoodsForm, type StaffGoods, staffGoodsAdd, staffGoodsEdit } from '../staff-contract.ts'

const fresh: GoodsForm = {
  kind: 'goods',
  name: '',
  img: '',
  about: '',
  points: 100,
  stock: 1,
  perPerson: null,
  onSale: true,
  campaignId: null,
}

/** New goods, or existing ones; their kind stays. */
export function GoodsDialog({ goods, onClose }: { goods?: StaffGoods; onClose: () => void }) {
  return (
    <FormDialog open onClose={onClose} title={goods ? '修改商品' : '新增商品'}>
      <GoodsFields goods={goods} onClose={onClose} />
    </FormDialog>
  )
}

function GoodsFields({ goods, onClose }: { goods: StaffGoods | undefined; onClose: () => void }) {
  const add = useAct(staffGoodsAdd, { refreshes: [staffGoodsList] })
  const edit = useAct(staffGoodsEdit, { refreshes: [staffGoodsList] })
  const form = useZodForm({
    schema: staffGoodsAdd.input,
    initial: goods ? formOf(goods) : fresh,
    onSubmit: async (input) => {
      if (goods) await edit.submit({ ...input, id: goods.id, version: goods.version })
      else await add.submit(input)
      toast.success(goods ? '商品已修改' : '商品已新增')
      onClose()
    },
  })
  const isCoupon = form.values.kind === 'coupon'
  return (
    <Form form={form} aria-label="积分商品">
      {!goods && (
        <Field label="类型" of={form.at('kind')} as="group" required>
          <RadioGroup
            options={Object.entries(goodsKinds).map(([value, label]) => ({
              value: value as keyof typeof goodsKinds,
              label,
            }))}
          />
        </Field>
      )}
      <Field label="名称" of={form.at('name')} required>
        <TextInput maxLength={60} />
      </Field>
      {isCoupon && (
        <Field label="优惠券活动" of={form.at('campaignId')} required hint="兑换后按活动的规则发放，每人限领同样适用">
          <CampaignChoice value={form.values.campaignId ?? null} onValue={(id) => form.set('campaignId', id)} />
        </Field>
      )}
      <FormRow>
        <Field label="所需积分" of={form.at('points')} required>
          <NumberInput unit="积分" />
        </Field>
        <Field
          label="库存"
          of={form.at('stock')}
          required={!isCoupon}
          hint={isCoupon ? '不填即由活动限制' : '兑换后自动减少'}
        >
          <NumberInput unit="件" />
        </Field>
        <Field label="每人限兑" of={form.at('perPerson')} hint="不填即不限">
          <NumberInput unit="件" />
        </Field>
      </FormRow>
      <Field label="图片" of={form.at('img')} as="group">
        <ImageInput label="图片" />
      </Field>
      <Field label="说明" of={form.at('about')}>
        <TextArea rows={3} maxLength={500} />
      </Field>
      <Field label="上架" of={form.at('onSale')} hideLabel>
        <Checkbox>上架，客户可以兑换</Checkbox>
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {goods ? '保存' : '新增'}
        </Button>
      </FormActions>
    </Form>
  )
}

function CampaignChoice({ value, onValue }: { value: number | null; onValue: (id: number | null) => void }) {
  const campaigns = useCall(staffCampaigns, { tab: 'running', size: 100 })
  return (
    <Loaded of={campaigns}>
      {({ list }) => (
        <Select
          value={value === null ? '' : String(value)}
          onValue={(next) => onValue(next === '' ? null : Number(next))}
          options={[
            { value: '', label: '请选择' },
            ...list.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </Loaded>
  )
}

function formOf(goods: StaffGoods): GoodsForm {
  return Object.fromEntries(
    Object.keys(fresh).map((key) => [key, goods[key as keyof GoodsForm]]),
  ) as unknown as GoodsForm
}

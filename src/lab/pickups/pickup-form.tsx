import { use, useEffect, useState } from 'react'
import { z } from 'zod'
import { addressList } from '../../people/addresses/contract.ts'
import type { AddressWire } from '../../people/customers/address-contract.ts'
import type { Call, OutputOf, SentTo } from '../../platform/contract/call.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { isAllowedRegion, regionText } from '../../core/regions/region-rules.ts'
import { RegionPicker } from '../../core/regions/region-picker.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { RadioGroup } from '../../ui/inputs/choice.tsx'
import { Field, type FieldState } from '../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm, type ZodForm } from '../../ui/inputs/form.tsx'
import { TextArea, TextInput } from '../../ui/inputs/input.tsx'
import { TypedReport } from '../../ui/inputs/typed-report.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { newAddressFields, samplingAdd, samplingDays, samplingList } from './contract.ts'
import { DayGrid } from './day-grid.tsx'
import css from './day-grid.module.css'
import { dayText, nextOpenDay, type PickupDay, pickupLimits, pickupTime, type SlotNumber } from './rules.ts'
import { Exception, exceptionOf } from './staff/submit-exception.tsx'

type Props = { orderNo: string; onDone: () => void; refreshes: readonly Call[] }
type Calendar = OutputOf<typeof samplingDays>
type SendAddress = SentTo<typeof samplingAdd>['sendAddress']

export function PickupForm(props: Props) {
  const calendar = useCall(samplingDays, {}, { alwaysAsk: true })
  const addresses = useCall(addressList, {}, { alwaysAsk: true })
  return (
    <Loaded of={calendar}>
      {(days) => (
        <Loaded of={addresses}>{({ list }) => <OpenForm {...props} calendar={days} addresses={list} />}</Loaded>
      )}
    </Loaded>
  )
}

/** Chosen values move with the calendar: a day or slot that has closed meanwhile is replaced by the next open one. */
function OpenForm({
  orderNo,
  onDone,
  refreshes,
  calendar,
  addresses,
}: Props & { calendar: Calendar; addresses: readonly AddressWire[] }) {
  const { days, regions, cities, tip } = calendar
  const open = addresses.filter(({ address_code: code }) => isAllowedRegion(code, regions))
  const first = open.find((address) => address.default) ?? open[0]
  const [wanted, setWanted] = useState('')
  const [slot, setSlot] = useState<SlotNumber>()
  const [rid, setRid] = useState(first?.address_rid ?? 0)
  const [message, setMessage] = useState('')
  const [failure, setFailure] = useState('')
  const add = useAct(samplingAdd, { refreshes: [samplingList, samplingDays, ...refreshes] })
  const day = nextOpenDay(days, wanted) ?? nextOpenDay(days)
  const time = day?.slots.find((each) => each.slot === slot && each.open)?.slot
  const submit = async (sendAddress: SendAddress) => {
    setFailure('')
    if (!day || time === undefined) return
    try {
      const { pickup } = await add.submit({ orderNo, type: 1, date: day.date, time, message, sendAddress })
      toast.success(`已预约上门取样：${pickup ? pickupTime({ day: pickup.date, slotText: pickup.timeText }) : ''}`)
      onDone()
    } catch (caught) {
      setFailure(exceptionOf(caught))
    }
  }
  const entered = useZodForm({
    schema: newAddressFields.extend(slotRule(time)),
    initial: { name: '', phone: '', address_code: '', address: '', time: OF_CALENDAR },
    onSubmit: ({ time: _time, ...address }) => submit(address),
  })
  const saved = useZodForm({
    schema: z.strictObject(slotRule(time)),
    initial: { time: OF_CALENDAR },
    onSubmit: () => submit({ address_rid: rid }),
  })
  const isNew = rid === 0
  const form: ZodForm | ZodForm<never> = isNew ? entered : saved
  const slotError = time === undefined ? form.errors['time'] : undefined
  const isTyped = (isNew && entered.dirty) || message !== ''
  const report = use(TypedReport)
  // After the effect of the form, which knows nothing of the message.
  useEffect(() => report?.(isTyped), [report, isTyped, isNew, entered.dirty])
  if (regions.length === 0) return <p role="status">暂未开通上门取样，请自行寄送。</p>
  if (!day) return <p role="status">最近 {pickupLimits.mostDaysAhead} 天的取样都已约满或停用，请自行寄送或改日再来。</p>
  return (
    <Form form={form} aria-label="上门取样">
      <MovedNote days={days} day={day} wanted={wanted} />
      <Field label="取样日期" as="group" required>
        <DayGrid days={days} value={day.date} onValue={setWanted} />
      </Field>
      <Field label="取样时段" of={slotField(time, setSlot, slotError)} as="group" required>
        <RadioGroup
          cards
          value={time ?? null}
          onValue={setSlot}
          options={day.slots.map((each) => ({
            value: each.slot,
            label: each.text,
            disabled: !each.open,
            note: each.open ? `余 ${each.left}` : each.reason,
          }))}
        />
      </Field>
      <SavedAddresses addresses={addresses} regions={regions} value={rid} onValue={setRid} cities={cities} />
      {isNew && <NewAddress form={entered} regions={regions} cities={cities} />}
      <Field label="留言" hint={tip || undefined}>
        <TextArea rows={2} maxLength={pickupLimits.message} value={message} onValue={setMessage} />
      </Field>
      <Exception text={failure} />
      <FormActions>
        <Button type="submit" variant="primary" busy={add.busy}>
          预约上门取样
        </Button>
      </FormActions>
    </Form>
  )
}

/** A value that is there, because a rule about a missing one is not asked. */
const OF_CALENDAR = 'calendar'

/** Which slot is chosen depends on the calendar, not on the form alone; a missing one is named together with the faults of the address. */
function slotRule(time: SlotNumber | undefined) {
  return {
    time: z.string().refine(() => time !== undefined, '请选择取样时段'),
  }
}

function slotField(
  value: SlotNumber | undefined,
  set: (slot: SlotNumber) => void,
  error: string | undefined,
): FieldState {
  return { name: 'time', value, set: (slot) => set(slot as SlotNumber), ...(error === undefined ? {} : { error }) }
}

/** Announces that the day is not the one that was asked for, with the reason. */
function MovedNote({ days, day, wanted }: { days: readonly PickupDay[]; day: PickupDay; wanted: string }) {
  const asked = days.find(({ date }) => date === wanted) ?? days[0]
  const moved = asked && asked.date !== day.date
  return (
    <p role="status" className={css.moved}>
      {moved ? `${dayText(asked.date)}${asked.reason}，已为您选到 ${dayText(day.date)}。` : ''}
    </p>
  )
}

/** Addresses in cities without pickup cannot be chosen; when all are, a new one is entered. */
function SavedAddresses({
  addresses,
  regions,
  cities,
  value,
  onValue,
}: {
  addresses: readonly AddressWire[]
  regions: readonly string[]
  cities: readonly string[]
  value: number
  onValue: (rid: number) => void
}) {
  if (addresses.length === 0) return null
  const isOpen = ({ address_code: code }: AddressWire) => isAllowedRegion(code, regions)
  if (!addresses.some(isOpen))
    return (
      <p role="status">
        现有地址所在城市（{[...new Set(addresses.map(({ city, province }) => city || province))].join('、')}
        ）暂未开通上门取样，请填写新地址。已开通：{cities.join('、')}。
      </p>
    )
  return (
    <Field label="取样地址" as="group" required>
      <RadioGroup
        cards
        value={value}
        onValue={onValue}
        options={[
          ...addresses.map((address) => ({
            value: address.address_rid,
            label: `${address.name} ${address.phone} ${regionText(address)}${address.address}`,
            disabled: !isOpen(address),
            note: isOpen(address) ? (address.default ? '默认地址' : undefined) : '所在城市暂未开通上门取样',
          })),
          { value: 0, label: '使用新地址' },
        ]}
      />
    </Field>
  )
}

function NewAddress({
  form,
  regions,
  cities,
}: {
  form: ZodForm<typeof newAddressFields>
  regions: readonly string[]
  cities: readonly string[]
}) {
  return (
    <>
      <FormRow>
        <Field label="姓名" of={form.at('name')} required>
          <TextInput autoComplete="name" maxLength={30} />
        </Field>
        <Field label="手机" of={form.at('phone')} required>
          <TextInput type="tel" inputMode="tel" autoComplete="tel" maxLength={11} />
        </Field>
      </FormRow>
      <Field label="取样地址" of={form.at('address_code')} as="group" required hint={`已开通：${cities.join('、')}`}>
        <RegionPicker allowed={regions} />
      </Field>
      <Field label="详细地址" of={form.at('address')} required hint="街道、楼号、房间号">
        <TextInput autoComplete="street-address" maxLength={100} />
      </Field>
    </>
  )
}

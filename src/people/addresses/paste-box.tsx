import { useState } from 'react'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { TextArea } from '../../ui/inputs/input.tsx'
import { type AddressLine, parseAddressLine } from './address-line-rules.ts'
import css from './paste-box.module.css'
import { useRegions } from '../../core/regions/region-picker.tsx'

const labels: Record<keyof AddressLine, string> = {
  name: '姓名',
  phone: '手机',
  address_code: '所在地区',
  address: '详细地址',
}
const fields = Object.keys(labels) as (keyof AddressLine)[]

/** Fills the form from a line copied from a chat or a label. Fields that were not found stay unchanged and are named. */
export function PasteBox({ onRead }: { onRead: (read: AddressLine) => void }) {
  const { data: regions } = useRegions()
  const [line, setLine] = useState('')
  const [said, setSaid] = useState('')
  const read = (text: string) => {
    if (!regions || text.trim() === '') return
    const found = parseAddressLine(text, regions)
    const missing = fields.filter((field) => found[field] === undefined)
    onRead(found)
    setSaid(
      missing.length === 0 ? '已填入，请核对' : `已填入，请补充${missing.map((field) => labels[field]).join('、')}`,
    )
  }
  return (
    <div className={css.box}>
      <Field label="粘贴整段地址" hint="如：张三 138 0013 8000 江苏省南京市鼓楼区汉口路22号">
        <TextArea
          rows={2}
          maxLength={300}
          autoComplete="off"
          value={line}
          onValue={setLine}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            // When the box already holds text, the person may be correcting it: the button parses it then.
            if (line === '') read(pasted)
          }}
        />
      </Field>
      <div className={css.act}>
        <Button size="s" aria-disabled={line.trim() === '' || undefined} onClick={() => read(line)}>
          识别
        </Button>
        <span role="status" className={css.said}>
          {said}
        </span>
      </div>
    </div>
  )
}

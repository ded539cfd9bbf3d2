import { Card } from '../../../ui/layout/card.tsx'
import { CheckboxGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

type Props = { items: readonly string[]; ticked: readonly string[]; onTicked: (ticked: string[]) => void }

/** The items that the second person ticks one by one before the delivery. */
export function CheckList({ items, ticked, onTicked }: Props) {
  return (
    <Field as="group" label="核对清单">
      <CheckboxGroup
        value={[...ticked]}
        onValue={onTicked}
        options={items.map((item) => ({ value: item, label: item }))}
      />
    </Field>
  )
}

/** What was ticked at the latest verification, by whom and when. */
export function Checked({ checked }: { checked: readonly { text: string; by: string; at: string }[] }) {
  const [first] = checked
  if (!first) return null
  return (
    <Card title="审核核对">
      <ul>
        {checked.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <small>
        {first.by} 于 {minuteText(first.at)} 逐项核对
      </small>
    </Card>
  )
}

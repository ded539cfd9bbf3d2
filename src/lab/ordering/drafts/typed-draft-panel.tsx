import { useState } from 'react'
import { shanghaiTime } from '../../../platform/time.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { PageTitle } from '../../../ui/layout/page-header.tsx'
import type { DraftDifference } from './typed-draft-rules.ts'

interface Props {
  /** Epoch milliseconds. */
  typedAt: number
  elsewhere: boolean
  differences: DraftDifference[]
  /** Called with the keys of the typed text to keep. */
  onChoose: (keys: ReadonlySet<string>) => void
}

/** Shows typed text that is not on the server beside the saved text, part by part; the person chooses which to keep. */
export function TypedDraftPanel({ typedAt, elsewhere, differences, onChoose }: Props) {
  const all = new Set(differences.map(({ key }) => key))
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set())
  const choose = (key: string, typed: boolean) => {
    const next = new Set(dropped)
    if (typed) next.delete(key)
    else next.add(key)
    setDropped(next)
  }
  return (
    <div className="page" style={{ paddingBlock: 'var(--space-24)' }}>
      <div className="stack">
        <div>
          <PageTitle>您填写的内容还没有保存</PageTitle>
          <p role="status">
            {elsewhere
              ? '此订单已在另一台设备或页面上修改。'
              : `您在 ${shanghaiTime(new Date(typedAt)).slice(0, 16)} 填写的内容没有来得及保存。`}
            请选择保留哪一份，未选的一份将不再保留。
          </p>
        </div>
        <Card title={`${differences.length} 处不同`}>
          <div className="stack">
            {differences.map(({ key, label, typed, saved }) => (
              <Field key={key} label={label} as="group">
                <RadioGroup
                  cards
                  value={dropped.has(key) ? 'saved' : 'typed'}
                  onValue={(side) => choose(key, side === 'typed')}
                  options={[
                    { value: 'typed', label: typed, note: '您填写的' },
                    { value: 'saved', label: saved, note: '已保存的' },
                  ]}
                />
              </Field>
            ))}
          </div>
        </Card>
        <div className="cluster">
          <Button variant="primary" onClick={() => onChoose(new Set([...all].filter((key) => !dropped.has(key))))}>
            {dropped.size === 0 ? '保留我填写的内容' : '按以上选择保存'}
          </Button>
          <Button onClick={() => onChoose(new Set())}>全部改用已保存的</Button>
        </div>
      </div>
    </div>
  )
}

import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../../ui/inputs/button.tsx'
import type { FieldState } from '../../../../ui/inputs/field.tsx'
import { Skeleton } from '../../../../ui/feedback/states.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import css from '../../inputs.module.css'

const ElementPicker = lazy(async () => ({
  default: (await import('../../../../ui/picker/element-picker.tsx')).ElementPicker,
}))

/** The chosen elements; the periodic table opens on demand, because a list of rules may have many of these. */
export function ElementsInput({ label, state }: { label: string; state: FieldState }) {
  const [isOpen, setOpen] = useState(false)
  const chosen = (state.value ?? []) as string[]
  return (
    <div className={css.stack}>
      {chosen.length > 0 && (
        <span className="cluster">
          {chosen.map((symbol) => (
            <Tag key={symbol} onRemove={() => state.set(chosen.filter((each) => each !== symbol))}>
              {symbol}
            </Tag>
          ))}
        </span>
      )}
      <span>
        <Button
          size="s"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? '收起' : '选择'}${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '收起周期表' : '从周期表选择'}
        </Button>
      </span>
      {isOpen && (
        <Suspense fallback={<Skeleton lines={1} height={280} label="正在加载周期表" />}>
          <ElementPicker label={label} value={chosen} onValue={(symbols) => state.set(symbols)} />
        </Suspense>
      )}
    </div>
  )
}

import { type DragEvent } from 'react'
import { Button } from '../../ui/inputs/button.tsx'
import { Checkbox } from '../../ui/inputs/choice.tsx'
import { cx } from '../../ui/text/class-names.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Icon } from '../../ui/text/icon.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { type Field as FieldDefinition, fieldKindLabels } from '../catalogue/forms/form-rules.ts'
import { ConditionInput } from './condition-input.tsx'
import { EffectInput } from './effect-input.tsx'
import css from './form-editing.module.css'
import { KindParts } from './kind-parts.tsx'
import type { Part } from './part.ts'

interface FieldCardProps extends Part {
  field: FieldDefinition
  index: number
  count: number
  open: boolean
  onOpen: (open: boolean) => void
  onMove: (to: number) => void
  onRemove: () => void
  /** Drag and drop; the buttons beside it do the same by keyboard. */
  dragging: boolean
  onDrag: (dragging: boolean) => void
  onDrop: () => void
}

/** One field of the form: a line that can be moved, and its settings when it is open. */
export function FieldCard(props: FieldCardProps) {
  const { field, index, count, open, onOpen, onMove, onRemove, dragging, onDrag, onDrop, ...part } = props
  const { at, path } = part
  const name = field.label || `第 ${index + 1} 个字段`
  const error = at(path).error
  const accept = (event: DragEvent) => event.preventDefault()
  return (
    <li
      className={cx(css.card, dragging && css.dragging)}
      data-field={path}
      onDragOver={accept}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <div className={css.head}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons at the right move the field by keyboard */}
        <span
          className={css.handle}
          draggable
          title="拖动排序"
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', field.key)
            onDrag(true)
          }}
          onDragEnd={() => onDrag(false)}
        >
          <Icon name="menu" size={16} />
        </span>
        <button type="button" className={css.title} aria-expanded={open} onClick={() => onOpen(!open)}>
          <b>{name}</b> {field.required && <span className={css.must}>必填</span>}
        </button>
        <Tag>{fieldKindLabels[field.kind]}</Tag>
        <span className={css.headTools}>
          <Button
            size="s"
            icon="chevron-up"
            disabled={index === 0}
            aria-label={`上移：${name}`}
            onClick={() => onMove(index - 1)}
          />
          <Button
            size="s"
            icon="chevron-down"
            disabled={index === count - 1}
            aria-label={`下移：${name}`}
            onClick={() => onMove(index + 1)}
          />
          <Button size="s" icon="trash" aria-label={`删除：${name}`} onClick={onRemove} />
        </span>
      </div>
      {error && (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
      <div hidden={!open} className={css.details}>
        <div className={css.grid}>
          <Field label="字段名称" of={at(`${path}.label`)} required>
            <TextInput maxLength={60} />
          </Field>
          <Field label="提示" of={at(`${path}.hint`)}>
            <TextInput maxLength={200} />
          </Field>
          <Field label="必填" of={at(`${path}.required`)}>
            <Checkbox>客户必须填写</Checkbox>
          </Field>
        </div>
        <KindParts {...part} field={field} index={index} />
        <ConditionInput {...part} index={index} label="何时显示" />
        <EffectInput {...part} counts={['number', 'elements', 'table', 'choices'].includes(field.kind)} />
      </div>
    </li>
  )
}

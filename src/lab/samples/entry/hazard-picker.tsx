import { useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { CheckboxGroup } from '../../../ui/inputs/choice.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { refusedHazards } from './entry-rules.ts'
import { type Hazard, hazardLabels, hazards } from '../../../shop/catalogue/requirements/hazard-rules.ts'

/** Declares the hazards of a sample; hazards that are not accepted are marked. */
export function HazardPicker({
  label,
  value,
  onValue,
}: {
  label: string
  value: readonly Hazard[]
  onValue: (value: Hazard[]) => void
}) {
  const [open, setOpen] = useState(false)
  const text = value.length === 0 ? '无' : value.map((hazard) => hazardLabels[hazard]).join('、')
  return (
    <>
      <Button size="s" wide aria-label={`${label}：${text}`} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {/* Made when it is opened: a grid has two hundred of these buttons. */}
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title="危险性申报"
          size="s"
          light
          footer={
            <Button variant="primary" onClick={() => setOpen(false)}>
              完成
            </Button>
          }
        >
          <Field as="group" label="请如实勾选，均不适用则不选">
            <CheckboxGroup
              value={value}
              onValue={onValue}
              options={hazards.map((hazard) => ({
                value: hazard,
                label: hazardLabels[hazard],
                note: refusedHazards.includes(hazard) ? '不接收此类样品' : undefined,
              }))}
            />
          </Field>
        </Dialog>
      )}
    </>
  )
}

import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { libraryCurves } from '../contract.ts'
import css from '../library.module.css'
import { figureLabel } from '../rules.ts'
import { collectionAdd, collectionList } from './collection-contract.ts'
import { CurveNotes } from './curve-notes.tsx'
import { OverlayFigure } from './overlay-figure.tsx'
import { type OverlayView, plainOverlay } from './overlay-rules.ts'

/** The chosen curves over each other, to look at or to keep as a collection. */
export function OverlayDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const curves = useCall(libraryCurves, { ids })
  const [view, setView] = useState<OverlayView>(plainOverlay)
  return (
    <Dialog open onClose={onClose} title="曲线叠加" size="full">
      <Loaded of={curves} waiting={<Skeleton lines={1} height={360} />}>
        {({ list }) => {
          const named = list.map((each) => ({ ...each, label: figureLabel(each.curve) }))
          return (
            <div className="stack">
              <OverlayFigure title="曲线叠加" curves={named} view={view} onView={setView} />
              <Keep curves={named.map(({ curve, label }) => ({ id: curve.id, label }))} view={view} />
              <CurveNotes curves={named} />
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

function Keep({ curves, view }: { curves: { id: number; label: string }[]; view: OverlayView }) {
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const add = useAct(collectionAdd, {
    refreshes: [collectionList],
    onDone: ({ id }) => {
      toast.success('已保存为谱图集')
      void navigate(`/member/library/${id}`)
    },
  })
  return (
    <form
      className={css.controls}
      onSubmit={(event) => {
        event.preventDefault()
        void add.run({ name, remark: '', curves, view })
      }}
    >
      <Field label="谱图集名称">
        <TextInput value={name} onValue={setName} maxLength={60} />
      </Field>
      <Button type="submit" variant="primary" busy={add.busy} disabled={name.trim() === ''}>
        保存为谱图集
      </Button>
    </form>
  )
}

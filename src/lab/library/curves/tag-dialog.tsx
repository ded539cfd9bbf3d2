import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { libraryChoices, libraryList, libraryTag } from '../contract.ts'
import css from '../library.module.css'
import { mostTagLength } from '../rules.ts'

interface Props {
  ids: number[]
  /** That some of the curves have. */
  tags: readonly string[]
  onClose: () => void
}

/** Gives the chosen curves a tag, or takes one from all of them. */
export function TagDialog({ ids, tags, onClose }: Props) {
  const [tag, setTag] = useState('')
  const act = useAct(libraryTag, {
    refreshes: [libraryList, libraryChoices],
    onDone: () => {
      toast.success('已更新标签')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={`标签（${ids.length} 条曲线）`} size="s">
      <div className="stack">
        <form
          className={css.controls}
          onSubmit={(event) => {
            event.preventDefault()
            void act.run({ ids, tag, on: true })
          }}
        >
          <Field label="加上标签">
            <TextInput value={tag} onValue={setTag} maxLength={mostTagLength} />
          </Field>
          <Button type="submit" variant="primary" busy={act.busy} disabled={tag.trim() === ''}>
            加上
          </Button>
        </form>
        {tags.length > 0 && (
          <div className="cluster">
            {tags.map((each) => (
              <Button
                key={each}
                size="s"
                icon="close"
                busy={act.busy}
                onClick={() => void act.run({ ids, tag: each, on: false })}
              >
                {`去掉 ${each}`}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  )
}

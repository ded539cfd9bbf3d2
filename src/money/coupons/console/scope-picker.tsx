import { useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { typeGroup } from '../../../shop/catalogue/contract.ts'
import { ProjectSelect } from '../../../shop/catalogue/project-select.tsx'
import { CheckboxGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

interface Scope {
  projectIds: number[]
  categoryIds: number[]
}

/** Projects and categories that a coupon covers; none chosen means all. */
export function ScopePicker({
  projectIds,
  categoryIds,
  onChange,
}: Scope & { onChange: (change: Partial<Scope>) => void }) {
  const tree = useCall(typeGroup, {})
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const categories = (tree.data ?? []).flatMap((type) => type.children)
  const add = (id: number, name: string) => {
    setNames(new Map([...names, [id, name]]))
    if (!projectIds.includes(id)) onChange({ projectIds: [...projectIds, id] })
  }
  return (
    <>
      <Field label="适用分类" as="group" hint="分类与项目都不选即全部项目">
        <CheckboxGroup
          value={categoryIds}
          onValue={(ids) => onChange({ categoryIds: ids })}
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <ProjectSelect label="适用项目" onPick={add} />
      {projectIds.length > 0 && (
        <div className="cluster">
          {projectIds.map((id) => (
            <Tag key={id} onRemove={() => onChange({ projectIds: projectIds.filter((other) => other !== id) })}>
              {names.get(id) ?? `项目 ${id}`}
            </Tag>
          ))}
        </div>
      )}
    </>
  )
}

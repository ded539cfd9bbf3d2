import { useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { deviceSearch, typeGroup } from '../../../shop/catalogue/contract.ts'
import { CheckboxGroup } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/input.tsx'
import { Tag } from '../../../ui/tag.tsx'

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

/** Finds one project of a category. */
export function ProjectSelect({ label, onPick }: { label: string; onPick: (id: number, name: string) => void }) {
  const tree = useCall(typeGroup, {})
  const [categoryId, setCategoryId] = useState(0)
  const [page, setPage] = useState(1)
  const found = useCall(deviceSearch, { typeId: categoryId, page, size: 100 }, { enabled: categoryId > 0 })
  const list = found.data?.list ?? []
  const more = (found.data?.total ?? 0) > page * 100
  return (
    <Field label={label} as="group" hint="先选分类，再选项目">
      <div className="cluster">
        <Select
          aria-label={`${label}：分类`}
          value={categoryId === 0 ? '' : String(categoryId)}
          onValue={(id) => {
            setCategoryId(Number(id))
            setPage(1)
          }}
          placeholder="分类"
          options={(tree.data ?? [])
            .flatMap((type) => type.children)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Select
          aria-label={`${label}：项目`}
          value=""
          disabled={list.length === 0}
          onValue={(id) => {
            if (id === 'more') return setPage(page + 1)
            const item = list.find(({ rid }) => String(rid) === id)
            if (item) onPick(item.rid, item.name)
          }}
          placeholder="项目"
          options={[
            ...list.map(({ rid, name }) => ({ value: String(rid), label: name })),
            ...(more ? [{ value: 'more', label: '更多项目……' }] : []),
          ]}
        />
      </div>
    </Field>
  )
}

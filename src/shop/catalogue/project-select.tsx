import { type ReactNode, useState } from 'react'
import { useCall } from '../../platform/client/use-call.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/input.tsx'
import { deviceNames, deviceSearch, typeGroup } from './contract.ts'

/** Reads the names of projects. One that was never on sale, or whose name is still being read, is named by its number. */
export function ProjectNames({
  rids,
  children,
}: {
  rids: readonly number[]
  children: (nameOf: (rid: number) => string) => ReactNode
}) {
  const asked = [...new Set(rids)].sort((a, b) => a - b)
  const { data } = useCall(deviceNames, { rids: asked }, { enabled: asked.length > 0 })
  const names = new Map((data ?? []).map(({ rid, name }) => [rid, name]))
  return children((rid) => names.get(rid) ?? `项目 ${rid}`)
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

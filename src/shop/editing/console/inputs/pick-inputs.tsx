import { useState } from 'react'
import { suggest, typeGroup } from '../../../catalogue/contract.ts'
import { useCall } from '../../../../platform/client/use-call.ts'
import { SmartLink } from '../../../../ui/text/link.tsx'
import { Button } from '../../../../ui/inputs/button.tsx'
import { useFieldLink } from '../../../../ui/inputs/field.tsx'
import { Select, TextInput } from '../../../../ui/inputs/input.tsx'
import { contentProjectNames } from '../../revisions/revision-contract.ts'
import css from '../../inputs.module.css'

interface Picked {
  id: number
  name: string
}

/** The chosen items in their order, with buttons to move and remove them. */
function PickedList({ items, onChange }: { items: Picked[]; onChange: (ids: number[]) => void }) {
  const ids = items.map(({ id }) => id)
  if (items.length === 0) return <p className={css.none}>还没有选择</p>
  return (
    <ol className={css.picked}>
      {items.map(({ id, name }, index) => (
        <li key={id}>
          <span>{name}</span>
          <span className="cluster">
            {index > 0 && (
              <Button
                size="s"
                icon="chevron-up"
                aria-label={`上移：${name}`}
                onClick={() => onChange(ids.with(index - 1, id).with(index, ids[index - 1] as number))}
              />
            )}
            <Button
              size="s"
              icon="trash"
              aria-label={`移除：${name}`}
              onClick={() => onChange(ids.filter((each) => each !== id))}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Projects by name, alias or pinyin. `single` holds one number or nothing instead of a list. */
export function ProjectsInput({ label, most, single }: { label: string; most: number; single?: boolean }) {
  const state = useFieldLink()?.state
  const [kw, setKw] = useState('')
  const value = state?.value
  const ids = single ? (typeof value === 'number' ? [value] : []) : Array.isArray(value) ? (value as number[]) : []
  const names = useCall(contentProjectNames, { rids: ids }, { enabled: ids.length > 0 })
  const found = useCall(suggest, { kw }, { enabled: kw.trim() !== '' })
  const change = (next: number[]) => state?.set(single ? (next[0] ?? null) : next)
  const nameOf = (id: number) => names.data?.find(({ rid }) => rid === id)?.name ?? `项目 ${id}（已下架）`
  const offered = kw.trim() === '' ? [] : (found.data ?? []).filter(({ rid }) => !ids.includes(rid)).slice(0, 6)
  return (
    <div className={css.stack}>
      <PickedList items={ids.map((id) => ({ id, name: names.isPending ? '…' : nameOf(id) }))} onChange={change} />
      {ids.length < most && (
        <>
          <TextInput
            name="project-search"
            type="search"
            value={kw}
            onValue={setKw}
            placeholder="输入项目名称、缩写或拼音查找"
            aria-label={`查找${label}`}
          />
          {offered.length > 0 && (
            <ul role="list" aria-label="找到的项目" className={css.offered}>
              {offered.map(({ rid, name }) => (
                <li key={rid}>
                  <Button
                    size="s"
                    icon="plus"
                    onClick={() => {
                      change([...ids, rid])
                      setKw('')
                    }}
                  >
                    {name}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {kw.trim() !== '' && found.data && offered.length === 0 && <p className={css.none}>没有找到，换个词试试</p>}
        </>
      )}
    </div>
  )
}

export function CategoriesInput({ label, most }: { label: string; most: number }) {
  const state = useFieldLink()?.state
  const tree = useCall(typeGroup, {})
  const ids = Array.isArray(state?.value) ? (state.value as number[]) : []
  const all = (tree.data ?? []).flatMap(({ children }) =>
    children.flatMap((each) => [
      each,
      ...each.children.map((child) => ({ ...child, name: `${each.name} / ${child.name}` })),
    ]),
  )
  const nameOf = (id: number) => all.find((each) => each.id === id)?.name ?? `分类 ${id}`
  return (
    <div className={css.stack}>
      <PickedList items={ids.map((id) => ({ id, name: nameOf(id) }))} onChange={(next) => state?.set(next)} />
      {ids.length < most && (
        <Select
          name="category-add"
          value=""
          aria-label={`添加${label}`}
          placeholder="添加分类…"
          options={all
            .filter(({ id }) => !ids.includes(id))
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          onValue={(id) => id && state?.set([...ids, Number(id)])}
        />
      )}
    </div>
  )
}

/** Chooses the parent of a category: a type or a first-level category. The three types have no parent. */
export function ParentInput({ label }: { label: string }) {
  const state = useFieldLink()?.state
  const tree = useCall(typeGroup, {})
  const value = typeof state?.value === 'number' ? String(state.value) : ''
  const options = (tree.data ?? []).flatMap((type) => [
    { value: String(type.id), label: type.name },
    ...type.children.map(({ id, name }) => ({ value: String(id), label: `${type.name} / ${name}` })),
  ])
  const known = value === '' || options.some((option) => option.value === value)
  return (
    <Select
      name="category-parent"
      aria-label={label}
      value={value}
      placeholder="请选择上级"
      options={known ? options : [...options, { value, label: `分类 ${value}（已下线）` }]}
      onValue={(id) => state?.set(id === '' ? null : Number(id))}
    />
  )
}

/** The category of a project: below one of the three types. */
export function ProjectCategory() {
  const state = useFieldLink()?.state
  const tree = useCall(typeGroup, {})
  const value = typeof state?.value === 'number' ? String(state.value) : ''
  const options = (tree.data ?? []).flatMap((type) =>
    type.children.flatMap((each) => [
      { value: String(each.id), label: `${type.name} / ${each.name}` },
      ...each.children.map((child) => ({
        value: String(child.id),
        label: `${type.name} / ${each.name} / ${child.name}`,
      })),
    ]),
  )
  const known = value === '' || tree.isPending || options.some((option) => option.value === value)
  if (tree.data && options.length === 0)
    return (
      <p>
        还没有分类，请先<SmartLink to="/console/content/category/new">新建分类</SmartLink>
      </p>
    )
  return (
    <Select
      name="project-category"
      value={value}
      placeholder="请选择分类"
      options={known ? options : [...options, { value, label: `分类 ${value}（已下线）` }]}
      onValue={(id) => state?.set(id === '' || id === undefined ? undefined : Number(id))}
    />
  )
}

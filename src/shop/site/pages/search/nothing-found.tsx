import { SmartLink } from '../../../../ui/text/link.tsx'
import { EmptyState } from '../../../../ui/feedback/states.tsx'
import css from '../search.module.css'

/** Shown when nothing is found: similar projects, and a way to ask the laboratory. */
export function NothingFound({ kw, instead }: { kw: string; instead: readonly { rid: number; name: string }[] }) {
  return (
    <EmptyState
      title={`没有找到与「${kw}」相关的内容`}
      icon="search"
      action={{ label: '提交需求', to: `/require?${new URLSearchParams({ about: kw })}` }}
    >
      {instead.length > 0 ? (
        <>
          您要找的可能是：
          <ul role="list" className={css.instead}>
            {instead.map(({ rid, name }) => (
              <li key={rid}>
                <SmartLink to={`/detail/${rid}`}>{name}</SmartLink>
              </li>
            ))}
          </ul>
        </>
      ) : (
        '换一个说法试试：仪器名称、英文缩写或拼音首字母都可以；也可以把需求告诉我们。'
      )}
    </EmptyState>
  )
}

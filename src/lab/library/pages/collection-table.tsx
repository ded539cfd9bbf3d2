import { useSearchParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { SearchBox } from '../../../ui/inputs/search-box.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { collectionList } from '../collections/collection-contract.ts'
import css from '../library.module.css'
import { minuteText, shortDay } from '../../../ui/text/day-text.ts'

type Collection = OutputOf<typeof collectionList>['list'][number]
const size = 20

export function CollectionTable() {
  const [query, setQuery] = useSearchParams()
  const kw = query.get('kw') ?? ''
  const page = Math.max(1, Number(query.get('page')) || 1)
  const found = useCall(collectionList, { kw, page, size })
  const go = (change: Record<string, string>) => setQuery(new URLSearchParams({ tab: 'collections', ...change }))
  return (
    <>
      <SearchBox
        label="搜索谱图集"
        placeholder="名称、说明"
        defaultValue={kw}
        onSearch={(next) => go(next === '' ? {} : { kw: next })}
      />
      <Loaded of={found}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState
              title={kw === '' ? '还没有谱图集' : '没有符合条件的谱图集'}
              icon="file"
              action={{ label: '去选择曲线', to: '/member/library' }}
            >
              选择曲线并叠加后，可以保存为谱图集并以链接分享。
            </EmptyState>
          ) : (
            <>
              <Paged
                rows={list.length}
                page={page}
                pageCount={Math.ceil(total / size)}
                onPage={(next) => go({ ...(kw === '' ? {} : { kw }), page: String(next) })}
              >
                <Table caption="谱图集" hideCaption columns={columns} rows={list} rowKey={({ id }) => String(id)} />
              </Paged>
            </>
          )
        }
      </Loaded>
    </>
  )
}

const columns: Column<Collection>[] = [
  {
    key: 'name',
    header: '名称',
    rowHeader: true,
    cardLabel: '',
    render: ({ id, name, remark }) => (
      <span className={css.name}>
        <SmartLink to={`/member/library/${id}`}>{name}</SmartLink>
        <span className={css.quiet}>{remark}</span>
      </span>
    ),
  },
  { key: 'curves', header: '曲线', align: 'end', render: ({ curveCount }) => curveCount },
  { key: 'share', header: '分享', render: ({ share }) => (share ? `${shortDay(share.expiresAt)} 失效` : '未分享') },
  {
    key: 'updated',
    header: '修改时间',
    render: ({ updatedAt }) => <span className="num">{minuteText(updatedAt)}</span>,
  },
]

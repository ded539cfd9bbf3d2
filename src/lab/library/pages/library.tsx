import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import { send } from '../../../platform/client/transport.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { BulkBar } from '../../../ui/tables/toolbar.tsx'
import { OverlayDialog } from '../collections/overlay-dialog.tsx'
import { libraryFile, libraryList } from '../contract.ts'
import { TagDialog } from '../curves/tag-dialog.tsx'
import { mostDrawn } from '../rules.ts'
import { CollectionTable } from './collection-table.tsx'
import { CurveTable } from './curve-table.tsx'
import { askedBy, FilterForm, filterNames, type Filters } from './filter-form.tsx'
import css from '../library.module.css'

export const meta = () => [{ title: '谱图库 · 明析科测' }]

const size = 20
type Curve = OutputOf<typeof libraryList>['list'][number]

export default function Library() {
  const [query] = useSearchParams()
  const collections = query.get('tab') === 'collections'
  return (
    <div className="stack">
      <PageHeader title="谱图库" sub="已交付的每条曲线，按样品、成分和方法查找，跨订单叠加与相减" />
      <LinkTabs
        label="谱图库分类"
        tabs={[
          { to: '?', label: '曲线', current: !collections },
          { to: '?tab=collections', label: '谱图集', current: collections },
        ]}
      />
      {collections ? <CollectionTable /> : <Curves />}
    </div>
  )
}

function Curves() {
  const [query, setQuery] = useSearchParams()
  const filters = Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ''])) as Filters
  const page = Math.max(1, Number(query.get('page')) || 1)
  const asked = askedBy(filters)
  const found = useCall(libraryList, { ...asked, page, size })
  const file = useDownload(() => send(libraryFile, { ...asked, browserKey: browserKey() }))
  const [chosen, setChosen] = useState<ReadonlyMap<string, Curve>>(new Map())
  const filtered = filterNames.some((name) => name !== 'sort' && filters[name] !== '')
  return (
    <>
      <FilterForm
        key={query.toString()}
        filters={filters}
        onSearch={(next) => setQuery(new URLSearchParams(Object.entries(next).filter(([, value]) => value !== '')))}
      />
      <Loaded of={found}>
        {({ list, total, totalIsCapped }) =>
          total === 0 ? (
            <Nothing filtered={filtered} onClear={() => setQuery(new URLSearchParams())} />
          ) : (
            <>
              <div className={css.found}>
                <p role="status">{totalIsCapped ? `共 ${total} 条以上曲线，请缩小范围` : `共 ${total} 条曲线`}</p>
                <Button icon="download" busy={file.busy} onClick={() => void file.download()}>
                  下载 CSV
                </Button>
              </div>
              <Paged
                rows={list.length}
                page={page}
                pageCount={Math.ceil(total / size)}
                onPage={(next) =>
                  setQuery((old) => new URLSearchParams({ ...Object.fromEntries(old), page: String(next) }))
                }
              >
                <CurveTable rows={list} chosen={chosen} onChosen={(keys) => setChosen(chosenOf(keys, chosen, list))} />
              </Paged>
            </>
          )
        }
      </Loaded>
      <Chosen curves={[...chosen.values()]} onClear={() => setChosen(new Map())} />
    </>
  )
}

/** Chosen curves stay chosen on other pages; more than can be drawn are not taken. */
function chosenOf(keys: ReadonlySet<string>, before: ReadonlyMap<string, Curve>, list: readonly Curve[]) {
  const rows = [...keys].flatMap((key) => before.get(key) ?? list.find(({ id }) => String(id) === key) ?? [])
  if (rows.length > mostDrawn) toast.info(`一次最多选择 ${mostDrawn} 条曲线`)
  return new Map(rows.slice(0, mostDrawn).map((row) => [String(row.id), row]))
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered)
    return <EmptyState title="没有符合条件的曲线" icon="search" action={{ label: '清除条件', onClick: onClear }} />
  return (
    <EmptyState title="谱图库还没有曲线" icon="file" action={{ label: '查看我的订单', to: '/member/order' }}>
      数据交付后，可以绘制的曲线自动收入这里。
    </EmptyState>
  )
}

function Chosen({ curves, onClear }: { curves: readonly Curve[]; onClear: () => void }) {
  const [open, setOpen] = useState<'overlay' | 'tags'>()
  const ids = curves.map(({ id }) => id)
  const close = () => setOpen(undefined)
  return (
    <>
      <BulkBar count={curves.length} onClear={onClear}>
        <Button size="s" variant="primary" onClick={() => setOpen('overlay')}>
          {curves.length > 1 ? '叠加' : '查看'}
        </Button>
        <Button size="s" onClick={() => setOpen('tags')}>
          标签
        </Button>
      </BulkBar>
      {open === 'overlay' && <OverlayDialog ids={ids} onClose={close} />}
      {open === 'tags' && (
        <TagDialog
          ids={ids}
          tags={[...new Set(curves.flatMap(({ tags }) => tags))]}
          onClose={() => {
            close()
            onClear()
          }}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStaff } from '../../../core/staff/me.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { SearchBox } from '../../../ui/inputs/search-box.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Toolbar } from '../../../ui/tables/toolbar.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { type Shelf, shelfList } from '../shelves/shelf-contract.ts'
import { shelvedStages, temperatureLabels, temperatures } from '../shelves/shelf-rules.ts'
import { MoveDialog } from './move-dialog.tsx'
import { ShelfDialog } from './shelf-dialog.tsx'
import css from './shelves.module.css'

export const meta = () => [{ title: '架位 · 明析科测后台' }]

const SIZE = 36

/** Rooms and shelves with what stands on them and how many places are free. */
export default function Shelves() {
  const { get, page, href } = useAddress()
  const navigate = useNavigate()
  const { may } = useStaff()
  const [adding, setAdding] = useState(false)
  const [room, kw, free] = [get('room'), get('kw'), get('free') === '1']
  const temperature = temperatures.find((key) => key === get('temperature')) ?? ''
  const map = useCall(shelfList, { room, temperature, kw, free, page, size: SIZE })
  const put = (change: Record<string, string>) => void navigate(href(change))
  const filtered = room !== '' || temperature !== '' || kw !== '' || free
  const codes = (map.data?.list ?? []).map(({ code }) => code)
  return (
    <div className="stack">
      <PageHeader
        title="架位"
        crumbs={[{ to: '/console/samples', label: '全部样品' }, { label: '架位' }]}
        sub={map.data && `在实验室的样品 ${map.data.inLaboratory} 个，其中 ${map.data.elsewhere} 个不在登记的架位上`}
        actions={
          <>
            {codes.length > 0 && (
              <ButtonLink to={`/console/labels/shelves?codes=${codes.join(',')}`} icon="printer" target="_blank">
                打印本页标签
              </ButtonLink>
            )}
            {may('shelf.edit') && (
              <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
                新增架位
              </Button>
            )}
          </>
        }
      />
      <Toolbar>
        <SearchBox
          key={kw}
          label="搜索架位"
          placeholder="编号、名称"
          defaultValue={kw}
          onSearch={(text) => put({ kw: text })}
        />
        <Field label="房间">
          <Select
            value={room}
            onValue={(value) => put({ room: value ?? '' })}
            options={[
              { value: '', label: '全部房间' },
              ...(map.data?.rooms ?? []).map((each) => ({
                value: each.room,
                label: `${each.room}（${each.shelves}）`,
              })),
            ]}
          />
        </Field>
        <Field label="温度">
          <Select
            value={temperature as string}
            onValue={(value) => put({ temperature: value ?? '' })}
            options={[
              { value: '', label: '全部' },
              ...temperatures.map((key) => ({ value: key as string, label: temperatureLabels[key] })),
            ]}
          />
        </Field>
        <Checkbox checked={free} onValue={(on) => put({ free: on ? '1' : '' })}>
          只看有空位的
        </Checkbox>
      </Toolbar>
      <Loaded of={map}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState
              title={filtered ? '没有符合条件的架位' : '还没有架位'}
              icon="tube"
              {...(filtered ? { action: { label: '清除筛选', to: '?' } } : {})}
            >
              {!filtered && '登记架位后，收样时只能选择登记的架位或填写“其他：位置”。'}
            </EmptyState>
          ) : (
            <>
              <Paged
                rows={list.length}
                page={page}
                pageCount={Math.ceil(total / SIZE)}
                href={(next) => href({ page: next })}
              >
                {Object.entries(Object.groupBy(list, (shelf) => shelf.room)).map(([name, shelves = []]) => (
                  <section key={name} className="stack" aria-label={name}>
                    <h2>{name}</h2>
                    <ul role="list" className={css.map}>
                      {shelves.map((shelf) => (
                        <ShelfCard key={shelf.id} shelf={shelf} />
                      ))}
                    </ul>
                  </section>
                ))}
              </Paged>
            </>
          )
        }
      </Loaded>
      {adding && <ShelfDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

function ShelfCard({ shelf }: { shelf: Shelf }) {
  const { may } = useStaff()
  const [open, setOpen] = useState<'move' | 'edit'>()
  const { code, stored, capacity } = shelf
  const over = stored > capacity
  return (
    <li className={css.shelf} aria-label={`架位 ${code}`}>
      <span className={css.head}>
        <SmartLink
          to={`/console/samples?shelf=${encodeURIComponent(code)}&stage=${shelvedStages.join(',')}`}
          className={css.code}
        >
          {code}
        </SmartLink>
        <Tag>{shelf.temperatureName}</Tag>
      </span>
      {shelf.name && <span className={css.quiet}>{shelf.name}</span>}
      <progress
        className={css.bar}
        aria-label={`架位 ${code} 的占用`}
        value={Math.min(stored, capacity)}
        max={capacity}
      />
      <span className={over ? css.over : undefined}>
        {stored}/{capacity}，{over ? `超出 ${stored - capacity}` : `空位 ${capacity - stored}`}
      </span>
      <span className="cluster">
        {may('sample.move') && (
          <Button size="s" onClick={() => setOpen('move')}>
            移入样品
          </Button>
        )}
        {may('shelf.edit') && (
          <Button size="s" variant="quiet" aria-label={`修改架位 ${code}`} onClick={() => setOpen('edit')}>
            修改
          </Button>
        )}
        <SmartLink to={`/console/labels/shelves?codes=${code}`} target="_blank" aria-label={`打印架位 ${code} 的标签`}>
          标签
        </SmartLink>
      </span>
      {open === 'move' && <MoveDialog shelf={shelf} onClose={() => setOpen(undefined)} />}
      {open === 'edit' && <ShelfDialog shelf={shelf} onClose={() => setOpen(undefined)} />}
    </li>
  )
}

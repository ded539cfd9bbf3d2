import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../../platform/client/use-call.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { useStaff } from '../../core/staff/me.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { LEAST_TYPED, paletteFind } from './contract.ts'
import css from './palette.module.css'
import { type Entry, entriesOf, type Place } from './entry-rules.ts'
import { recentOf, remember } from './recent.ts'
import { CREATE } from './use-create.ts'
import { useSettled } from './use-settled.ts'

export type PaletteProps = {
  open: boolean
  onClose: () => void
  places: readonly Place[]
  makes: readonly Place[]
}

/** Finds a record or a page of the console. The focus stays in the field; the arrows move through the results. */
export function Palette({ open, onClose, ...known }: PaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title="搜索与前往" light size="m" className={css.palette}>
      <Finder {...known} onClose={onClose} />
    </Dialog>
  )
}

function Finder({ places, makes, onClose }: Omit<PaletteProps, 'open'>) {
  const id = useId()
  const me = useStaff()
  const [recent] = useState(() => recentOf(me.id))
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const kw = typed.trim()
  const settled = useSettled(kw, 150)
  const asks = settled.length >= LEAST_TYPED
  const answer = useCall(paletteFind, { kw: settled }, { enabled: asks })
  // The answer of an earlier text is not shown under a new one, because Enter would open the wrong record.
  const current = asks && kw === settled && !answer.isPlaceholderData ? answer.data : undefined
  const groups = entriesOf({ places, makes, recent }, kw, current?.kinds ?? [], current?.sounding)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.min(active, entries.length - 1)
  const waiting = kw.length >= LEAST_TYPED && (kw !== settled || answer.isFetching) && !answer.error
  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    // A record has a note, a page of the menu or a list has none.
    if (entry.note !== undefined) remember(me.id, { ...entry, key: entry.to })
    void navigate(entry.to, entry.creates && { state: CREATE })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that commits pinyin input is not a choice.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (entries.length > 0) setActive((at + step + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (!waiting) choose(entries[at])
    }
  }
  return (
    <div className={css.finder}>
      <input
        type="search"
        // The attribute itself, which showModal() reads: the dialog was opened in order to type, on a phone too.
        ref={(field) => field?.setAttribute('autofocus', '')}
        value={typed}
        maxLength={60}
        placeholder="编号、自编号、快递单号、手机号、姓名、项目、页面"
        aria-label="搜索记录和页面"
        autoComplete="off"
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={entries[at] ? `${id}-${at}` : undefined}
        className={css.input}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="搜索结果" className={css.list}>
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <div className={css.head} aria-hidden="true">
              {group.label}
            </div>
            {group.entries.map((entry) => {
              const place = entries.indexOf(entry)
              return (
                <Option key={entry.key} id={`${id}-${place}`} entry={entry} active={place === at} onChoose={choose} />
              )
            })}
          </div>
        ))}
      </div>
      {asks && answer.error && kw === settled ? (
        <ErrorState onRetry={() => void answer.refetch()} busy={answer.isFetching}>
          {answer.error.message}
        </ErrorState>
      ) : waiting ? (
        <Skeleton lines={2} />
      ) : (
        <p role="status" className={css.hint}>
          {entries.length > 0 ? '↑↓ 选择，Enter 打开，Esc 关闭' : '没有找到。换一个编号或名称试试。'}
        </p>
      )}
    </div>
  )
}

type OptionProps = { id: string; entry: Entry; active: boolean; onChoose: (entry: Entry) => void }

function Option({ id, entry, active, onChoose }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- in a combobox the focus and the keys stay in the input
    <div
      id={id}
      ref={(node) => {
        if (active) node?.scrollIntoView({ block: 'nearest' })
      }}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={css.option}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
    >
      <span className={css.title}>{entry.title}</span>
      {entry.stageName && <span className={css.stage}>{entry.stageName}</span>}
      {entry.note && <span className={css.note}>{entry.note}</span>}
    </div>
  )
}

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from './icon.tsx'
import css from './search-box.module.css'

export type Suggestion = {
  id: string
  text: string
  /** Goes there when chosen; otherwise its text is searched. */
  to?: string
  note?: string
}

export type SearchBoxProps = {
  /** The page that answers; the query is `name=…`. */
  action?: string
  name?: string
  defaultValue?: string
  placeholder?: string
  label?: string
  suggestions?: readonly Suggestion[]
  /** Every change of the text: the caller fetches suggestions. */
  onQuery?: (text: string) => void
  /** Instead of loading `action` (filter of a list). */
  onSearch?: (text: string) => void
  /** `/` puts the cursor here. */
  hotkey?: boolean
}

/** A plain GET form before JavaScript; afterwards a combobox with suggestions. */
export function SearchBox({
  action = '/search',
  name = 'kw',
  defaultValue = '',
  placeholder = '搜索项目、仪器、案例',
  label = '站内搜索',
  suggestions = [],
  onQuery,
  onSearch,
  hotkey,
}: SearchBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const shown = open && suggestions.length > 0
  useSlashKey(hotkey ?? false, input)

  const search = (text: string) => {
    setOpen(false)
    setActive(-1)
    if (onSearch) onSearch(text)
    else void navigate(`${action}?${new URLSearchParams({ [name]: text })}`)
  }
  const choose = (suggestion: Suggestion) => {
    if (input.current) input.current.value = suggestion.text
    if (!suggestion.to) return search(suggestion.text)
    setOpen(false)
    void navigate(suggestion.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const chosen = suggestions[active]
    if (event.key === 'Escape') setOpen(false)
    else if (shown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // -1 is the text itself, before the first and after the last suggestion.
      setActive((at) => ((at + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1)
    } else if (event.key === 'Enter' && shown && chosen) {
      event.preventDefault()
      choose(chosen)
    }
  }
  return (
    <search>
      <form
        action={action}
        method="get"
        className={css.search}
        onSubmit={(event) => {
          event.preventDefault()
          search(input.current?.value.trim() ?? '')
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
        }}
      >
        <input
          ref={input}
          type="search"
          name={name}
          defaultValue={defaultValue}
          placeholder={placeholder}
          aria-label={label}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={60}
          role="combobox"
          aria-expanded={shown}
          aria-controls={shown ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          className={css.input}
          onFocus={() => setOpen(true)}
          onChange={(event) => {
            setOpen(true)
            setActive(-1)
            onQuery?.(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className={css.go} aria-label="搜索">
          <Icon name="search" />
        </button>
        {shown && (
          <ul role="listbox" id={id} aria-label="搜索建议" className={css.list}>
            {suggestions.map((suggestion, index) => (
              <li
                key={suggestion.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={css.option}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(suggestion)}
              >
                {suggestion.text}
                {suggestion.note && <span className={css.note}>{suggestion.note}</span>}
              </li>
            ))}
          </ul>
        )}
      </form>
    </search>
  )
}

function useSlashKey(on: boolean, input: { current: HTMLInputElement | null }) {
  useEffect(() => {
    if (!on) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [on, input])
}

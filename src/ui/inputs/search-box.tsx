import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '../text/icon.tsx'
import css from './search-box.module.css'

export type Suggestion = {
  id: string
  text: string
  /** Choosing navigates to this path; without it the text is searched. */
  to?: string
  /** Called when chosen, instead of a search. */
  act?: () => void
  note?: string
}

export type SearchBoxProps = {
  /** The page with the results; the query is `name=…`. */
  action?: string
  name?: string
  defaultValue?: string
  placeholder?: string
  label?: string
  suggestions?: readonly Suggestion[]
  /** Called at each change of the text; the caller fetches suggestions. */
  onQuery?: (text: string) => void
  /** Called instead of navigating to `action` (filter of a list). */
  onSearch?: (text: string) => void
  /** The `/` key focuses the box. */
  hotkey?: boolean
}

/** A plain GET form before hydration, afterwards a combobox with suggestions. */
export function SearchBox(props: SearchBoxProps) {
  const {
    action = '/search',
    name = 'kw',
    placeholder = '搜索项目、仪器、案例',
    label = '站内搜索',
    suggestions = [],
  } = props
  const id = useId()
  const { input, ...box } = useCombobox({ ...props, action, name, suggestions })
  const { shown, active } = box
  useSlashKey(props.hotkey ?? false, input)
  return (
    <search>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving the form closes the list */}
      <form
        action={action}
        method="get"
        className={css.search}
        onSubmit={(event) => {
          event.preventDefault()
          box.search(input.current?.value.trim() ?? '')
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) box.close()
        }}
      >
        <input
          ref={input}
          type="search"
          name={name}
          defaultValue={props.defaultValue ?? ''}
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
          onFocus={(event) => {
            box.show()
            props.onQuery?.(event.target.value)
          }}
          onChange={(event) => {
            box.show()
            props.onQuery?.(event.target.value)
          }}
          onKeyDown={box.onKeyDown}
        />
        <button type="submit" className={css.go} aria-label="搜索">
          <Icon name="search" />
        </button>
        {shown && <Suggestions id={id} suggestions={suggestions} active={active} onChoose={box.choose} />}
      </form>
    </search>
  )
}

type ComboboxProps = SearchBoxProps & { action: string; name: string; suggestions: readonly Suggestion[] }

function useCombobox({ action, name, suggestions, onSearch }: ComboboxProps) {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const shown = open && suggestions.length > 0
  const close = () => setOpen(false)
  const search = (text: string) => {
    close()
    setActive(-1)
    if (onSearch) onSearch(text)
    else void navigate(`${action}?${new URLSearchParams({ [name]: text })}`)
  }
  const choose = (suggestion: Suggestion) => {
    if (suggestion.act) return suggestion.act()
    const field = input.current
    // The input is uncontrolled, so that it works before JavaScript.
    if (field) field.value = suggestion.text
    if (!suggestion.to) return search(suggestion.text)
    close()
    void navigate(suggestion.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that commits pinyin input is not a choice.
    if (event.nativeEvent.isComposing) return
    const chosen = suggestions[active]
    if (event.key === 'Escape') close()
    else if (shown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // -1 is the typed text, before the first and after the last suggestion.
      setActive((at) => ((at + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1)
    } else if (event.key === 'Enter' && shown && chosen) {
      event.preventDefault()
      choose(chosen)
    }
  }
  const show = () => {
    setOpen(true)
    setActive(-1)
  }
  return { input, shown, active, close, show, search, choose, onKeyDown }
}

type SuggestionsProps = {
  id: string
  suggestions: readonly Suggestion[]
  active: number
  onChoose: (suggestion: Suggestion) => void
}

function Suggestions({ id, suggestions, active, onChoose }: SuggestionsProps) {
  return (
    <div role="listbox" id={id} aria-label="搜索建议" className={css.list}>
      {suggestions.map((suggestion, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- in a combobox the focus and the keys stay in the input
        <div
          key={suggestion.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={css.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.text}
          {suggestion.note && <span className={css.note}>{suggestion.note}</span>}
        </div>
      ))}
    </div>
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

import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { absenceList } from '../../core/staff/absences/absence-contract.ts'
import { mayAct } from '../../core/staff/rules.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { TextArea } from '../../ui/inputs/input.tsx'
import css from './notes.module.css'
import { mentionAt, NOTE_LENGTH, type SubjectKind, subjectKinds, type Typing } from './rules.ts'

export interface Colleague {
  id: number
  name: string
  roleName: string
}

/** The colleagues who may read such a record. */
export function useColleagues(kind?: SubjectKind): Colleague[] {
  const people = useCall(absenceList, {}).data?.people ?? []
  return kind ? people.filter((person) => mayAct(person, subjectKinds[kind].action)) : people
}

export interface MentionTextProps {
  value: string
  onValue: (text: string) => void
  kind: SubjectKind
  onMention: (person: Colleague) => void
}

/** A text in which `@` opens the names of colleagues: arrows choose, Enter or Tab takes, Esc closes. */
export function MentionText({ value, onValue, kind, onMention }: MentionTextProps) {
  const listId = useId()
  const area = useRef<HTMLDivElement>(null)
  const colleagues = useColleagues(kind)
  const [typing, setTyping] = useState<Typing>()
  const [current, setCurrent] = useState(0)
  const found = typing ? colleagues.filter(({ name }) => name.includes(typing.typed)).slice(0, 8) : []
  const isOpen = found.length > 0
  const change = (text: string) => {
    onValue(text)
    const caret = area.current?.querySelector('textarea')?.selectionStart ?? text.length
    setTyping(mentionAt(text, caret))
    setCurrent(0)
  }
  const take = (person: Colleague) => {
    if (!typing) return
    onValue(`${value.slice(0, typing.at)}@${person.name} ${value.slice(typing.at + 1 + typing.typed.length)}`)
    onMention(person)
    setTyping(undefined)
    area.current?.querySelector('textarea')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found[current]
    if (step) setCurrent((current + step + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(chosen)
    else if (event.key === 'Escape') setTyping(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={area}>
      <TextArea
        rows={3}
        maxLength={NOTE_LENGTH}
        value={value}
        onValue={change}
        onKeyDown={onKeyDown}
        // A text of several lines may not be a combobox; as a textbox it may still point to the active option.
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={isOpen ? `${listId}-${current}` : undefined}
      />
      <People id={listId} found={found} current={current} onTake={take} />
    </div>
  )
}

interface PeopleProps {
  id: string
  found: readonly Colleague[]
  current: number
  onTake: (person: Colleague) => void
}

function People({ id, found, current, onTake }: PeopleProps) {
  return (
    <div id={id} role="listbox" aria-label="同事" hidden={found.length === 0} className={css.people}>
      {found.map((person, index) => (
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className={css.person}
          // The text keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            onTake(person)
          }}
        >
          {person.name}（{person.roleName}）
        </div>
      ))}
    </div>
  )
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What a person typed or chose in the page's HTML before hydration stays in the DOM, but React does not know of it and writes its own value
 * back at the next render. This repeats each change as an event. The field that has the focus comes first, so that no render of another
 * field reaches it; while an input method is composing in it nothing is written at all.
 */
export async function tellTypedBefore(page: Document): Promise<void> {
  // Read at once: the first render after hydration may write over it.
  const changed = [...page.querySelectorAll<Field>('input:not([type=file]), textarea, select')]
    .map((field) => ({ field, now: stateOf(field), before: originOf(field) }))
    .filter(({ now, before }) => now !== before)
    // Only the radio button that is chosen fires an event.
    .filter(({ field, now }) => !(isChoice(field) && field.type === 'radio' && now === 'false'))
    .sort((a, b) => Number(b.field === page.activeElement) - Number(a.field === page.activeElement))
  const composedIn = await compositionEnd(page)
  for (const { field, now, before } of changed) {
    // Each is rendered before the next is told, because that one's handlers read the new state.
    await new Promise((rendered) => setTimeout(rendered))
    if (field !== composedIn) repeatChange(field, before, now)
  }
}

/** The field in which an input method was composing (starter.ts marks the body). Its keys, and the end, tell React by themselves. */
async function compositionEnd(page: Document): Promise<EventTarget | null> {
  if (!page.body.hasAttribute('data-composing')) return null
  return new Promise((ended) =>
    page.addEventListener('compositionend', (event) => ended(event.target), { once: true, capture: true }),
  )
}

/**
 * React compares a field with the value that was last assigned to the element, and ignores an event that changes nothing. So the former value is
 * assigned, then the present one is set past React, which leaves a difference to hear of.
 */
function repeatChange(field: Field, before: string, now: string): void {
  const caret = caretOf(field)
  if (isChoice(field)) field.checked = before === 'true'
  else if (!(field instanceof HTMLSelectElement)) field.value = before
  writeUnseen(field, now)
  if (caret && !isChoice(field) && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...caret)
  // React hears of choices by the click; an event that a script dispatches does not choose by itself.
  const event = isChoice(field) ? 'click' : field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(event, { bubbles: true }))
}

function isChoice(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
}

function stateOf(field: Field): string {
  return isChoice(field) ? String(field.checked) : field.value
}

function originOf(field: Field): string {
  if (isChoice(field)) return String(field.defaultChecked)
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  const options = [...field.options]
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? ''
}

/** Undefined for fields without a caret (numbers, dates, choices) and for those that nobody is in. */
function caretOf(field: Field): [start: number, end: number] | undefined {
  if (field instanceof HTMLSelectElement || field !== document.activeElement) return undefined
  const { selectionStart, selectionEnd } = field
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd]
}

/** By the setter of the element's class: React replaces the one of the element itself. */
function writeUnseen(field: Field, state: string): void {
  const name = isChoice(field) ? 'checked' : 'value'
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name) ?? {}
  set?.call(field, isChoice(field) ? state === 'true' : state)
}

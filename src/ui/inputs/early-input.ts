type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Input that a person made before hydration stays in the DOM, but React does not know it and restores its own value at the next render. This
 * repeats each change in `part` of the page as an event. The focused field comes first, so that no render caused by another field overwrites it. While an
 * input method is composing text in it, nothing is written.
 */
export async function repeatEarlyInput(part: ParentNode): Promise<void> {
  // Read immediately, because the first render after hydration may overwrite it.
  const changed = [...part.querySelectorAll<Field>('input:not([type=file]), textarea, select')]
    .map((field) => ({ field, now: stateOf(field), before: originOf(field) }))
    .filter(({ now, before }) => now !== before)
    // Of a group of radio buttons only the checked one fires an event.
    .filter(({ field, now }) => !(isChoice(field) && field.type === 'radio' && now === 'false'))
    .sort((a, b) => Number(b.field === document.activeElement) - Number(a.field === document.activeElement))
  const composedIn = await compositionEnd()
  for (const { field, now, before } of changed) {
    // Wait for the render before the next event, because its handlers read the new state.
    await new Promise((rendered) => setTimeout(rendered))
    if (field === composedIn) continue
    hydrate(field)
    repeatChange(field, before, now)
  }
}

/** Waits until an input method has finished composing (starter.ts marks the body) and returns its field. React gets the events of that field itself. */
async function compositionEnd(): Promise<EventTarget | null> {
  if (!document.body.hasAttribute('data-composing')) return null
  return new Promise((ended) =>
    document.addEventListener('compositionend', (event) => ended(event.target), { once: true, capture: true }),
  )
}

/**
 * A part of the page that waits for hydration is hydrated by an event in it. Only then does React know the field, and takes what was typed
 * for its own value; so this event changes nothing, and the next one is compared with it.
 */
function hydrate(field: Field): void {
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * React compares a field with the value that was last assigned to the element and ignores an event without a difference. So the old value is
 * assigned first, and then the current one is set without React noticing, which makes a difference.
 */
function repeatChange(field: Field, before: string, now: string): void {
  const caret = caretOf(field)
  if (isChoice(field)) field.checked = before === 'true'
  else if (!(field instanceof HTMLSelectElement)) field.value = before
  writeUnseen(field, now)
  if (caret && !isChoice(field) && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...caret)
  // React listens to `click` for checkboxes and radio buttons; a click event dispatched by a script does not change them.
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

/** Undefined for fields without a caret (numbers, dates, choices) and for fields without focus. */
function caretOf(field: Field): [start: number, end: number] | undefined {
  if (field instanceof HTMLSelectElement || field !== document.activeElement) return undefined
  const { selectionStart, selectionEnd } = field
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd]
}

/** Uses the setter of the prototype, because React replaces the setter of the element itself. */
function writeUnseen(field: Field, state: string): void {
  const name = isChoice(field) ? 'checked' : 'value'
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name) ?? {}
  set?.call(field, isChoice(field) ? state === 'true' : state)
}

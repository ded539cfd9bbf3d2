type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What a person typed or chose in the page's HTML before React took it over stays in the DOM, but React does not know of it and puts its
 * own value back at the next render. This tells it, field by field, as if the change happened now. The field that has the focus comes
 * first and is not touched, so that neither the caret moves nor a word in composition breaks.
 */
export async function tellTypedBefore(page: Document): Promise<void> {
  const changed = [...page.querySelectorAll<Field>('input:not([type=file]), textarea, select')]
    .map((field) => ({ field, now: stateOf(field), before: originOf(field) }))
    .filter(({ now, before }) => now !== before)
    .sort((a, b) => Number(b.field === page.activeElement) - Number(a.field === page.activeElement))
  for (const { field, now, before } of changed) {
    // Each is rendered before the next is told, or the next would speak to handlers that have not heard of it.
    await new Promise((rendered) => setTimeout(rendered))
    // Hearing of one field, React has rendered the others with what it knew.
    if (stateOf(field) !== now) putBack(field, now)
    trackerOf(field)?.setValue(before)
    // React hears of choices by the click; a made-up event does not choose by itself.
    const event = isChoice(field) ? 'click' : field instanceof HTMLSelectElement ? 'change' : 'input'
    field.dispatchEvent(new Event(event, { bubbles: true }))
  }
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

/** By the element's own setter: the one React has put at the field would tell it that nothing is new. */
function putBack(field: Field, state: string): void {
  const name = isChoice(field) ? 'checked' : 'value'
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)
  own?.set?.call(field, isChoice(field) ? state === 'true' : state)
}

/** React keeps the last value it knew of a field at the field, to tell a change from its own writing. Not a public name: a journey holds it. */
function trackerOf(field: Element): { setValue: (value: string) => void } | undefined {
  return (field as { _valueTracker?: { setValue: (value: string) => void } })._valueTracker
}

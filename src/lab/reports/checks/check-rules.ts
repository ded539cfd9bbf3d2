/** An item of the check-list of the settings. */
export interface CheckItem {
  text: string
  /** Part of the name of a project or method; empty: every order. */
  only: string
}

/** The items that the second person ticks for an order with these projects and methods, each once. */
export function checksFor(items: readonly CheckItem[], measured: readonly string[]): string[] {
  const words = measured.map((text) => text.toLowerCase())
  const meant = items.filter(({ only }) => only === '' || words.some((text) => text.includes(only.toLowerCase())))
  return [...new Set(meant.map(({ text }) => text))]
}

/** The items that were not ticked. The list may have changed since the page was loaded. */
export function unticked(items: readonly string[], ticked: readonly string[]): string[] {
  return items.filter((item) => !ticked.includes(item))
}

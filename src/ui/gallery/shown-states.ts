const PSEUDO = { hover: ':hover', focus: ':focus-visible', active: ':active' } as const

/**
 * Makes what a rule says about `:hover`, `:focus-visible` and `:active` hold inside `[data-show]` as well, so that these states can be
 * looked at beside each other, and are in the pictures that are compared.
 */
export function showStates(sheets: Iterable<CSSStyleSheet>): void {
  for (const sheet of sheets) withShown(sheet)
}

function withShown(parent: CSSStyleSheet | CSSGroupingRule): void {
  for (let at = parent.cssRules.length - 1; at >= 0; at--) {
    const rule = parent.cssRules[at]
    if (rule instanceof CSSStyleRule) {
      const shown = shownSelector(rule.selectorText)
      if (shown !== rule.selectorText) parent.insertRule(`${shown} { ${rule.style.cssText} }`, at + 1)
    } else if (rule instanceof CSSGroupingRule) withShown(rule)
  }
}

/** `.button:hover` becomes `.button:is([data-show='hover'] *)`. */
export function shownSelector(selector: string): string {
  return Object.entries(PSEUDO).reduce(
    (text, [name, pseudo]) => text.replaceAll(pseudo, `:is([data-show='${name}'] *)`),
    selector,
  )
}
